import { decisionEventKinds } from '@kerf/application';
import type { FleetEvent as EventRow } from '@kerf/db';
import { z } from 'zod';
import { badInput } from '../../contract/public-error.js';
import type { Activity as ActivityType, FleetEvent } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { rowsUpTo } from '../../rest/paging.js';
import { resourceOf } from '../../rest/resource-of.js';
import { components, instant, list, text, word } from '../../rest/wire.js';
import { ofClusterQuery } from '../cluster/cluster.contract.js';
import type { Activity } from './group-activity.js';

/** Other fields are read when they are requested. */
export type FleetEventLazy = 'decisionOutcome';
export type FleetEventView = Omit<FleetEvent, FleetEventLazy>;

export function toFleetEventView(event: EventRow): FleetEventView {
  const common = {
    at: event.at,
    clusterId: event.clusterId,
    clusterName: event.clusterName,
    nodePools: event.nodePools,
    podCount: event.podCount,
    decisionId: event.decisionId,
  };
  if (event.type === 'Interruption') {
    const { interruptionId, interruptionKind, nodeName } = event;
    return { ...common, ...noDecision, interruptionId, interruptionKind, nodeName, nodeCount: 1 };
  }
  return {
    ...common,
    ...noInterruption,
    decisionKind: event.decisionKind,
    decisionEvent: event.event,
    actor: event.actor,
    nodeCount: event.nodeCount,
    costChange: event.costChangeMicroUsdPerHour,
  };
}

const noDecision = { decisionKind: null, decisionEvent: null, actor: null, costChange: null };
const noInterruption = { interruptionId: null, interruptionKind: null, nodeName: null };

/** @throws INPUT.INVALID for an unknown step */
export function toDecisionEvents(names: readonly string[] | null | undefined) {
  return (
    names?.map((name) => {
      const kind = decisionEventKinds.find((known) => known === name);
      if (kind !== undefined) return kind;
      const message = `${name} is not a step of a decision. Steps: ${decisionEventKinds.join(', ')}.`;
      throw badInput(message, [{ path: 'decisionEvents', message }]);
    }) ?? null
  );
}

const fleetEventResource = resourceOf('FleetEvent', {}, ['decisionOutcome']).register(components, {
  id: 'FleetEvent',
  description: 'A step of a decision, or an interruption notice',
});

const fleetEventList = z
  .object({ items: list(fleetEventResource) })
  .register(components, { id: 'FleetEventList' });

/** Other fields are read when they are requested. */
export type ActivityLazy = 'decisionOutcome';
export type ActivityView = Omit<ActivityType, ActivityLazy>;

export const toActivityView = (row: Activity): ActivityView => row;

const activityResource = resourceOf(
  'Activity',
  { nodePools: list(text), actors: list(text), nodeNames: list(text) },
  ['decisionOutcome'],
).register(components, {
  id: 'Activity',
  description: 'A decision, or interruption notices that came together',
});

const activityList = z
  .object({ items: list(activityResource) })
  .register(components, { id: 'ActivityList' });

export const maxEvents = 500;
export const maxActivities = 100;

export const fleetEventOperations = {
  list: {
    id: 'listFleetEvents',
    summary: 'Activity: steps of decisions and interruption notices, newest first',
    query: z.strictObject({
      ...ofClusterQuery,
      from: instant.optional(),
      to: instant.optional(),
      decisionEvent: z.array(z.enum(decisionEventKinds)).optional(),
      limit: rowsUpTo(maxEvents).default(50),
    }),
    answer: fleetEventList,
  },
  activity: {
    id: 'listActivity',
    summary:
      'Activity, the latest first: a row for each decision, and for interruption notices that came together',
    query: z.strictObject({
      ...ofClusterQuery,
      kind: z.array(word('ActivityKind')).optional(),
      leastSeverity: word('NotificationSeverity').optional(),
      limit: rowsUpTo(maxActivities).default(50),
    }),
    answer: activityList,
  },
} as const satisfies Record<string, OperationSpec>;
