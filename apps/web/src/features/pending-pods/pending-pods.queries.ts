import { PendingPodGroupsDocument, type PendingPodGroupsQuery } from '../../gql/graphql.js';
import { request } from '../../lib/graphql-client.js';
import type { PagedList } from '../../lib/pages.js';

export const pendingGroupsList = (
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
