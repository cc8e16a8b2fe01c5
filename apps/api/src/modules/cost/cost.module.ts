import { CostQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
  costOperations as operations,
  toCostView,
  toMonthView,
  toPast,
  toSavingsView,
  toUnusedView,
} from './cost.contract.js';
import { readCostAllocationRequest, toCostAllocation } from './to-cost-allocation.js';
import { toChangePeriod, toCostChange } from './to-cost-change.js';
import { toCostReport } from './to-cost-report.js';
import { toCostPeriod, toCostSeries } from './to-cost-series.js';
import { toTrend, toTrendPeriod } from './to-trend.js';

const cost = serveNoun(
  { path: 'api/v1/cost', writes: CostQueries, reads: CostQueries },
  (callersWith) => {
    const { read } = callersWith('cost.read');
    read(
      [operations.get, Get(), 'costNow'],
      async (queries, { clusterId = null, teams }, { now }) =>
        toCostView(await queries.now(clusterId, teams), now),
    );
    read(
      [operations.allocation, Get('allocation'), 'costAllocation'],
      async (queries, input, { caller, now }) => {
        const request = readCostAllocationRequest(input, caller.principal);
        return toCostAllocation(await queries.allocation(request), now);
      },
      ({ shares, ...rest }) => ({ ...rest, items: shares }),
    );
    read([operations.report, Get('report'), 'costReport'], async (queries, { clusterId = null }) =>
      toCostReport(await queries.reports(clusterId)),
    );
    read([operations.series, Get('series'), 'costSeries'], async (queries, input, { now }) => {
      const period = toCostPeriod(input, now);
      const request = { ...input, ...period };
      const [points, coverage] = await Promise.all([
        queries.series(request),
        queries.coverage(request),
      ]);
      return toCostSeries({ points, coverage }, period, now);
    });
    read([operations.change, Get('change'), 'costChange'], async (queries, input, { now }) => {
      const coverage = await queries.spanCoverage(input);
      const period = toChangePeriod(input, coverage, now);
      const request = { ...input, ...period };
      const [records, gaps] = await Promise.all([
        queries.change(request, period.added),
        queries.gaps(request),
      ]);
      return toCostChange({ records, gaps, coverage }, period);
    });
    read([operations.trend, Get('trend'), 'trend'], async (queries, { clusterId = null }, call) => {
      const coverage = await queries.spanCoverage({ clusterId });
      const period = toTrendPeriod(coverage, call.now);
      const request = { clusterId, ...period };
      const [rate, figures, costs, samples] = await Promise.all([
        queries.rateAt(clusterId, period.costFrom),
        queries.figuresAt(clusterId, period.figuresFrom),
        queries.costTrend(request),
        queries.figureTrend(request),
      ]);
      return toTrend({ rate, figures, costs, samples, coverage }, period);
    });
    read([operations.month, Get('month'), 'costMonth'], async (queries, filter, { now }) =>
      toMonthView(await queries.month(filter, now)),
    );
    read(
      [operations.savings, Get('savings'), 'savings'],
      async (queries, input, { now }) =>
        (await queries.savings(toPast(input, now))).map(toSavingsView),
      (items) => ({ items }),
    );
    read(
      [operations.unusedAnticipation, Get('unused-anticipation'), 'unusedAnticipation'],
      async (queries, input, { now }) =>
        toUnusedView(await queries.unusedAnticipation(toPast(input, now))),
    );
  },
);

@Module({
  controllers: [cost.controller],
  providers: [cost.resolver, ...provideQueries(CostQueries)],
})
export class CostModule {}
