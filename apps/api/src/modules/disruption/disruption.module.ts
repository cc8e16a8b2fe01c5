import { DecisionQueries, DefinitionQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
  disruptionOperations as operations,
  toBudgetsView,
  toCalendarPeriod,
  toCalendarView,
} from './disruption.contract.js';
import { DisruptionReads } from './disruption.reads.js';

const budgets = serveNoun(
  { path: 'api/v1/disruption-budgets', writes: DisruptionReads, reads: DisruptionReads },
  (callersWith) => {
    const { read, pages } = callersWith('node.read');
    read(
      [operations.get, Get(), 'disruptionBudgets'],
      async (reads, { clusterId = null }, { now }) =>
        toBudgetsView(await reads.budgetStatuses(clusterId), now),
    );
    pages([operations.calendar, Get('calendar'), 'budgetCalendar'], {
      page: (reads, { from, to, ...filter }, request, { caller }) =>
        reads.page(caller.principal, filter, toCalendarPeriod({ from, to }), request),
      count: (reads, filter) => reads.count(filter),
      view: toCalendarView,
    });
  },
);

@Module({
  controllers: [budgets.controller],
  providers: [
    budgets.resolver,
    ...provideQueries(DefinitionQueries, DecisionQueries),
    DisruptionReads,
  ],
})
export class DisruptionModule {}
