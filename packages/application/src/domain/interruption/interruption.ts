import type { ClusterId, DecisionId, Instant, InterruptionId, NodeClaimId } from '@kerf/core';
import type { CapacityType } from '@kerf/engine';

/** What the cloud warns of. Source: karpenter aws pkg/controllers/interruption. */
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

/** `Drain`: the node is on its way out because of it. `None`: it is only noted. */
export const interruptionActions = ['Drain', 'None'] as const;
/** One of {@link interruptionActions}. */
export type InterruptionAction = (typeof interruptionActions)[number];

/** One warning about one instance of a cluster's nodes, and what became of it. */
export interface Interruption {
  readonly id: InterruptionId;
  readonly clusterId: ClusterId;
  readonly kind: InterruptionKind;
  /** The cloud's id of the event: with the instance it is one warning, however often it comes. */
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
  /** The decision that takes the node away; `null` when nothing was done, or it left already. */
  readonly decisionId: DecisionId | null;
  readonly warnedAt: Instant;
  readonly receivedAt: Instant;
  /** When the instance ends whatever anybody does; `null` when the cloud names no time. */
  readonly deadline: Instant | null;
  /** Pods that had to run elsewhere. */
  readonly podUids: readonly string[];
  /** When their next place was decided on; `null` before. */
  readonly replacementRequestedAt: Instant | null;
  /** Claims bought for them; empty when other nodes had room. */
  readonly replacementClaimIds: readonly NodeClaimId[];
  readonly drainedAt: Instant | null;
  /** Pods (`namespace/name`) that were still there when the drain had to end. */
  readonly lostPods: readonly string[];
  /** When the claim had ended. */
  readonly endedAt: Instant | null;
}

/** What is to be said of an interruption in a word. */
export const interruptionOutcomes = ['Noted', 'Draining', 'Drained', 'PodsLost'] as const;
/** One of {@link interruptionOutcomes}. */
export type InterruptionOutcome = (typeof interruptionOutcomes)[number];

/** Returns what became of an interruption. */
export function outcomeOf(
  interruption: Pick<Interruption, 'action' | 'drainedAt' | 'lostPods'>,
): InterruptionOutcome {
  if (interruption.action === 'None') return 'Noted';
  if (interruption.drainedAt === null) return 'Draining';
  return interruption.lostPods.length === 0 ? 'Drained' : 'PodsLost';
}
