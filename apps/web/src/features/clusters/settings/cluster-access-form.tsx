import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../../lib/api/user-errors.js';
import { TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { useUpdateCluster } from './use-update-cluster.js';

export interface ClusterAccessFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Changes the IAM role of the cluster; the registration check runs again. */
export function ClusterAccessForm({ cluster }: ClusterAccessFormProps) {
  const [roleArn, setRoleArn] = useState(cluster.roleArn);
  const saving = useUpdateCluster(
    cluster,
    `IAM role of ${cluster.name} saved; the registration check is running`,
  );
  const userErrors = saving.data?.userErrors ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({ id: cluster.id, expectedVersion: cluster.version, roleArn });
      }}
    >
      <Stack>
        <TextInput
          label="IAM role"
          description={`ARN of the role that Kerf assumes${cluster.accountId === null ? '' : ` in account ${cluster.accountId}`}. Templates of its trust policy and permissions are in deploy/iam. Saving runs the registration check again.`}
          value={roleArn}
          onChange={(event) => setRoleArn(event.currentTarget.value)}
          error={fieldError(userErrors, 'roleArn')}
        />
        <RequestErrors
          action="save the IAM role"
          error={saving.error}
          userErrors={errorsOfOtherFields(userErrors, ['roleArn'])}
        />
        <Row>
          <WriteButton
            action="CLUSTER_UPDATE"
            type="submit"
            variant="default"
            isBusy={saving.isPending}
            disabledReason={roleArn === cluster.roleArn ? 'No changes' : undefined}
          >
            Save role
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
