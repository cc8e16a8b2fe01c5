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

/** The calls of the sources that use the cluster's role (the audit export uses Kerf's own), by the names of the SDK's commands, its paginators, and signed requests. */
function calls(): readonly string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = files.filter(
    (file) => /(?<!\.spec)\.ts$/.test(file) && !/(testing|audit-export)\//.test(file),
  );
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

describe('the policy of Kerf’s own role', () => {
  it('allows the audit export to write to its bucket, and nothing else there', () => {
    const own: {
      readonly Statement: readonly { Sid: string; Action: unknown; Resource: unknown }[];
    } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../deploy/iam/kerf-role.policy.json'), 'utf8'),
    );
    expect(own.Statement.find(({ Sid }) => Sid === 'ExportAuditLog')).toMatchObject({
      Action: ['s3:PutObject', 's3:PutObjectRetention', 's3:GetObject', 's3:GetObjectRetention'],
      Resource: ['arn:aws:s3:::AUDIT_BUCKET/*'],
    });
  });
});
