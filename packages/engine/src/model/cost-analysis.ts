import type { MicroUsdPerHour } from '@kerf/core';
import type { BoundCertificate } from './plan-cost.js';

/**
 * Why a cluster's cost is above its lower bound, the most lasting first: a node that several
 * causes keep counts for the first of them.
 */
export const costCauses = [
  /** Capacity that CapacityBuffers hold. */
  'CapacityBuffer',
  /** Nodes of static NodePools and of standalone NodeClaims: they stay, whatever runs on them. */
  'StaticCapacity',
  /** The NodePool's consolidation policy or `consolidateAfter: Never`, or it has no instance types. */
  'ConsolidationPolicy',
  'DoNotDisrupt',
  'PodDisruptionBudget',
  /** A user rejected the disruption of the node. */
  'Rejected',
  /** A pause of a person, or a brake of Kerf, stops the disruption of the nodes. */
  'Paused',
  /** Decisions that wait for approval. */
  'AwaitingApproval',
  /** Decisions that are only shown, in a cluster with mode `observe`. */
  'ObserveMode',
  /** The NodePool's disruption budgets allow no disruption now, also if no other node used them. */
  'DisruptionBudget',
  'ConsolidateAfter',
  /** Nodes that start, are removed, or expect pods. */
  'InTransition',
  /** Their savings are less than the cluster or the NodePool requires of a command. */
  'MinSaving',
  /** `minValues` or limits of NodePools: without them, consolidation could remove the nodes. */
  'NodePoolConstraints',
  /** Spot nodes that could be replaced by cheaper ones, which a setting of the cluster forbids. */
  'SpotToSpot',
  /**
   * Nodes that nothing keeps: consolidation may still find cheaper ones, or no arrangement of whole
   * pods on whole nodes is as cheap as the bound.
   */
  'NotHeldBack',
] as const;
/** One of {@link costCauses}. */
export type CostCause = (typeof costCauses)[number];

/** The part of a cost above the lower bound that one cause explains. */
export interface CostCauseShare {
  readonly cause: CostCause;
  /**
   * How much the lower bound rises when the nodes of this cause have to stay; for `MinSaving`,
   * `NodePoolConstraints` and `SpotToSpot` how much less the cluster costs when consolidation has
   * ended without the constraint.
   */
  readonly microUsdPerHour: MicroUsdPerHour;
  /** Number of nodes that it keeps; those that a more lasting cause keeps are not counted again. */
  readonly nodes: number;
  /** The objects behind it with the most nodes. */
  readonly subjects: readonly CostCauseSubject[];
}

/** An object that keeps nodes: a PodDisruptionBudget, pod, node, NodePool or decision, by its name. */
export interface CostCauseSubject {
  readonly name: string;
  /** How much the lower bound rises when only its nodes of this cause have to stay. */
  readonly microUsdPerHour: MicroUsdPerHour;
  readonly nodes: number;
}

/** Parts of the lower bound that are a choice of the user. */
export const boundPartCauses = [
  /** Pods of DaemonSets, which each node runs. */
  'Daemons',
  /** Requirements of NodePools, except on architecture and operating system. */
  'NodePoolRequirements',
] as const;
/** One of {@link boundPartCauses}. */
export type BoundPartCause = (typeof boundPartCauses)[number];

/** The part of the lower bound that would not be there without its cause; parts may overlap. */
export interface BoundPart {
  readonly cause: BoundPartCause;
  readonly microUsdPerHour: MicroUsdPerHour;
  /** The labels of the requirements, each with the part of those on it alone. */
  readonly subjects: readonly {
    readonly name: string;
    readonly microUsdPerHour: MicroUsdPerHour;
  }[];
}

/**
 * The cost of the running nodes of a cluster, with a lower bound: no nodes of its NodePools, existing
 * or new, that hold the pods of today cost less. The parts of all causes sum up to the difference.
 */
export interface CostAnalysis {
  /** The price of Kerf's nodes, of those with a known price. */
  readonly costMicroUsdPerHour: MicroUsdPerHour;
  readonly lowerBoundMicroUsdPerHour: MicroUsdPerHour;
  /** Nodes with a known price; those without one and their pods are left out. */
  readonly nodes: number;
  readonly unpricedNodes: number;
  /** Pods on these nodes, without daemons. */
  readonly pods: number;
  /**
   * Number of pods that could run on no new node now, so that the bound includes no cost for them.
   */
  readonly unboundedPods: number;
  /**
   * Causes in the order of {@link costCauses}; those without a part and without nodes are left out.
   */
  readonly causes: readonly CostCauseShare[];
  /**
   * Causes in force whose parts are unknown, because consolidation has more to do than can be
   * simulated. Their part is counted as `NotHeldBack`.
   */
  readonly unmeasuredCauses: readonly CostCause[];
  /** Parts of the lower bound; causes without a part are left out. */
  readonly boundParts: readonly BoundPart[];
  readonly certificate: BoundCertificate;
}
