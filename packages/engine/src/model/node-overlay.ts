import type { MicroUsdPerHour } from '@kerf/core';
import type { NodePool, NodePoolTemplate } from './node-pool.js';
import type { RequirementSpec } from './requirement-spec.js';
import type { ResourceList } from './resource-list.js';

/**
 * Changes what instance types cost or offer, for the plan only. Source: karpenter NodeOverlay v1alpha1.
 */
export interface NodeOverlay {
  readonly name: string;
  /** 0 when the manifest sets none; the heaviest that touches a thing decides about it. */
  readonly weight: number;
  readonly requirements: readonly RequirementSpec[];
  /** `null`: prices stay. */
  readonly price: OverlayPrice | null;
  /** Extended resources that its types have more; empty when none. */
  readonly capacity: ResourceList;
}

/** What overlays look at of a pool. */
export type OverlayPool = Pick<NodePool, 'name'> & {
  readonly template: Pick<NodePoolTemplate, 'labels'>;
};

export type OverlayPrice =
  | { readonly kind: 'Fixed'; readonly priceMicroUsdPerHour: MicroUsdPerHour }
  /** Added to the price; may be negative. */
  | { readonly kind: 'Difference'; readonly microUsdPerHour: MicroUsdPerHour }
  /** Added in hundredths of the price; at least -100. */
  | { readonly kind: 'Percent'; readonly percent: number };
