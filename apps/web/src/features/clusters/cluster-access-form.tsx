import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { otherProblems, problemOf } from '../../lib/user-errors.js';
import { TextInput } from '../../ui/controls.js';
import { Row, Stack } from '../../ui/layout.js';
import { Problems } from '../../ui/problems.js';
import { WriteButton } from '../../ui/write-button.js';
import { useUpdateCluster } from './use-update-cluster.js';

export interface ClusterAccessFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Corrects the role that Kerf assumes for the cluster; the registration check runs again. */
export function ClusterAccessForm({ cluster }: ClusterAccessFormProps) {
  const [roleArn, setRoleArn] = useState(cluster.roleArn);
  const saving = useUpdateCluster(
    cluster,
    `The role of ${cluster.name} is saved and being checked`,
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
          description={`ARN of the role that Kerf assumes${cluster.accountId === null ? '' : ` in account ${cluster.accountId}`}; its trust policy and permissions are in deploy/iam. Saving runs the registration check again.`}
          value={roleArn}
          onChange={(event) => setRoleArn(event.currentTarget.value)}
          error={problemOf(userErrors, 'roleArn')}
        />
        <Problems
          action="save the role"
          error={saving.error}
          userErrors={otherProblems(userErrors, ['roleArn'])}
        />
        <Row>
          <WriteButton
            type="submit"
            look="default"
            isBusy={saving.isPending}
            whyNot={roleArn === cluster.roleArn ? 'Nothing is changed' : undefined}
          >
            Save the role
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
