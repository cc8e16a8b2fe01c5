import { queryOptions } from '@tanstack/react-query';
import { TrendDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

/** The key figures of the last day, of one cluster or of all. */
export const trendQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['trend', clusterId ?? null],
    queryFn: async ({ signal }) =>
      (await request(TrendDocument, { clusterId: clusterId ?? null }, signal)).trend,
    // A line over a day hardly changes; the figure beside it does not wait for it.
    refetchInterval: 60_000,
  });
