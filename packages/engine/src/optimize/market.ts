import type { NodeClaimTemplate } from '../scheduling/node-claim-template.js';
import type { DemandItem } from './demand.js';

/**
 * What is to be placed and what can be bought, as numbers: no names, no labels, no pods. Amounts are
 * integers in the units of the resources; prices are micro-USD per hour.
 */
export interface Market {
  /** Names of the resources that pods ask for; columns of amounts are these, then the slots. */
  readonly resources: readonly string[];
  /** Rules about one node that several shapes share: a pod takes one place of so many. */
  readonly slots: readonly { readonly capacity: number }[];
  /** How many columns there are. */
  readonly width: number;
  readonly shapes: readonly Shape[];
  /** By shape and resource. */
  readonly requests: Float64Array;
  /** By resource: the largest room of any offering. */
  readonly largest: Float64Array;
  /** {@link requests} as parts of the largest room: numbers of one scale. */
  readonly relativeRequests: Float64Array;
  /** The ones that are not worse in every way than another. */
  readonly offerings: readonly MarketOffering[];
  /** By group of offerings: the shapes that they can hold, ascending. */
  readonly groups: readonly Int32Array[];
}

/** Pods that are alike in what they take and where they may be. */
export interface Shape {
  readonly demand: number;
  /** More than this many are never on one node. */
  readonly mostPerNode: number;
  readonly items: readonly DemandItem[];
}

/** An instance type of a pool, in zones and capacity types that no shape tells apart. */
export interface MarketOffering {
  readonly template: NodeClaimTemplate;
  readonly type: number;
  /** What a node costs: the cheapest price and the charge per node. */
  readonly cost: number;
  readonly room: Float64Array;
  readonly relativeRoom: Float64Array;
  readonly group: number;
}

/** How many pods of each shape are on one node; only shapes that it holds are named. */
export interface Fill {
  readonly offering: MarketOffering;
  readonly shapes: Int32Array;
  readonly counts: Int32Array;
}
