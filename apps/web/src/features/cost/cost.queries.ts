import { queryOptions } from '@tanstack/react-query';
import { CostNowDocument } from '../../gql/graphql.js';
import { request } from '../../lib/graphql-client.js';

export const costQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['cost', clusterId ?? null],
    queryFn: async ({ signal }) =>
      (await request(CostNowDocument, { clusterId: clusterId ?? null }, signal)).costNow,
    meta: { topics: ['NODES', 'CATALOG', 'CLUSTER'], clusterId },
  });
