import type { MicroUsdPerHour } from '@kerf/core';

/**
 * What a plan's new nodes cost, and what they cannot cost less than. Costs are prices and the charge
 * per node, if there is one; the bound is about both.
 */
export interface PlanCost {
  /** New nodes of the plan: their prices and charges. */
  readonly planMicroUsdPerHour: MicroUsdPerHour;
  /** No plan for the pods that go on new nodes costs less, rounded down. */
  readonly lowerBoundMicroUsdPerHour: MicroUsdPerHour;
  /** `plan / bound - 1`; 0 when nothing has to be bought. */
  readonly gapRatio: number;
  /** What Karpenter's rule would have cost on the same input, and its nodes. */
  readonly firstFitMicroUsdPerHour: MicroUsdPerHour;
  readonly firstFitNodes: number;
  /** What was added to the price of every node to keep their number low. */
  readonly nodeChargeMicroUsdPerHour: MicroUsdPerHour;
  /** Which method made the plan. */
  readonly method: PlanMethod;
  /** What of the plan's price keeps its nodes from being alike; the bound does not ask for it. */
  readonly diversityMicroUsdPerHour: MicroUsdPerHour;
  /** Where the gap comes from; together what the plan costs beyond the worths of its pods. */
  readonly gapParts: GapParts;
  /** The same for each new claim, in their order. */
  readonly nodeGaps: readonly NodeGap[];
  readonly certificate: BoundCertificate;
}

/** By the worths of the bound, before rounding; a part may be negative. */
export interface GapParts {
  /** Nodes that cost more than all of their room is worth: better ones could not be used. */
  readonly offeringPremiumMicroUsdPerHour: MicroUsdPerHour;
  /** Room that is paid for and holds nothing: whole pods on whole nodes do not fill it. */
  readonly unusedCapacityMicroUsdPerHour: MicroUsdPerHour;
  /** Pods on nodes where they take more than they would where the bound lets them be. */
  readonly placementPremiumMicroUsdPerHour: MicroUsdPerHour;
}

/** A node costs what its pods are worth, and the parts. */
export interface NodeGap extends GapParts {
  /** What its pods are worth by the bound: all nodes together come to it. */
  readonly dualValueMicroUsdPerHour: MicroUsdPerHour;
}

export const planMethods = [
  'FirstFit',
  'Exhaustive',
  'Greedy',
  'ColumnGeneration',
  'LargeNeighborhoodSearch',
] as const;
export type PlanMethod = (typeof planMethods)[number];

/**
 * A proof of the bound that anyone can check with integers: each pod has a worth, and no node that
 * can be bought holds pods that are worth more than it costs. Then all pods together are worth no
 * more than any plan for them costs.
 *
 * That a node holds no more is shown by worths of what there is of it: the pods on it take no more of
 * a resource than it has, and where a pod is worth more than it takes, only so many of its kind fit. Where
 * they do not show it, because whole pods leave room, looking at all fillings does; the worths are its guide.
 * Worths are whole numbers in decimal, of {@link dualPriceUnit}; they are too long for a `number`.
 */
export interface BoundCertificate {
  /**
   * True when the bound is what is least when every way to put the pods on whole nodes is tried, which
   * is more than the worths come to; to check it, they have to be tried again. Only of few pods.
   */
  readonly isExhaustive: boolean;
  /** Resources that {@link dualPrices} are about. */
  readonly resources: readonly string[];
  /** Groups of pods of which a node may have only so many, whatever its size; also with a worth. */
  readonly slots: readonly BoundSlot[];
  /** One for each kind of pod on new nodes. */
  readonly pods: readonly PodDualPrice[];
  /**
   * Sets of worths: per unit of each resource, then per place of each slot. For every offering one of
   * the sets shows that it holds no more than it costs, or helps to.
   */
  readonly dualPrices: readonly (readonly string[])[];
}

/** Equal pods are of one kind, named by one of them. */
export interface BoundSlot {
  readonly capacity: number;
  readonly podUids: readonly string[];
}

export interface PodDualPrice {
  readonly podUid: string;
  readonly count: number;
  readonly dualValue: string;
}

/** Worths are counted in this part of a micro-USD per hour: 2⁻⁵⁰. */
export const dualPriceUnit = 2 ** 50;
