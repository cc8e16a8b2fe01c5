import { countOf } from '@kerf/core';
import { useNavigate } from '@tanstack/react-router';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { TextInput } from '../../../ui/controls/controls.js';
import { toast } from '../../../ui/feedback/toast.js';
import { useWriteForm } from '../../../ui/forms/use-write-form.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { removeCluster } from '../clusters.queries.js';

export interface RemoveClusterFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Removes a cluster from Kerf after its name is typed, because its history is lost. */
export function RemoveClusterForm({ cluster }: RemoveClusterFormProps) {
  const { id, name, version } = cluster;
  const navigate = useNavigate();
  const form = useWriteForm({
    initial: { confirmName: '' },
    missing: ({ confirmName }) =>
      confirmName === name ? undefined : 'Type the cluster name first',
    write: (values) => removeCluster({ id, expectedVersion: version, ...values }),
    onDone: () => {
      toast(`${name} removed from Kerf`);
      return navigate({ to: '/' });
    },
  });
  const managed = cluster.summary?.managedNodes ?? 0;
  return (
    <WriteForm
      form={form}
      action="remove the cluster"
      permission="CLUSTER_REMOVE"
      submit={`Remove ${name} from Kerf`}
      variant="danger"
    >
      <p className="dimmed">
        Kerf stops managing {name} and deletes its definitions and decisions. The audit log is kept.{' '}
        {managed > 0
          ? `${countOf(managed, 'managed node')} will keep running at your cost, without autoscaling.`
          : 'Its nodes and objects are not changed.'}
      </p>
      <TextInput
        label={`Type the cluster name to confirm: ${name}`}
        autoComplete="off"
        maw={320}
        {...form.text('confirmName')}
      />
    </WriteForm>
  );
}
