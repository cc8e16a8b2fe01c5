import type { Clock } from '@kerf/application';
import { ClusterQueries, type CostFilter, CostQueries, type SavingsRequest } from '@kerf/db';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type {
  CostMonth,
  CostNow,
  CostReport,
  CostSeries,
  QueryCostMonthArgs,
  QueryCostNowArgs,
  QueryCostReportArgs,
  QueryCostSeriesArgs,
  QuerySavingsArgs,
  QueryUnusedAnticipationArgs,
  SavingsShare,
  UnusedAnticipation,
} from '../../generated/schema-types.js';
import { CLOCK, provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { clusterIdOf } from '../cluster/require-place.js';
import {
  costOperations as operations,
  toCostView,
  toMonthView,
  toSavingsView,
  toUnusedView,
} from './cost.contract.js';
import { readMeasurements } from './read-measurements.js';
import { toCostReport } from './to-cost-report.js';
import { toCostPeriod, toCostSeries } from './to-cost-series.js';

type Operations = typeof operations;

@Controller('api/v1/cost')
@Access('cost.read')
class CostController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(CostQueries) private readonly costQueries: CostQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.get)
  async get(@FromRequest() { query }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    return toCostView(await this.costQueries.now(clusterId, query.team), this.clock.now());
  }

  @Get('report')
  @Operation(operations.report)
  async report(
    @FromRequest() { query }: RequestOf<Operations['report']>,
  ): AnswerOf<Operations['report']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    return toCostReport(await this.costQueries.reports(clusterId));
  }

  @Get('series')
  @Operation(operations.series)
  async series(
    @FromRequest() { query }: RequestOf<Operations['series']>,
  ): AnswerOf<Operations['series']> {
    const now = this.clock.now();
    const period = toCostPeriod(query, now);
    const request = { ...(await this.#filterOf(query)), ...period, by: query.by };
    return toCostSeries(await readMeasurements(this.costQueries, request), period, now);
  }

  @Get('month')
  @Operation(operations.month)
  async month(
    @FromRequest() { query }: RequestOf<Operations['month']>,
  ): AnswerOf<Operations['month']> {
    const filter = await this.#filterOf(query);
    return toMonthView(await this.costQueries.month(filter, this.clock.now()));
  }

  @Get('savings')
  @Operation(operations.savings)
  async savings(
    @FromRequest() { query }: RequestOf<Operations['savings']>,
  ): AnswerOf<Operations['savings']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const shares = await this.costQueries.savings(toPast({ ...query, clusterId }, this.clock));
    return { items: shares.map(toSavingsView) };
  }

  @Get('unused-anticipation')
  @Operation(operations.unusedAnticipation)
  async unusedAnticipation(
    @FromRequest() { query }: RequestOf<Operations['unusedAnticipation']>,
  ): AnswerOf<Operations['unusedAnticipation']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const request = toPast({ ...query, clusterId }, this.clock);
    return toUnusedView(await this.costQueries.unusedAnticipation(request));
  }

  async #filterOf(query: RequestOf<Operations['month']>['query']): Promise<CostFilter> {
    return {
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      nodePools: query.nodePool,
      capacityTypes: query.capacityType,
      instanceFamilies: query.instanceFamily,
      teams: query.team,
    };
  }
}

@Resolver()
@Access('cost.read')
class CostResolver {
  constructor(
    @Inject(CostQueries) private readonly costQueries: CostQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Query()
  async costNow(@Args() { clusterId, teams }: QueryCostNowArgs): Promise<CostNow> {
    return toCostView(await this.costQueries.now(clusterId ?? null, teams), this.clock.now());
  }

  @Query()
  async costReport(@Args() { clusterId }: QueryCostReportArgs): Promise<CostReport> {
    return toCostReport(await this.costQueries.reports(clusterId ?? null));
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
  async savings(@Args() args: QuerySavingsArgs): Promise<readonly SavingsShare[]> {
    return (await this.costQueries.savings(toPast(args, this.clock))).map(toSavingsView);
  }

  @Query()
  async unusedAnticipation(@Args() args: QueryUnusedAnticipationArgs): Promise<UnusedAnticipation> {
    return toUnusedView(await this.costQueries.unusedAnticipation(toPast(args, this.clock)));
  }
}

/** A period that ends in the future ends now. */
function toPast({ clusterId, from, to }: QuerySavingsArgs, clock: Clock): SavingsRequest {
  return { clusterId: clusterId ?? null, from, to: Math.min(to, clock.now()) };
}

@Module({
  controllers: [CostController],
  providers: [CostResolver, ...provideQueries(ClusterQueries, CostQueries)],
})
export class CostModule {}
