import { queryOptions } from '@tanstack/react-query';
import { FleetDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { readAllPages } from '../../lib/api/paged-rows.js';

export const fleetQuery = () =>
  queryOptions({
    queryKey: ['fleet'],
    queryFn: async ({ signal }) => {
      const pages = await readAllPages(async (after) => {
        const { fleet, clusters } = await request(FleetDocument, { after }, signal);
        return { ...clusters, fleet };
      });
      const [{ fleet, asOf }] = pages;
      return { fleet, asOf, clusters: pages.flatMap((page) => page.nodes) };
    },
    meta: { topics: ['CLUSTER', 'SYNC', 'NODES', 'PODS', 'DECISION', 'PAUSE', 'INCIDENT'] },
  });
