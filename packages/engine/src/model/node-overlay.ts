import type { MicroUsdPerHour } from '@kerf/core';
import type { NodePool, NodePoolTemplate } from './node-pool.js';
import type { RequirementSpec } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';

/**
 * Changes prices or capacity of instance types for decisions only. Source: karpenter NodeOverlay
 * v1alpha1.
 */
export interface NodeOverlay {
  readonly name: string;
  /** 0 if the manifest has none; among overlays of the same property, the highest weight applies. */
  readonly weight: number;
  readonly requirements: readonly RequirementSpec[];
  /** `null`: prices are unchanged. */
  readonly price: OverlayPrice | null;
  /** Extended resources that are added to its types; empty if none. */
  readonly capacity: ResourceList;
}

/** The part of a NodePool that overlays depend on. */
export type OverlayPool = Pick<NodePool, 'name'> & {
  readonly template: Pick<NodePoolTemplate, 'labels'>;
};

/** How an overlay changes a price: to a fixed one, by a difference or by a percentage. */
export type OverlayPrice =
  | { readonly kind: 'Fixed'; readonly priceMicroUsdPerHour: MicroUsdPerHour }
  /** Added to the price; may be negative. */
  | { readonly kind: 'Difference'; readonly microUsdPerHour: MicroUsdPerHour }
  /** Added to the price, in percent of it; at least -100. */
  | { readonly kind: 'Percent'; readonly percent: number };
