import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { countOf } from '../../lib/format/quantity.js';
import { TextInput } from '../../ui/controls.js';
import { Row, Stack } from '../../ui/layout.js';
import { Problems } from '../../ui/problems.js';
import { toast } from '../../ui/toast.js';
import { WriteButton } from '../../ui/write-button.js';
import { removeCluster } from './clusters.queries.js';

export interface RemoveClusterFormProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Forgets a cluster; asks for its name, because nothing brings the history back. */
export function RemoveClusterForm({ cluster }: RemoveClusterFormProps) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: removeCluster,
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length > 0) return;
      toast(`Kerf has forgotten ${cluster.name}`);
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
          Kerf stops watching and deciding for {cluster.name} and forgets its definitions and
          decisions; the audit log stays.{' '}
          {managed > 0
            ? `Its ${countOf(managed, 'managed node')} go on running and costing, and nobody scales them.`
            : 'Its nodes and objects are left as they are.'}
        </p>
        <TextInput
          label={`To remove it, type its name: ${cluster.name}`}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
          maw={320}
        />
        <Problems
          action="remove the cluster"
          error={removing.error}
          userErrors={removing.data?.userErrors ?? []}
        />
        <Row>
          <WriteButton
            type="submit"
            look="danger"
            isBusy={removing.isPending}
            whyNot={name === cluster.name ? undefined : 'Type the cluster’s name first'}
          >
            Remove {cluster.name} from Kerf
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
