import { FleetEventQueries } from '@kerf/db';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { badInput } from '../../contract/public-error.js';
import type { QueryFleetEventsArgs } from '../../generated/schema-types.js';
import { type FleetEventView, toDecisionEvents, toFleetEventView } from './fleet-event.mapper.js';
import { maxEvents } from './fleet-event.operations.js';

@Resolver()
@Access('read')
export class FleetEventResolver {
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
