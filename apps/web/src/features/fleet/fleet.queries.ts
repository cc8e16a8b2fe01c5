import { queryOptions } from '@tanstack/react-query';
import { FleetDocument, FleetTeamsDocument } from '../../gql/graphql.js';
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

/** The names of the teams that own each cluster, by its ID. */
export const fleetTeamsQuery = () =>
  queryOptions({
    queryKey: ['teams', 'of-clusters'],
    queryFn: async ({ signal }) => {
      const { teams } = await request(FleetTeamsDocument, {}, signal);
      const owned = teams.flatMap(({ name, owns }) =>
        owns.filter(({ kind }) => kind === 'CLUSTER').map(({ clusterId }) => ({ name, clusterId })),
      );
      return new Map(
        [...Map.groupBy(owned, ({ clusterId }) => clusterId)].map(([clusterId, owners]) => [
          clusterId,
          owners.map(({ name }) => name),
        ]),
      );
    },
  });
