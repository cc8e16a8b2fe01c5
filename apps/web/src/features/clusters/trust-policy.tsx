import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { CopyBlock } from '../../ui/copy-block.js';
import { Stack } from '../../ui/layout.js';

export interface TrustPolicyProps {
  readonly cluster: Pick<ClusterFieldsFragment, 'externalId' | 'name' | 'roleArn'>;
}

/** What the role of a cluster must say, so that Kerf and nobody else can assume it. */
export function TrustPolicy({ cluster: { externalId, name, roleArn } }: TrustPolicyProps) {
  if (externalId === null) return null;
  return (
    <Stack gap="sm">
      <p className="dimmed">
        The trust policy of {roleArn} must allow the role that Kerf’s worker runs with, and ask for
        the external id of this registration:
      </p>
      <CopyBlock text={trustPolicyOf(externalId)} name={`the trust policy for ${name}`} />
    </Stack>
  );
}

/** As deploy/iam/cluster-role.trust.json, with this registration's external id. */
const trustPolicyOf = (externalId: string): string =>
  JSON.stringify(
    {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: 'arn:aws:iam::KERF_ACCOUNT_ID:role/KERF_ROLE' },
          Action: ['sts:AssumeRole', 'sts:TagSession'],
          Condition: { StringEquals: { 'sts:ExternalId': externalId } },
        },
      ],
    },
    null,
    2,
  );
