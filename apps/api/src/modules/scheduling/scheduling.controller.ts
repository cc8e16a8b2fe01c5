import type { ReadQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { type ApiPorts, PORTS, QUERIES } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { rowsOf, toPage, toPageRequest } from '../../rest/paging.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { toPendingPodView } from './scheduling.mapper.js';
import { schedulingOperations as operations } from './scheduling.operations.js';

type Operations = typeof operations;

@Controller('api/v1/pending-pods')
@Access('read')
export class SchedulingController {
  constructor(
    @Inject(QUERIES) private readonly queries: ReadQueries,
    @Inject(PORTS) private readonly ports: ApiPorts,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const clusterId = await clusterIdOf(this.queries, query.cluster);
    const page = await this.queries.pods.pendingPage(clusterId, toPageRequest(query));
    return { ...toPage(page, this.ports.clock.now()), items: rowsOf(page, toPendingPodView) };
  }
}
