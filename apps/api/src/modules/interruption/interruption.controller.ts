import type { ReadQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
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
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const filter = {
      clusterId: await clusterIdOf(this.queries, query.cluster),
      kinds: query.kind,
      outcomes: query.outcome,
      nodePools: query.nodePool,
      nodeClaimId: query.nodeClaimId,
      receivedFrom: query.receivedFrom,
      receivedTo: query.receivedTo,
    };
    const page = await this.queries.interruptions.page(filter, toPageRequest(query));
    return { ...toPage(page, this.ports.clock.now()), items: rowsOf(page, toInterruptionView) };
  }

  @Get(':id')
  @Operation(operations.get)
  async get(@FromRequest() { path }: RequestOf<Operations['get']>): AnswerOf<Operations['get']> {
    const [row] = await this.queries.interruptions.byIds([path.id]);
    if (row === undefined) throw notFound(`Interruption ${path.id} not found.`);
    return toInterruptionView(row);
  }
}
