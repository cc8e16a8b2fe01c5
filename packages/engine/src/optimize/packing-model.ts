import type { NodeClaimTemplate } from '../scheduling/node-claim-template.js';
import type { PodDemand } from './demand.js';

/**
 * What is to be placed and what can be bought, as numbers: no names, no labels, no pods. Amounts are
 * integers in the units of the resources; prices are micro-USD per hour.
 */
export interface PackingModel {
  /** Names of the resources that pods ask for; columns of amounts are these, then the slots. */
  readonly resources: readonly string[];
  /** Rules about one node that several shapes share: a pod takes one place of so many. */
  readonly slots: readonly { readonly capacity: number }[];
  /** How many columns there are. */
  readonly width: number;
  readonly itemTypes: readonly ItemType[];
  /** By shape and resource. */
  readonly requests: Float64Array;
  /** By resource: the largest room of any offering. */
  readonly largest: Float64Array;
  /** {@link requests} as parts of the largest room: numbers of one scale. */
  readonly relativeRequests: Float64Array;
  /** The ones that are not worse in every way than another. */
  readonly offerings: readonly BinType[];
  /** By group of offerings: the shapes that they can hold, ascending. */
  readonly groups: readonly Int32Array[];
}

/** Pods that are alike in what they take and where they may be. */
export interface ItemType {
  readonly demand: number;
  /** More than this many are never on one node. */
  readonly maxPerNode: number;
  readonly items: readonly PodDemand[];
}

/** An instance type of a pool, in zones and capacity types that no shape tells apart. */
export interface BinType {
  readonly template: NodeClaimTemplate;
  readonly type: number;
  /** What a node costs: the cheapest price and the charge per node. */
  readonly cost: number;
  readonly capacity: Float64Array;
  readonly relativeCapacity: Float64Array;
  readonly group: number;
}

/** How many pods of each shape are on one node; only shapes that it holds are named. */
export interface Pattern {
  readonly offering: BinType;
  readonly itemTypes: Int32Array;
  readonly counts: Int32Array;
}
