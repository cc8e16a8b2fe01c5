import type { DurationMs, Instant, MicroUsdPerHour } from '@kerf/core';
import type { NodeDevices } from './device.js';
import type { Labels } from './labels.js';
import type { DisruptionReason } from './node-pool.js';
import type { CapacityType, PriceOverlay } from './offering.js';
import type { BoundPod } from './pod.js';
import type { ResourceList } from './resource-list.js';
import type { Taint } from './taint.js';

/**
 * A node of the cluster, or a launched NodeClaim without a node yet (`isInitialized` false,
 * `nodeClaim` set); its capacity is then that of the instance type.
 */
export interface Node {
  /** Name of the node; of the NodeClaim while there is no node. */
  readonly name: string;
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly capacity: ResourceList;
  readonly allocatable: ResourceList;
  readonly pods: readonly BoundPod[];
  readonly isReady: boolean;
  readonly isInitialized: boolean;
  /** Deleting, being disrupted, or selected by an open decision: no pods are scheduled to it. */
  readonly isTerminating: boolean;
  /** True once the termination of its instance was requested: it is drained, and nothing runs there. */
  readonly isInstanceEnding?: true;
  /**
   * True from the decision on a reboot until the node has booted again or is given up: pods are still
   * planned on it, because its capacity returns, and it uses disruption budgets.
   */
  readonly isRebooting?: true;
  /** The annotation `karpenter.sh/do-not-disrupt` of the node, not parsed. */
  readonly doNotDisrupt: string | null;
  /** Time until which a nominated pod may still be bound to it; `null` if none is nominated. */
  readonly nominatedUntil: Instant | null;
  /** The offering that it was launched as; `null` if its labels do not say. */
  readonly offering: NodeOffering | null;
  /** `null` if Kerf does not manage it. */
  readonly nodeClaim: NodeClaimRef | null;
  /** A removal that is proposed and not executed yet; `null` if there is none. */
  readonly proposedRemoval: ProposedRemoval | null;
  /** The open decision whose command moves pods to it; `null` if there is none. */
  readonly expectsPodsOf: string | null;
  /** Number of volumes that may be attached, by CSI driver; drivers without an entry have no limit. */
  readonly volumeLimits: Readonly<Record<string, number>>;
  /** The repair that its health calls for; absent if there is none, or repair is not voluntary. */
  readonly repair?: NodeRepair;
  /** Devices for claims; absent if it has none. */
  readonly devices?: NodeDevices;
}

/** Actions that repair a node. Source: karpenter cloudprovider/types.go RepairAction @v1.15.0. */
export const repairActions = ['Reboot', 'Replace'] as const;
/** One of {@link repairActions}. */
export type RepairAction = (typeof repairActions)[number];

/** The repair of a node with a condition that has lasted longer than is tolerated. */
export interface NodeRepair {
  readonly action: RepairAction;
  /** Type of the condition, such as `Ready`. */
  readonly condition: string;
  readonly status: 'False' | 'Unknown';
  /** When the condition became so. */
  readonly since: Instant;
  /** When the first toleration of its conditions ended; the earliest is repaired first. */
  readonly dueAt: Instant;
  /** Longest drain of the node, whatever its pods allow; then its instance is terminated. */
  readonly drainMs: DurationMs;
  /** True if an annotation of the node forbids its repair. */
  readonly isVetoed: boolean;
  /** Health of the NodePool, if too many of its nodes are unhealthy for a repair; `null` otherwise. */
  readonly halted: { readonly unhealthy: number; readonly nodes: number } | null;
}

/** A proposed removal of a node. Pods of other commands are not moved to it. */
export interface ProposedRemoval {
  /**
   * The reasons whose disruption budgets it uses: all once it needs no approval any more, its own
   * while it awaits approval, none in a cluster with mode `observe`.
   */
  readonly usesBudgetsOf: readonly DisruptionReason[];
}

/** The offering that a node was launched as, with its price. */
export interface NodeOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** `null`: unknown, never 0. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly priceOverlay?: PriceOverlay;
}

/** The part of the NodeClaim behind a node that the engine reads. */
export interface NodeClaimRef {
  readonly id: string;
  readonly name: string;
  /** `null` for a standalone NodeClaim. */
  readonly nodePool: string | null;
  readonly createdAt: Instant;
  readonly initializedAt: Instant | null;
  /**
   * The last time a pod was bound to it or removed from it, without daemons; `null` if there is
   * none.
   */
  readonly lastPodEventAt: Instant | null;
  readonly startupTaints: readonly Taint[];
  /** The reason of its drift, such as `NodePoolDrifted`; `null` if it has not drifted. */
  readonly drifted: string | null;
  /** When it drifted from the current definitions; `null` if it has not. */
  readonly driftedAt: Instant | null;
  readonly hasTerminationGracePeriod: boolean;
  /** The open decision that holds this node; `null` if there is none. */
  readonly decisionId: string | null;
  /** Rejected decisions about it that still hold. */
  readonly rejections: readonly Rejection[];
}

/**
 * A decision whose nodes are not proposed again for the same reason while it holds: a rejected one,
 * or a repair that failed.
 */
export interface Rejection {
  readonly decisionId: string;
  /** True if nobody rejected the decision: its execution failed. */
  readonly isFailure?: true;
  readonly reason: DisruptionReason;
  readonly at: Instant;
  readonly until: Instant;
  /** Savings of the rejected command; `null` if unknown. */
  readonly savingMicroUsdPerHour: MicroUsdPerHour | null;
}

/** Returns the price of all nodes whose price is known. */
export const priceOf = (nodes: readonly Pick<Node, 'offering'>[]): MicroUsdPerHour =>
  nodes.reduce((sum, { offering }) => sum + (offering?.priceMicroUsdPerHour ?? 0), 0);
