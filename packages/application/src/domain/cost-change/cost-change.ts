import type {
  ClusterId,
  DecisionId,
  InterruptionId,
  MicroUsdPerHour,
  NodeClaimId,
} from '@kerf/core';
import type { CostedNode } from '../cost/node-cost-span.js';
import type { DecisionKind } from '../decision/decision.js';
import type { NodeDrift } from '../decision/node-drift.js';
import type { TerminationReason } from '../node-claim/node-claim.js';

/** Kinds of causes of a change of the cost per hour. Those of decisions have the decision's kind. */
export const costDriverKinds = [
  'Provision',
  'StaticNodePool',
  'StandaloneNodeClaim',
  'Empty',
  'Consolidate',
  'Drift',
  'Expire',
  'Interrupt',
  'Repair',
  'Delete',
  'LaunchFailure',
  'InstanceEnded',
  'Price',
  'PriceKnown',
  'ClusterAdded',
  'Unmanaged',
  'Unattributed',
  'Other',
] as const;
/** One of {@link costDriverKinds}. */
export type CostDriverKind = (typeof costDriverKinds)[number];

/** Why a part of a change has no cause. */
export const unattributedReasons = [
  'Adopted',
  'DecisionUnknown',
  'PodsUnknown',
  'NotTerminated',
] as const;
/** One of {@link unattributedReasons}. */
export type UnattributedReason = (typeof unattributedReasons)[number];

/**
 * A node that differs between two times. `Passed`: it came after the first and left before the
 * second, as a link between nodes that differ; both prices are then the same.
 */
export interface ChangedNode extends Omit<CostedNode, 'priceMicroUsdPerHour' | 'zone'> {
  readonly clusterId: ClusterId;
  readonly change: 'Came' | 'Left' | 'Stayed' | 'Passed';
  /** `null` when it is unknown, or the node did not run. */
  readonly priceBefore: MicroUsdPerHour | null;
  readonly priceAfter: MicroUsdPerHour | null;
  /** `null` for a node without a NodeClaim. */
  readonly nodeClaimId: NodeClaimId | null;
}

/** The record of a changed node's NodeClaim. */
export interface ChangedClaim {
  readonly id: NodeClaimId;
  readonly name: string;
  /** The decision that launched it; `null` when it was adopted from the cluster. */
  readonly decisionId: DecisionId | null;
  readonly terminationReason: TerminationReason | null;
  /** The decision that removed it; `null` when none did, or it is unknown. */
  readonly removalId: DecisionId | null;
}

/** Pods that a NodeClaim was launched for. */
export interface PlannedPods {
  readonly nodeClaimId: NodeClaimId;
  /** The decision that removed their node; `null` when no removed node had them. */
  readonly removalId: DecisionId | null;
  /** `null` when the decision does not name them. */
  readonly namespace: string | null;
  /** `Kind/name`; empty for pods without an owner. */
  readonly workload: string | null;
  readonly pods: number;
}

/** The record of a decision that launched or removed changed nodes. */
export interface ChangingDecision {
  readonly id: DecisionId;
  readonly kind: DecisionKind;
  /** Whether it launched nodes for a static NodePool. */
  readonly isForStaticPool: boolean;
  readonly isForStandaloneClaim: boolean;
  readonly interruptionId: InterruptionId | null;
  readonly drift: readonly NodeDrift[];
}

/** The records from which a change of the cost per hour is explained. */
export interface CostChangeFacts {
  readonly nodes: readonly ChangedNode[];
  readonly claims: readonly ChangedClaim[];
  readonly decisions: readonly ChangingDecision[];
  readonly plannedPods: readonly PlannedPods[];
  /** Clusters whose recording began after the first of the two times. */
  readonly addedClusters: ReadonlySet<ClusterId>;
}

/** A controller of pods, such as a Deployment. */
export interface CostWorkload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A change of a NodePool or EC2NodeClass from which nodes had drifted. */
export interface DriftedDefinition {
  /** Kind and name, e.g. `NodePool/general`. */
  readonly definition: string;
  /** When the change was saved or found; `null` when unknown. */
  readonly at: number | null;
  /** Dotted paths of the changed fields. */
  readonly fields: readonly string[];
}

/** One cause of a change of the cost per hour. Its lists have ten entries at most. */
export interface CostDriver {
  readonly kind: CostDriverKind;
  /** `null` for `Other`, which merges the smallest drivers. */
  readonly clusterId: ClusterId | null;
  readonly changeMicroUsdPerHour: MicroUsdPerHour;
  readonly nodesAdded: number;
  readonly nodesRemoved: number;
  readonly nodesRepriced: number;
  /** Number of these nodes without a known price; the change does not include them. */
  readonly unpricedNodes: number;
  readonly nodePools: readonly string[];
  /** Only of `Provision`: the owner of most of each node's pods; `null` for pods without an owner. */
  readonly workload: CostWorkload | null;
  /** Only of prices and of unmanaged nodes. */
  readonly instanceType: string | null;
  readonly capacityType: string | null;
  /** Only of `Unattributed`. */
  readonly reason: UnattributedReason | null;
  readonly decisionIds: readonly DecisionId[];
  /** Number of all its decisions. */
  readonly decisions: number;
  /** Names, those of the largest changes first. */
  readonly nodeClaims: readonly string[];
  readonly interruptionIds: readonly InterruptionId[];
  /** Only of `Drift`. */
  readonly definitions: readonly DriftedDefinition[];
  /** Number of drivers that it merges; 1 for all but `Other`. */
  readonly drivers: number;
}
