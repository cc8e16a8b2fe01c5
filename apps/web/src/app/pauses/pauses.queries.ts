import { queryOptions } from '@tanstack/react-query';
import {
  PausePoolsDocument,
  PausesDocument,
  PauseTeamsDocument,
  ReleasePauseDocument,
  SetPauseDocument,
  type SetPauseInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** Pauses of a cluster, or of all. */
export const pausesQuery = (clusterId: string | undefined, includeReleased = false) =>
  queryOptions({
    queryKey: ['pauses', clusterId ?? null, includeReleased],
    queryFn: async ({ signal }) =>
      (await request(PausesDocument, { clusterId: clusterId ?? null, includeReleased }, signal))
        .pauses,
    meta: { topics: ['PAUSE'] },
  });

/** The names of the NodePools of a cluster. */
export const pausePoolsQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['pause-pools', clusterId],
    queryFn: async ({ signal }) => {
      const { nodePools } = await request(
        PausePoolsDocument,
        { clusterId: clusterId ?? null },
        signal,
      );
      return nodePools.nodes.map(({ name }) => name);
    },
    enabled: clusterId !== undefined,
  });

/** The teams that the viewer sees. */
export const pauseTeamsQuery = () =>
  queryOptions({
    queryKey: ['pause-teams'],
    queryFn: async ({ signal }) => (await request(PauseTeamsDocument, {}, signal)).teams,
  });

export const setPause = async (input: SetPauseInput) =>
  (await request(SetPauseDocument, { input })).setPause;

export const releasePause = async (input: {
  readonly id: string;
  readonly expectedVersion: number;
}) => (await request(ReleasePauseDocument, { input })).releasePause;
