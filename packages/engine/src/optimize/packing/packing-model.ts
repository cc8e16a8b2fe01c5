// The packing problem: item types (pods) with a demand, bin types (offerings) with a cost and a
// capacity per resource. It generalizes variable-sized bin packing (Friesen and Langston 1986), where
// bins have one size that is also their cost. All methods of the optimizer read it.
// Arrays: matrices are row-major with `width` columns: resources first, then slots. Amounts are
// integers in the units of the resources; costs are in micro-USD per hour. `relative…` arrays are
// divided by `largest`, so that all columns have one scale.

import type { NodeClaimTemplate } from '../../scheduling/nodes/node-claim-template.js';
import type { PodDemand } from './demand.js';

/**
 * The pods to place and the nodes to choose from, as numbers only. Amounts are integers in the
 * units of the resources; costs are in micro-USD per hour.
 */
export interface PackingModel {
  /** Names of the requested resources: the first columns of all amounts; the slots follow. */
  readonly resources: readonly string[];
  /** Constraints over one node that several item types share: a pod takes one of `capacity` slots. */
  readonly slots: readonly { readonly capacity: number }[];
  /** Number of columns: resources and slots. */
  readonly width: number;
  readonly itemTypes: readonly ItemType[];
  /** Request of one pod, by item type and column. */
  readonly requests: Float64Array;
  /** Largest capacity of any offering, by column. */
  readonly largest: Float64Array;
  /** {@link requests} divided by the largest capacity, so that all columns have one scale. */
  readonly relativeRequests: Float64Array;
  /** The bin types that no other one dominates. */
  readonly offerings: readonly BinType[];
  /** By group of offerings: indexes of the item types that it admits, ascending. */
  readonly groups: readonly Int32Array[];
}

/** Pods with equal requests and equal placements. */
export interface ItemType {
  readonly demand: number;
  /** Maximum number of pods on one node. */
  readonly maxPerNode: number;
  readonly items: readonly PodDemand[];
}

/** An instance type of a NodePool, with the zones and capacity types that admit the same item types. */
export interface BinType {
  readonly template: NodeClaimTemplate;
  readonly type: number;
  /** Cost of a node in micro-USD per hour: the cheapest price plus the node charge. */
  readonly cost: number;
  readonly capacity: Float64Array;
  readonly relativeCapacity: Float64Array;
  readonly group: number;
}

/**
 * A cutting pattern: how many pods of each item type are on one node. Item types without pods are
 * left out.
 */
export interface Pattern {
  readonly offering: BinType;
  readonly itemTypes: Int32Array;
  readonly counts: Int32Array;
}
