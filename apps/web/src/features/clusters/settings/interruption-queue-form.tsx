import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { TextInput } from '../../../ui/controls/controls.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { useClusterForm } from './use-cluster-form.js';

export interface InterruptionQueueFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Sets or removes the queue of interruption notices. */
export function InterruptionQueueForm({ cluster }: InterruptionQueueFormProps) {
  const current = cluster.interruptionQueue ?? '';
  const form = useClusterForm(cluster, {
    initial: { interruptionQueue: current },
    toChanges: ({ interruptionQueue }) => ({ interruptionQueue: interruptionQueue || null }),
    saved: () => `Interruption queue of ${cluster.name} saved`,
  });
  const isRemoval = form.values.interruptionQueue === '' && current !== '';
  return (
    <WriteForm
      form={form}
      action="save the queue"
      permission="CLUSTER_UPDATE"
      submit={isRemoval ? 'Remove queue' : 'Save queue'}
      variant="default"
    >
      <TextInput
        label="Interruption queue"
        description="Name of the SQS queue. Without a queue, nodes are not drained before AWS interrupts them."
        {...form.text('interruptionQueue')}
      />
    </WriteForm>
  );
}
