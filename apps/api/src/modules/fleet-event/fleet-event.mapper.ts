import { decisionEventKinds } from '@kerf/application';
import type { FleetEvent as EventRow } from '@kerf/db';
import { badInput } from '../../contract/public-error.js';
import type { FleetEvent } from '../../generated/schema-types.js';

/** The rest is read when it is asked for. */
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

/** @throws INPUT.INVALID for a step that no decision has */
export function toDecisionEvents(names: readonly string[] | null | undefined) {
  return (
    names?.map((name) => {
      const kind = decisionEventKinds.find((known) => known === name);
      if (kind !== undefined) return kind;
      const message = `${name} is no step of a decision; there are: ${decisionEventKinds.join(', ')}`;
      throw badInput(message, [{ path: 'decisionEvents', message }]);
    }) ?? null
  );
}
