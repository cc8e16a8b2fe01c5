import type { MicroUsdPerHour } from '@kerf/core';

/**
 * Proves the bound of what a command saves without the snapshot: the part of the snapshot that the
 * bound depends on, in integers, and the dual prices. Amounts have one entry per resource, then one
 * per slot (see {@link BoundCertificate}); dual prices are decimal integers in units of
 * {@link dualPriceUnit}.
 */
export interface SavingProof {
  readonly podGroups: readonly ProvedPodGroup[];
  /** One of the sets proves that an offer holds no more than it costs. */
  readonly dualPrices: readonly (readonly string[])[];
  /** Lists of pod groups, by index: those that may run on an offer or a node. */
  readonly admissions: readonly (readonly number[])[];
  /** Nodes that could be launched, without those that a cheaper one with more capacity stands for. */
  readonly offers: readonly ProvedOffer[];
  /** Kerf's nodes with a known price. */
  readonly nodes: readonly ProvedNode[];
  /** Free capacity of all other nodes, which costs nothing. */
  readonly others: readonly ProvedCapacity[];
  /** Nodes that may be removed, by NodePool, as the disruption budgets allow. */
  readonly removable: readonly ProvedRemovable[];
}

/** Pods with equal specs. */
export interface ProvedPodGroup {
  readonly dualValue: string;
  readonly maxPerNode: number;
  /** Request of one pod. */
  readonly requests: readonly number[];
}

/** Capacity, and which pods may use it. */
export interface ProvedCapacity {
  readonly capacity: readonly number[];
  /** Index of {@link SavingProof.admissions}. */
  readonly admission: number;
}

/** A node that could be launched. */
export interface ProvedOffer extends ProvedCapacity {
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

/** A running node; its capacity is what its pods leave free. */
export interface ProvedNode extends ProvedOffer {
  readonly name: string;
  /** Pods that would move. */
  readonly pods: readonly ProvedPods[];
}

/** Pods of one group on a node. */
export interface ProvedPods {
  /** Index of {@link SavingProof.podGroups}. */
  readonly group: number;
  readonly count: number;
}

/** The nodes of one NodePool that may be removed. */
export interface ProvedRemovable {
  /** Indexes of {@link SavingProof.nodes}. */
  readonly nodes: readonly number[];
  readonly allowed: number;
}
