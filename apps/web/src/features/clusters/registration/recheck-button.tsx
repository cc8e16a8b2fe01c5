import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { clusterQuery, recheckCluster } from '../clusters.queries.js';

export interface RecheckButtonProps {
  readonly cluster: Pick<ClusterFieldsFragment, 'id' | 'name' | 'connection'>;
}

/** Runs the registration check again, e.g. after the trust policy was changed. */
export function RecheckButton({ cluster }: RecheckButtonProps) {
  const client = useQueryClient();
  const recheck = useMutation({
    mutationFn: recheckCluster,
    onSuccess: () => client.invalidateQueries({ queryKey: clusterQuery(cluster.name).queryKey }),
  });
  const isChecking = cluster.connection.state === 'CHECKING';
  return (
    <>
      <RequestErrors
        action="start the check"
        error={recheck.error}
        userErrors={recheck.data?.userErrors ?? []}
      />
      <WriteButton
        action="CLUSTER_UPDATE"
        variant="default"
        isBusy={recheck.isPending}
        disabledReason={isChecking ? 'The check is running' : undefined}
        onClick={() => recheck.mutate(cluster.id)}
      >
        Check again
      </WriteButton>
    </>
  );
}
