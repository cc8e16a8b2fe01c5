import type { Clock } from '@kerf/application';
import { CostQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type {
  CostMonth,
  CostNow,
  CostSeries,
  QueryCostMonthArgs,
  QueryCostNowArgs,
  QueryCostSeriesArgs,
  QuerySavingsArgs,
  SavingsShare,
} from '../../generated/schema-types.js';
import { CLOCK } from '../../parts.js';
import { toCostView, toMonthView, toSavingsView } from './cost.mapper.js';
import { readMeasurements } from './read-measurements.js';
import { toCostPeriod, toCostSeries } from './to-cost-series.js';

@Resolver()
@Access('read')
export class CostResolver {
  constructor(
    @Inject(CostQueries) private readonly costQueries: CostQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async costNow(@Args() { clusterId }: QueryCostNowArgs): Promise<CostNow> {
    return toCostView(await this.costQueries.now(clusterId ?? null), this.clock.now());
  }

  @Query()
  async costSeries(@Args() args: QueryCostSeriesArgs): Promise<CostSeries> {
    const now = this.clock.now();
    const period = toCostPeriod(args, now);
    const request = { ...args.filter, ...period, by: args.by };
    return toCostSeries(await readMeasurements(this.costQueries, request), period, now);
  }

  @Query()
  async costMonth(@Args() { filter }: QueryCostMonthArgs): Promise<CostMonth> {
    return toMonthView(await this.costQueries.month(filter ?? {}, this.clock.now()));
  }

  @Query()
  async savings(
    @Args() { clusterId, from, to }: QuerySavingsArgs,
  ): Promise<readonly SavingsShare[]> {
    const until = Math.min(to, this.clock.now());
    const request = { clusterId: clusterId ?? null, from, to: until };
    return (await this.costQueries.savings(request)).map(toSavingsView);
  }
}
