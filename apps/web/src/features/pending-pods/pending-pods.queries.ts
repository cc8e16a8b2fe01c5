import { PendingPodGroupsDocument, type PendingPodGroupsQuery } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { type PagedList, type PagedRows, usePagedRows } from '../../lib/api/paged-rows.js';
import type { PendingGroup } from './to-pending-group.js';

/** Filter of the pending pods to show. */
export interface PendingPodsScope {
  /** All clusters if absent. */
  readonly clusterId: string | undefined;
  readonly team?: string | undefined;
}

const pendingGroupsList = ({
  clusterId,
  team,
}: PendingPodsScope): PagedList<PendingPodGroupsQuery['pendingPodGroups']> => ({
  queryKey: ['pending-pod-groups', clusterId ?? null, team ?? null],
  readPage: async (after, signal) => {
    const variables = {
      clusterId: clusterId ?? null,
      after,
      ...(team === undefined ? {} : { teams: [team] }),
    };
    return (await request(PendingPodGroupsDocument, variables, signal)).pendingPodGroups;
  },
  pageSize: 15,
  meta: { topics: ['PODS'], clusterId },
});

/** Returns the groups of pending pods; disabled while the cluster is not known. */
export function usePendingGroups(
  scope: PendingPodsScope,
  isEnabled = true,
): PagedRows<PendingGroup, PendingPodGroupsQuery['pendingPodGroups']> {
  return usePagedRows<PendingGroup, PendingPodGroupsQuery['pendingPodGroups']>(
    pendingGroupsList(scope),
    isEnabled,
  );
}
