import { countOf } from '@kerf/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { toast } from '../../../ui/feedback/toast.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import { removeCluster } from '../clusters.queries.js';

export interface RemoveClusterFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Removes a cluster from Kerf after its name is typed, because its history is lost. */
export function RemoveClusterForm({ cluster }: RemoveClusterFormProps) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: removeCluster,
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length > 0) return;
      toast(`${cluster.name} removed from Kerf`);
      await navigate({ to: '/' });
    },
  });
  const managed = cluster.summary?.managedNodes ?? 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        removing.mutate({ id: cluster.id, expectedVersion: cluster.version, confirmName: name });
      }}
    >
      <Stack>
        <p className="dimmed">
          Kerf stops managing {cluster.name} and deletes its definitions and decisions. The audit
          log is kept.{' '}
          {managed > 0
            ? `${countOf(managed, 'managed node')} will keep running at your cost, without autoscaling.`
            : 'Its nodes and objects are not changed.'}
        </p>
        <TextInput
          label={`Type the cluster name to confirm: ${cluster.name}`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
          maw={320}
        />
        <RequestErrors
          action="remove the cluster"
          error={removing.error}
          userErrors={removing.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            action="CLUSTER_REMOVE"
            type="submit"
            variant="danger"
            isBusy={removing.isPending}
            disabledReason={name === cluster.name ? undefined : 'Type the cluster name first'}
          >
            Remove {cluster.name} from Kerf
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
