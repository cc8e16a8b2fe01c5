import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** The roles that the policy lets Kerf pass, for the cluster `prod`. */
function passable(): readonly RegExp[] {
  const text = read('deploy/iam/cluster-role.policy.json')
    .replaceAll('ACCOUNT_ID', '111122223333')
    .replaceAll('CLUSTER_NAME', 'prod');
  const policy: { readonly Statement: readonly Statement[] } = JSON.parse(text);
  return policy.Statement.filter(({ Action }) => [Action].flat().includes('iam:PassRole'))
    .flatMap(({ Resource }) => Resource)
    .map(
      (resource) =>
        new RegExp(
          `^${resource.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`,
        ),
    );
}

/** The roles of the EC2NodeClasses in a file of examples. */
function rolesIn(path: string): readonly string[] {
  const documents = parseAllDocuments(read(path).replaceAll('${CLUSTER_NAME}', 'prod'));
  return documents.flatMap((document): string[] => {
    const role: unknown = document.getIn(['spec', 'role']);
    return typeof role === 'string' ? [role] : [];
  });
}

describe('the policy of a cluster’s role', () => {
  it.each(['examples/exercise/node-class.yaml', 'examples/published/default.yaml'])(
    'lets Kerf pass the role of %s to its nodes',
    (path) => {
      const roles = rolesIn(path);
      expect(roles).toHaveLength(1);
      for (const role of roles) {
        const arn = `arn:aws:iam::111122223333:role/${role}`;
        expect(passable().filter((pattern) => pattern.test(arn))).toHaveLength(1);
      }
    },
  );

  it('allows Kerf to pass no other role', () => {
    for (const role of ['Admin', 'KarpenterNodeRole-other', 'KarpenterNodeRole-prod-2']) {
      const arn = `arn:aws:iam::111122223333:role/${role}`;
      expect(passable().filter((pattern) => pattern.test(arn))).toEqual([]);
    }
  });
});
