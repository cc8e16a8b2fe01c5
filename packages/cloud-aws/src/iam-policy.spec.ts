import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const policy: {
  readonly Statement: readonly { readonly Action: string | readonly string[] }[];
} = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../deploy/iam/cluster-role.policy.json'), 'utf8'),
);

/** Need no permission of this role: GetCallerIdentity is always allowed, and Kerf's own role assumes it. */
const free = ['AssumeRole', 'GetCallerIdentity'];
/** Actions that calls need in addition to their own. Source: EC2 Fleet and IAM's lists of actions. */
const implied = ['CreateTags', 'PassRole', 'RunInstances', 'TagInstanceProfile'];

/** The calls of the sources, by the names of the SDK's commands, its paginators, and signed requests. */
function calls(): readonly string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /(?<!\.spec)\.ts$/.test(file) && !/testing\//.test(file));
  const names = sources.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [
      ...text.matchAll(
        /\b(?:([A-Z]\w+?)(?:Batch)?Command|paginate([A-Z]\w+)|arc-zonal-shift:([A-Z]\w+))\b/g,
      ),
    ].map(([, command, paginated, signed]) => command ?? paginated ?? signed ?? '');
  });
  return [...new Set(names)].filter((name) => !free.includes(name));
}

describe('the policy of a cluster’s role', () => {
  it('allows exactly the calls that Kerf makes', () => {
    const allowed = policy.Statement.flatMap(({ Action }) => Action).map(
      (action) => action.split(':')[1],
    );
    expect([...new Set(allowed)].sort()).toEqual([...new Set([...calls(), ...implied])].sort());
  });
});
