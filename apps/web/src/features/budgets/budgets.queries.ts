import { queryOptions } from '@tanstack/react-query';
import {
  BudgetCalendarDocument,
  type BudgetCalendarFilter,
  type BudgetCalendarQuery,
  DisruptionBudgetsDocument,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import type { PagedList } from '../../lib/api/paged-rows.js';

export const budgetsQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['budgets', clusterId ?? null],
    queryFn: async ({ signal }) =>
      (await request(DisruptionBudgetsDocument, { clusterId: clusterId ?? null }, signal))
        .disruptionBudgets,
    meta: { topics: ['NODES', 'DEFINITION'], clusterId },
  });

/** The period of a calendar, RFC 3339. */
export interface CalendarPeriod {
  readonly from: string;
  readonly to: string;
}

/** The budgets of NodePools in a period; times that have passed are those of the current manifests, too. */
export const budgetCalendarList = (
  period: CalendarPeriod,
  filter: BudgetCalendarFilter,
): PagedList<BudgetCalendarQuery['budgetCalendar']> => ({
  queryKey: ['budget-calendar', period, filter],
  readPage: async (after, signal) =>
    (await request(BudgetCalendarDocument, { ...period, filter, after }, signal)).budgetCalendar,
  pageSize: 50,
  meta: {
    topics: ['NODES', 'DEFINITION', 'PAUSE', 'DECISION'],
    clusterId: filter.clusterId ?? undefined,
  },
});
