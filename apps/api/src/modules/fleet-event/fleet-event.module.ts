import { ClusterQueries, FleetEventQueries } from '@kerf/db';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { badInput } from '../../contract/public-error.js';
import type { QueryFleetEventsArgs } from '../../generated/schema-types.js';
import { provideQueries } from '../../parts.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { clusterIdOf } from '../cluster/require-place.js';
import {
  type FleetEventView,
  maxEvents,
  fleetEventOperations as operations,
  toDecisionEvents,
  toFleetEventView,
} from './fleet-event.contract.js';

type Operations = typeof operations;

@Controller('api/v1/events')
@Access('decision.read')
class FleetEventController {
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

@Resolver()
@Access('decision.read')
class FleetEventResolver {
  constructor(@Inject(FleetEventQueries) private readonly fleetEventQueries: FleetEventQueries) {}

  @Query()
  async fleetEvents(@Args() args: QueryFleetEventsArgs): Promise<readonly FleetEventView[]> {
    const { clusterId = null, from = null, to = null, first } = args;
    if (first < 1 || first > maxEvents) throw badInput(`first must be 1 to ${maxEvents}.`);
    const decisionEvents = toDecisionEvents(args.decisionEvents);
    const request = { clusterId, from, to, decisionEvents, limit: first };
    return (await this.fleetEventQueries.list(request)).map(toFleetEventView);
  }
}

@Module({
  controllers: [FleetEventController],
  providers: [FleetEventResolver, ...provideQueries(ClusterQueries, FleetEventQueries)],
})
export class FleetEventModule {}
