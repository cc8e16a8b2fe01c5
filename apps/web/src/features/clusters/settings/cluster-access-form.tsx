import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { TextInput } from '../../../ui/controls/controls.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { useClusterForm } from './use-cluster-form.js';

export interface ClusterAccessFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Changes the IAM role of the cluster; the registration check runs again. */
export function ClusterAccessForm({ cluster }: ClusterAccessFormProps) {
  const form = useClusterForm(cluster, {
    initial: { roleArn: cluster.roleArn },
    toChanges: (values) => values,
    saved: () => `IAM role of ${cluster.name} saved; the registration check is running`,
  });
  return (
    <WriteForm
      form={form}
      action="save the IAM role"
      permission="CLUSTER_UPDATE"
      submit="Save role"
      variant="default"
    >
      <TextInput
        label="IAM role"
        description={`ARN of the role that Kerf assumes${cluster.accountId === null ? '' : ` in account ${cluster.accountId}`}. Templates of its trust policy and permissions are in deploy/iam. Saving runs the registration check again.`}
        {...form.text('roleArn')}
      />
    </WriteForm>
  );
}
