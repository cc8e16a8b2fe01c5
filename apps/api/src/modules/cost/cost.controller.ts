import type { Clock } from '@kerf/application';
import { ClusterQueries, type CostFilter, CostQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { CLOCK } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { toCostView, toMonthView, toSavingsView } from './cost.mapper.js';
import { costOperations as operations } from './cost.operations.js';
import { readMeasurements } from './read-measurements.js';
import { toCostPeriod, toCostSeries } from './to-cost-series.js';

type Operations = typeof operations;

@Controller('api/v1/cost')
@Access('read')
export class CostController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(CostQueries) private readonly costQueries: CostQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.get)
  async get(@FromRequest() { query }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    return toCostView(await this.costQueries.now(clusterId), this.clock.now());
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
    const to = Math.min(query.to, this.clock.now());
    const shares = await this.costQueries.savings({ clusterId, from: query.from, to });
    return { items: shares.map(toSavingsView) };
  }

  async #filterOf(query: RequestOf<Operations['month']>['query']): Promise<CostFilter> {
    return {
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      nodePools: query.nodePool,
      capacityTypes: query.capacityType,
      instanceFamilies: query.instanceFamily,
    };
  }
}
