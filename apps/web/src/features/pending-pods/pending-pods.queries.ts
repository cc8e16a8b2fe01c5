import { PendingPodGroupsDocument, type PendingPodGroupsQuery } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { type PagedList, type PagedRows, usePagedRows } from '../../lib/api/paged-rows.js';
import type { PendingGroup } from './to-pending-group.js';

const pendingGroupsList = (
  clusterId: string | undefined,
): PagedList<PendingPodGroupsQuery['pendingPodGroups']> => ({
  queryKey: ['pending-pod-groups', clusterId ?? null],
  readPage: async (after, signal) => {
    const variables = { clusterId: clusterId ?? null, after };
    return (await request(PendingPodGroupsDocument, variables, signal)).pendingPodGroups;
  },
  pageSize: 15,
  meta: { topics: ['PODS'], clusterId },
});

/** Returns the groups of pending pods; disabled while the cluster is not known. */
export function usePendingGroups(
  clusterId: string | undefined,
  isEnabled = true,
): PagedRows<PendingGroup, PendingPodGroupsQuery['pendingPodGroups']> {
  return usePagedRows<PendingGroup, PendingPodGroupsQuery['pendingPodGroups']>(
    pendingGroupsList(clusterId),
    isEnabled,
  );
}
