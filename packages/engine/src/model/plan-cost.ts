import type { MicroUsdPerHour } from '@kerf/core';

/**
 * The cost of a plan's new nodes, with its lower bound. Costs are prices plus node charges; so is
 * the bound.
 */
export interface PlanCost {
  /** Cost of the new nodes: prices plus node charges. */
  readonly planMicroUsdPerHour: MicroUsdPerHour;
  /** No plan for the pods on new nodes costs less; rounded down. */
  readonly lowerBoundMicroUsdPerHour: MicroUsdPerHour;
  /** `plan / bound - 1`; 0 without new nodes. */
  readonly gapRatio: number;
  /** Cost of the FirstFit baseline on the same input, and its number of nodes. */
  readonly firstFitMicroUsdPerHour: MicroUsdPerHour;
  readonly firstFitNodes: number;
  /** The node charge: added to the price of every node, to have few of them. */
  readonly nodeChargeMicroUsdPerHour: MicroUsdPerHour;
  /** The method that found the plan. */
  readonly method: PlanMethod;
  /** The part of the price that the offering share causes; the bound does not include it. */
  readonly diversityMicroUsdPerHour: MicroUsdPerHour;
  /** The parts of the gap: together the cost of the plan less the dual prices of its pods. */
  readonly gapParts: GapParts;
  /** The same for each new NodeClaim, in their order. */
  readonly nodeGaps: readonly NodeGap[];
  readonly certificate: BoundCertificate;
}

/** The parts of the gap, by the dual prices of the bound before rounding; a part may be negative. */
export interface GapParts {
  /** Cost of nodes above the dual prices of their capacity: better offerings could not be used. */
  readonly offeringPremiumMicroUsdPerHour: MicroUsdPerHour;
  /** Dual price of capacity that no pod uses: whole pods do not fill whole nodes. */
  readonly unusedCapacityMicroUsdPerHour: MicroUsdPerHour;
  /** Dual price of the capacity that pods take, above what they would take where they are cheapest. */
  readonly placementPremiumMicroUsdPerHour: MicroUsdPerHour;
}

/** The cost of a node, in dual prices of its pods and parts of the gap. */
export interface NodeGap extends GapParts {
  /** Sum of the dual prices of its pods. */
  readonly dualValueMicroUsdPerHour: MicroUsdPerHour;
}

/** Lists the methods that may find a plan. */
export const planMethods = [
  'FirstFit',
  'Exhaustive',
  'Greedy',
  'ColumnGeneration',
  'LargeNeighborhoodSearch',
] as const;
/** The method that found a plan, one of {@link planMethods}. */
export type PlanMethod = (typeof planMethods)[number];

/**
 * A proof of the lower bound that can be checked in integers: each pod has a dual price, and no
 * launchable node can hold pods whose dual prices exceed its cost. Then the dual prices of all pods
 * together are at most the cost of any plan for them.
 *
 * Dual prices of resources prove that a node holds no more: its pods take no more of a resource
 * than it has, and a pod whose dual price is higher than those of its requests fits only a limited
 * number of times. If they do not prove it, because whole pods do not use all capacity, an
 * enumeration of the patterns does; the dual prices guide it.
 *
 * Dual prices are decimal integers in units of {@link dualPriceUnit}; they are too long for a
 * `number`.
 */
export interface BoundCertificate {
  /**
   * True if the bound is the optimum of an exhaustive search over whole pods on whole nodes, which
   * is above the sum of the dual prices; checking it repeats the search. Only for few pods.
   */
  readonly isExhaustive: boolean;
  /** The resources of {@link dualPrices}. */
  readonly resources: readonly string[];
  /** Groups of pods of which a node may have a limited number; each slot has a dual price too. */
  readonly slots: readonly BoundSlot[];
  /** One entry for each pod group on new nodes. */
  readonly pods: readonly PodDualPrice[];
  /**
   * Sets of dual prices: one per resource, then one per slot. For every offering, one of the sets
   * proves that its nodes hold no more than they cost, or guides the enumeration.
   */
  readonly dualPrices: readonly (readonly string[])[];
}

/** A slot of nodes. Equal pods are one pod group, named by one of its pods. */
export interface BoundSlot {
  readonly capacity: number;
  readonly podUids: readonly string[];
}

/** The dual price of one pod group. */
export interface PodDualPrice {
  readonly podUid: string;
  readonly count: number;
  readonly dualValue: string;
}

/** The unit of dual prices: 2⁻⁵⁰ micro-USD per hour. */
export const dualPriceUnit = 2 ** 50;
