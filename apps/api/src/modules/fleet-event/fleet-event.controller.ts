import { ClusterQueries, FleetEventQueries } from '@kerf/db';
import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { clusterIdOf } from '../cluster/require-place.js';
import { toFleetEventView } from './fleet-event.mapper.js';
import { fleetEventOperations as operations } from './fleet-event.operations.js';

type Operations = typeof operations;

@Controller('api/v1/events')
@Access('read')
export class FleetEventController {
  constructor(
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
    @Inject(FleetEventQueries) private readonly fleetEventQueries: FleetEventQueries,
  ) {}

  @Get()
  @Operation(operations.list)
  async list(
    @FromRequest() { query }: RequestOf<Operations['list']>,
  ): AnswerOf<Operations['list']> {
    const events = await this.fleetEventQueries.list({
      clusterId: await clusterIdOf(this.clusterQueries, query.cluster),
      from: query.from ?? null,
      to: query.to ?? null,
      decisionEvents: query.decisionEvent ?? null,
      limit: query.limit,
    });
    return { items: events.map(toFleetEventView) };
  }
}
