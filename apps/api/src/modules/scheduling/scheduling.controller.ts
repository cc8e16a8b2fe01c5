import type { Clock } from '@kerf/application';
import { ClusterQueries, PodQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { CLOCK } from '../../parts.js';
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
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(PodQueries) private readonly podQueries: PodQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const page = await this.podQueries.pendingPage(clusterId, toPageRequest(query));
    return { ...toPage(page, this.clock.now()), items: rowsOf(page, toPendingPodView) };
  }
}
