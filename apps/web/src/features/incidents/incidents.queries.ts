import { queryOptions } from '@tanstack/react-query';
import { ObjectIncidentsDocument, RecentIncidentsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { timeBefore } from '../../lib/api/server-clock.js';

const dayMs = 86_400_000;
/** Days for which closed incidents are shown. */
export const closedDays = 7;

/** Open incidents of a cluster, or of all, and those that were closed in the last {@link closedDays}. */
export const recentIncidentsQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['incidents', clusterId ?? null],
    queryFn: ({ signal }) => {
      const ofCluster = { clusterId: clusterId ?? null };
      const endedFrom = timeBefore(closedDays * dayMs);
      const variables = {
        open: { ...ofCluster, isOpen: true },
        closed: { ...ofCluster, isOpen: false, endedFrom },
      };
      return request(RecentIncidentsDocument, variables, signal);
    },
    meta: { topics: ['INCIDENT'], clusterId },
  });

/** Open incidents of a cluster that concern one of the objects, e.g. `NodePool/default`. */
export const objectIncidentsQuery = (clusterId: string, objects: readonly string[]) =>
  queryOptions({
    queryKey: ['object-incidents', clusterId, objects],
    queryFn: async ({ signal }) => {
      const variables = { filter: { clusterId, objects: [...objects], isOpen: true } };
      return (await request(ObjectIncidentsDocument, variables, signal)).incidents;
    },
    meta: { topics: ['INCIDENT'], clusterId },
  });
