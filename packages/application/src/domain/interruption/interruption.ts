import type { ClusterId, DecisionId, Instant, InterruptionId, NodeClaimId } from '@kerf/core';
import type { CapacityType } from '@kerf/engine';

/**
 * Kinds of the cloud's interruption warnings. Source: karpenter aws pkg/controllers/interruption.
 */
export const interruptionKinds = [
  'SpotInterrupted',
  'RebalanceRecommended',
  'ScheduledChange',
  'InstanceStopped',
  'InstanceTerminated',
  'CapacityReservationInterrupted',
] as const;
/** One of {@link interruptionKinds}. */
export type InterruptionKind = (typeof interruptionKinds)[number];

/**
 * Names of the kinds in Karpenter's metrics.
 * Source: karpenter aws pkg/controllers/interruption/messages/types.go @v1.14.1.
 */
export const interruptionMetricNames: Readonly<Record<InterruptionKind, string>> = {
  SpotInterrupted: 'spot_interrupted',
  RebalanceRecommended: 'rebalance_recommendation',
  ScheduledChange: 'scheduled_change',
  InstanceStopped: 'instance_stopped',
  InstanceTerminated: 'instance_terminated',
  CapacityReservationInterrupted: 'capacity_reservation_interrupted',
};

/**
 * Reactions to a warning. `Drain`: Kerf drains and terminates the node. `None`: it only records the
 * warning.
 */
export const interruptionActions = ['Drain', 'None'] as const;
/** One of {@link interruptionActions}. */
export type InterruptionAction = (typeof interruptionActions)[number];

/** An interruption warning about one instance of a cluster, and its outcome. */
export interface Interruption {
  readonly id: InterruptionId;
  readonly clusterId: ClusterId;
  readonly kind: InterruptionKind;
  /**
   * The cloud's id of the event. The same event for the same instance is one warning, however often
   * it is delivered.
   */
  readonly eventId: string;
  readonly instanceId: string;
  /** `null` for a node that Kerf does not manage. */
  readonly nodeClaimId: NodeClaimId | null;
  readonly nodeName: string | null;
  readonly nodePool: string | null;
  readonly instanceType: string | null;
  readonly zone: string | null;
  readonly capacityType: CapacityType | null;
  readonly action: InterruptionAction;
  /**
   * The decision that removes the node; `null` when nothing was done, or the node was already being
   * removed.
   */
  readonly decisionId: DecisionId | null;
  readonly warnedAt: Instant;
  readonly receivedAt: Instant;
  /** When the instance ends unconditionally; `null` when the cloud names no time. */
  readonly deadline: Instant | null;
  /** UIDs of the pods that needed another node. */
  readonly podUids: readonly string[];
  /** When the pods were scheduled to other nodes; `null` before. */
  readonly replacementRequestedAt: Instant | null;
  /** NodeClaims launched for the pods; empty when other nodes had capacity. */
  readonly replacementClaimIds: readonly NodeClaimId[];
  readonly drainedAt: Instant | null;
  /** Pods (`namespace/name`) that still ran when the drain had to end. */
  readonly lostPods: readonly string[];
  /** When the NodeClaim ended; `null` before. */
  readonly endedAt: Instant | null;
}

/** Outcomes of an interruption. */
export const interruptionOutcomes = ['Noted', 'Draining', 'Drained', 'PodsLost'] as const;
/** One of {@link interruptionOutcomes}. */
export type InterruptionOutcome = (typeof interruptionOutcomes)[number];

/** Returns the outcome of an interruption. */
export function outcomeOf(
  interruption: Pick<Interruption, 'action' | 'drainedAt' | 'lostPods'>,
): InterruptionOutcome {
  if (interruption.action === 'None') return 'Noted';
  if (interruption.drainedAt === null) return 'Draining';
  return interruption.lostPods.length === 0 ? 'Drained' : 'PodsLost';
}
