import type { ResourceList } from './resource-list.js';

/**
 * Instance types and zones of the region that a NodeClass cannot launch. No decision depends on
 * them; reasons use them to distinguish a name that does not exist from one that the NodeClass
 * excludes.
 */
export interface CatalogGaps {
  /** Zones of the region in which the NodeClass has no subnet, by name. */
  readonly zones: readonly string[];
  /** Instance types of the region that the NodeClass does not resolve to, by name. */
  readonly instanceTypes: readonly UnlaunchableType[];
}

/** An instance type of the region that a NodeClass cannot launch. */
export interface UnlaunchableType {
  readonly name: string;
  /** Labels as of an instance type, without those that depend on the NodeClass. */
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly capacity: ResourceList;
  readonly cause: LaunchObstacle;
}

/** Why a NodeClass cannot launch an instance type. */
export type LaunchObstacle =
  | {
      readonly kind: 'NoImage';
      readonly architectures: readonly string[];
      /** The image variant that its devices need, such as `nvidia`. */
      readonly variant: string;
    }
  /** It is offered in these zones, and the NodeClass has no subnet in them. */
  | { readonly kind: 'NoSubnet'; readonly zones: readonly string[] }
  /** It does not support the configured network interfaces or connection tracking. */
  | { readonly kind: 'Network' }
  /** It does not support another setting of the NodeClass. */
  | ({ readonly kind: 'Setting' } & NodeClassSetting);

/** A setting of a NodeClass that not every instance type supports. */
export interface NodeClassSetting {
  /** Path of the field, e.g. `spec.placementGroupSelector`. */
  readonly field: string;
  /** The setting that the types do not support, e.g. the placement strategy `cluster`. */
  readonly value: string;
}
