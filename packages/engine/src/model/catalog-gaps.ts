import type { ResourceList } from './resource-list.js';

/**
 * What the region has and a NodeClass cannot launch. Nothing is decided by it: it tells a name that does
 * not exist from one that the NodeClass leaves out.
 */
export interface CatalogGaps {
  /** Zones of the region in which the NodeClass has no subnet, by name. */
  readonly zones: readonly string[];
  /** Instance types of the region that the NodeClass does not resolve to, by name. */
  readonly instanceTypes: readonly UnlaunchableType[];
}

export interface UnlaunchableType {
  readonly name: string;
  /** As those of an instance type; without labels that depend on the NodeClass. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly capacity: ResourceList;
  readonly cause: LaunchObstacle;
}

/** Why a NodeClass cannot launch an instance type. */
export type LaunchObstacle =
  | {
      readonly kind: 'NoImage';
      readonly architectures: readonly string[];
      /** The kind of image that its devices need, e.g. `nvidia`. */
      readonly variant: string;
    }
  /** It is sold in these zones, and the NodeClass has a subnet in none of them. */
  | { readonly kind: 'NoSubnet'; readonly zones: readonly string[] }
  /** It cannot have the network interfaces, or the connection tracking, that are configured. */
  | { readonly kind: 'Network' };
