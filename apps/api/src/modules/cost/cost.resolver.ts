import type { ReadQueries } from '@kerf/db';
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
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { toCostView, toMonthView, toSavingsView } from './cost.mapper.js';
import { readMeasurements } from './read-measurements.js';
import { toCostPeriod, toCostSeries } from './to-cost-series.js';

@Resolver()
@Access('read')
export class CostResolver {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Query()
  async costNow(@Args() { clusterId }: QueryCostNowArgs): Promise<CostNow> {
    return toCostView(await this.queries.costNow(clusterId ?? null), this.ports.clock.now());
  }

  @Query()
  async costSeries(@Args() args: QueryCostSeriesArgs): Promise<CostSeries> {
    const now = this.ports.clock.now();
    const period = toCostPeriod(args, now);
    const request = { ...args.filter, ...period, by: args.by };
    return toCostSeries(await readMeasurements(this.queries, request), period, now);
  }

  @Query()
  async costMonth(@Args() { filter }: QueryCostMonthArgs): Promise<CostMonth> {
    return toMonthView(await this.queries.costMonth(filter ?? {}, this.ports.clock.now()));
  }

  @Query()
  async savings(
    @Args() { clusterId, from, to }: QuerySavingsArgs,
  ): Promise<readonly SavingsShare[]> {
    const until = Math.min(to, this.ports.clock.now());
    const request = { clusterId: clusterId ?? null, from, to: until };
    return (await this.queries.savings(request)).map(toSavingsView);
  }
}
