import { decisionKinds, isAtLeast } from '@kerf/application';
import { FleetEventQueries } from '@kerf/db';
import { Get, Module } from '@nestjs/common';
import { badInput } from '../../contract/public-error.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import {
  maxActivities,
  maxEvents,
  fleetEventOperations as operations,
  toActivityView,
  toDecisionEvents,
  toFleetEventView,
} from './fleet-event.contract.js';
import { type ActivityKind, activityKindOf, groupActivity } from './group-activity.js';

const events = serveNoun(
  { path: 'api/v1/events', writes: FleetEventQueries, reads: FleetEventQueries },
  (callersWith) => {
    callersWith('decision.read').read(
      [operations.list, Get(), 'fleetEvents'],
      async (queries, { clusterId = null, from = null, to = null, ...input }) => {
        const limit = 'first' in input ? input.first : input.limit;
        if (limit < 1 || limit > maxEvents) throw badInput(`first must be 1 to ${maxEvents}.`);
        const decisionEvents = toDecisionEvents(input.decisionEvents);
        const found = await queries.list({
          clusterId,
          from,
          to,
          decisionEvents,
          limit,
          decisionKinds: null,
          hasInterruptions: true,
        });
        return found.map(toFleetEventView);
      },
      (items) => ({ items }),
    );
  },
);

/** The steps that activity is made from; the others are on the page of the decision. */
const shownSteps = [
  'ApprovalRequested',
  'Approved',
  'Rejected',
  'Expired',
  'NodeClaimLaunchFailed',
  'Executed',
  'Failed',
] as const;

const activity = serveNoun(
  { path: 'api/v1/activity', writes: FleetEventQueries, reads: FleetEventQueries },
  (callersWith) => {
    callersWith('decision.read').read(
      [operations.activity, Get(), 'activity'],
      async (queries, { clusterId = null, leastSeverity, ...input }) => {
        const limit = 'first' in input ? input.first : input.limit;
        if (limit < 1 || limit > maxActivities) {
          throw badInput(`first must be 1 to ${maxActivities}.`);
        }
        const isWanted = (kind: ActivityKind): boolean => input.kinds?.includes(kind) ?? true;
        const recent = await queries.list({
          clusterId,
          from: null,
          to: null,
          decisionEvents: shownSteps,
          decisionKinds: decisionKinds.filter((kind) => isWanted(activityKindOf(kind))),
          hasInterruptions: isWanted('Interruption'),
          limit: maxEvents,
        });
        const rows = groupActivity(recent)
          .filter(({ severity }) => isAtLeast(severity, leastSeverity ?? 'Info'))
          .slice(0, limit);
        const names = await queries.nodeNames(rows.flatMap(({ decisionId }) => decisionId ?? []));
        return rows.map(({ decisionId, nodeNames, ...row }) =>
          toActivityView({
            ...row,
            decisionId,
            nodeNames: decisionId === null ? nodeNames : (names.get(decisionId) ?? []),
          }),
        );
      },
      (items) => ({ items }),
    );
  },
);

@Module({
  controllers: [events.controller, activity.controller],
  providers: [events.resolver, activity.resolver, ...provideQueries(FleetEventQueries)],
})
export class FleetEventModule {}
