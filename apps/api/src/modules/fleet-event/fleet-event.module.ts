import { FleetEventQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { badInput } from '../../contract/public-error.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
  maxEvents,
  fleetEventOperations as operations,
  toDecisionEvents,
  toFleetEventView,
} from './fleet-event.contract.js';

const events = serveNoun(
  { path: 'api/v1/events', writes: FleetEventQueries, reads: FleetEventQueries },
  (callersWith) => {
    callersWith('decision.read').read(
      [operations.list, Get(), 'fleetEvents'],
      async (queries, { clusterId = null, from = null, to = null, ...input }) => {
        const limit = 'first' in input ? input.first : input.limit;
        if (limit < 1 || limit > maxEvents) throw badInput(`first must be 1 to ${maxEvents}.`);
        const decisionEvents = toDecisionEvents(input.decisionEvents);
        const found = await queries.list({ clusterId, from, to, decisionEvents, limit });
        return found.map(toFleetEventView);
      },
      (items) => ({ items }),
    );
  },
);

@Module({
  controllers: [events.controller],
  providers: [events.resolver, ...provideQueries(FleetEventQueries)],
})
export class FleetEventModule {}
