import { queryOptions } from '@tanstack/react-query';
import { DisruptionBudgetsDocument } from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export const budgetsQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['budgets', clusterId ?? null],
    queryFn: async ({ signal }) =>
      (await request(DisruptionBudgetsDocument, { clusterId: clusterId ?? null }, signal))
        .disruptionBudgets,
    meta: { topics: ['NODES', 'DEFINITION'], clusterId },
  });
