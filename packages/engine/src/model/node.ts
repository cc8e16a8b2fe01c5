import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { Labels } from './labels.js';
import type { DisruptionReason } from './node-pool.js';
import type { CapacityType, PriceOverlay } from './offering.js';
import type { BoundPod } from './pod.js';
import type { ResourceList } from './resource-list.js';
import type { Taint } from './taint.js';

/**
 * A node of the cluster, or a NodeClaim that is launched and has not become a node yet
 * (`isInitialized` false, `nodeClaim` set); capacity then comes from the instance type.
 */
export interface Node {
  /** The node's name; the claim's while there is no node. */
  readonly name: string;
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly capacity: ResourceList;
  readonly allocatable: ResourceList;
  readonly pods: readonly BoundPod[];
  readonly isReady: boolean;
  readonly isInitialized: boolean;
  /** Deleting, being disrupted, or chosen by an open decision: not a target for pods. */
  readonly isTerminating: boolean;
  /** The raw annotation `karpenter.sh/do-not-disrupt` on the node. */
  readonly doNotDisrupt: string | null;
  /** Until when a pod may still be on its way here; `null` when none is. */
  readonly nominatedUntil: Instant | null;
  /** What it is bought as; `null` when its labels do not say. */
  readonly offering: NodeOffering | null;
  /** `null` when Kerf does not manage it. */
  readonly nodeClaim: NodeClaimRef | null;
  /** A removal that has been proposed and has not begun; `null` when there is none. */
  readonly proposedRemoval: ProposedRemoval | null;
  /** The open decision whose command moves pods here; `null` when none does. */
  readonly expectsPodsOf: string | null;
  /** Volumes that may still be attached, by CSI driver; a driver not named is unlimited. */
  readonly volumeLimits: Readonly<Record<string, number>>;
}

/** The node of a decision that has not begun: it is no place for pods of other commands. */
export interface ProposedRemoval {
  /**
   * The reasons whose budgets it uses: all of them once nobody has to be asked any more, its own while
   * it awaits approval, none in a cluster where decisions are only shown.
   */
  readonly usesBudgetsOf: readonly DisruptionReason[];
}

export interface NodeOffering {
  readonly instanceType: string;
  readonly zone: string;
  readonly capacityType: CapacityType;
  /** `null`: unknown, never 0. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour | null;
  readonly priceOverlay?: PriceOverlay;
}

/** What the engine has to know of the recorded NodeClaim behind a node. */
export interface NodeClaimRef {
  readonly id: string;
  readonly name: string;
  /** `null` for one that a person made in the cluster, without a pool. */
  readonly nodePool: string | null;
  readonly createdAt: Instant;
  readonly initializedAt: Instant | null;
  /** The last time a pod came or went, daemons aside; `null` when none did. */
  readonly lastPodEventAt: Instant | null;
  readonly startupTaints: readonly Taint[];
  /** The reason it is drifted, e.g. `NodePoolDrifted`; `null` when it is not. */
  readonly drifted: string | null;
  /** When it drifted from the definitions as they are now; `null` when it has not. */
  readonly driftedAt: Instant | null;
  readonly hasTerminationGracePeriod: boolean;
  /** The open decision that already holds this node; `null` when none does. */
  readonly decisionId: string | null;
  /** Decisions about it that people rejected, while that holds. */
  readonly rejections: readonly Rejection[];
}

/** A rejected decision: its nodes are not proposed again for the same reason for a while. */
export interface Rejection {
  readonly decisionId: string;
  readonly reason: DisruptionReason;
  readonly at: Instant;
  readonly until: Instant;
  /** What the rejected command would have saved; `null` when unknown. */
  readonly savingMicroUsdPerHour: MicroUsdPerHour | null;
}
