import type { Instant, MicroUsdPerHour } from '@kerf/core';
import type { Labels } from './labels.js';
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
  readonly isLeaving: boolean;
  /** The raw annotation `karpenter.sh/do-not-disrupt` on the node. */
  readonly doNotDisrupt: string | null;
  /** Until when a pod may still be on its way here; `null` when none is. */
  readonly nominatedUntil: Instant | null;
  /** What it is bought as; `null` when its labels do not say. */
  readonly offering: NodeOffering | null;
  /** `null` when Kerf does not manage it. */
  readonly nodeClaim: NodeClaimRef | null;
  /** Volumes that may still be attached, by CSI driver; a driver not named is unlimited. */
  readonly volumeLimits: Readonly<Record<string, number>>;
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
  readonly hasTerminationGracePeriod: boolean;
  /** The open decision that already holds this node; `null` when none does. */
  readonly decisionId: string | null;
}
