import type { PendingPodGroupsQuery } from '../../gql/graphql.js';
import { type PagedRows, usePagedRows } from '../../lib/pages.js';
import { pendingGroupsList } from './pending-pods.queries.js';
import type { PendingGroup } from './to-pending-group.js';

/** Groups of pending pods; disabled while the cluster is not known. */
export function usePendingGroups(
  clusterId: string | undefined,
  isEnabled = true,
): PagedRows<PendingGroup, PendingPodGroupsQuery['pendingPodGroups']> {
  return usePagedRows<PendingGroup, PendingPodGroupsQuery['pendingPodGroups']>(
    pendingGroupsList(clusterId),
    isEnabled,
  );
}
