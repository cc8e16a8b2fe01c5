import { queryOptions } from '@tanstack/react-query';
import { ClusterNamesDocument, ShellDocument } from '../gql/graphql.js';
import { request } from '../lib/api/graphql-client.js';
import { readAllPages } from '../lib/api/paged-rows.js';

/** The signed-in user, and the counts of the navigation. */
export const shellQuery = () =>
  queryOptions({
    queryKey: ['shell'],
    queryFn: ({ signal }) => request(ShellDocument, {}, signal),
    meta: { topics: ['CLUSTER', 'DECISION', 'PODS'] },
  });

export const clusterNamesQuery = () =>
  queryOptions({
    queryKey: ['cluster-names'],
    queryFn: async ({ signal }) => {
      const pages = await readAllPages(async (after) => {
        const { clusters } = await request(ClusterNamesDocument, { after }, signal);
        return clusters;
      });
      return pages.flatMap((page) => page.nodes);
    },
    meta: { topics: ['CLUSTER'] },
  });
