import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { errorsOfOtherFields, fieldError } from '../../../lib/api/user-errors.js';
import { TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { useUpdateCluster } from './use-update-cluster.js';

export interface InterruptionQueueFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Sets or removes the queue of interruption notices. */
export function InterruptionQueueForm({ cluster }: InterruptionQueueFormProps) {
  const current = cluster.interruptionQueue ?? '';
  const [queue, setQueue] = useState(current);
  const saving = useUpdateCluster(cluster, `Interruption queue of ${cluster.name} saved`);
  const userErrors = saving.data?.userErrors ?? [];
  const isRemoval = queue === '' && current !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({
          id: cluster.id,
          expectedVersion: cluster.version,
          interruptionQueue: queue === '' ? null : queue,
        });
      }}
    >
      <Stack>
        <TextInput
          label="Interruption queue"
          description="Name of the SQS queue. Without a queue, nodes are not drained before AWS interrupts them."
          value={queue}
          onChange={(event) => setQueue(event.currentTarget.value)}
          error={fieldError(userErrors, 'interruptionQueue')}
        />
        <RequestErrors
          action="save the queue"
          error={saving.error}
          userErrors={errorsOfOtherFields(userErrors, ['interruptionQueue'])}
        />
        <Row>
          <WriteButton
            action="CLUSTER_UPDATE"
            type="submit"
            variant="default"
            isBusy={saving.isPending}
            disabledReason={queue === current ? 'No changes' : undefined}
          >
            {isRemoval ? 'Remove queue' : 'Save queue'}
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
