import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { CopyBlock } from '../../../ui/controls/copy-block.js';
import { Stack } from '../../../ui/layout/layout.js';

export interface TrustPolicyProps {
  readonly cluster: Pick<ClusterFieldsFragment, 'externalId' | 'name' | 'roleArn'>;
}

/** The trust policy with which only Kerf can assume the role of the cluster. */
export function TrustPolicy({ cluster: { externalId, name, roleArn } }: TrustPolicyProps) {
  if (externalId === null) return null;
  return (
    <Stack gap="sm">
      <p className="dimmed">
        The trust policy of {roleArn} must allow the IAM role of the Kerf worker, and require the
        external ID of this registration:
      </p>
      <CopyBlock text={trustPolicyOf(externalId)} name={`the trust policy for ${name}`} />
    </Stack>
  );
}

/** Same as deploy/iam/cluster-role.trust.json, with the external ID of this registration. */
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
