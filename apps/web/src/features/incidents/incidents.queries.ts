import { queryOptions } from '@tanstack/react-query';
import { type IncidentFilter, IncidentsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { serverNow } from '../../lib/api/server-clock.js';

const dayMs = 86_400_000;
/** Days for which closed incidents are shown. */
export const closedDays = 7;

const incidentsQuery = (
  key: readonly unknown[],
  filter: () => IncidentFilter,
  clusterId: string | undefined,
) =>
  queryOptions({
    queryKey: ['incidents', ...key],
    queryFn: async ({ signal }) =>
      (await request(IncidentsDocument, { filter: filter() }, signal)).incidents,
    meta: { topics: ['INCIDENT'], clusterId },
  });

/** Open incidents of a cluster, or of all, and those that were closed in the last {@link closedDays}. */
export const recentIncidentsQuery = (clusterId: string | undefined) =>
  incidentsQuery(
    [clusterId ?? null],
    () => ({
      clusterId: clusterId ?? null,
      endedFrom: new Date(serverNow() - closedDays * dayMs).toISOString(),
    }),
    clusterId,
  );

/** Open incidents of a cluster that concern one of the objects, e.g. `NodePool/default`. */
export const objectIncidentsQuery = (clusterId: string, objects: readonly string[]) =>
  incidentsQuery(
    [clusterId, objects],
    () => ({ clusterId, objects: [...objects], isOpen: true }),
    clusterId,
  );
