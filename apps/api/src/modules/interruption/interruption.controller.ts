import type { Clock } from '@kerf/application';
import { ClusterQueries, InterruptionQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import { CLOCK } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { toInterruptionView } from './interruption.mapper.js';
import { interruptionOperations as operations } from './interruption.operations.js';

type Operations = typeof operations;

@Controller('api/v1/interruptions')
@Access('read')
export class InterruptionController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(InterruptionQueries) private readonly interruptionQueries: InterruptionQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const filter = {
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      kinds: query.kind,
      outcomes: query.outcome,
      nodePools: query.nodePool,
      nodeClaimId: query.nodeClaimId,
      receivedFrom: query.receivedFrom,
      receivedTo: query.receivedTo,
    };
    const page = await this.interruptionQueries.page(filter, toPageRequest(query));
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toInterruptionView) };
  }

  @Get(':id')
  @Operation(operations.get)
  async get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const [row] = await this.interruptionQueries.byIds([path.id]);
    if (row === undefined) throw notFound(`Interruption ${path.id} not found.`);
    return toInterruptionView(row);
  }
}
