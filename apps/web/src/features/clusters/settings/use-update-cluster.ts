import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { toast } from '../../../ui/feedback/toast.js';
import { clusterQuery, updateCluster } from '../clusters.queries.js';

/** Saves changes of a cluster, loads it again, and shows the toast `saved` when there are no user errors. */
export function useUpdateCluster(cluster: ClusterFieldsFragment, saved: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: updateCluster,
    onSuccess: async (payload) => {
      await client.invalidateQueries({ queryKey: clusterQuery(cluster.name).queryKey });
      if (payload.userErrors.length === 0) toast(saved);
    },
  });
}
