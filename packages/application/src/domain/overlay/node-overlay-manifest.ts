import type { RequirementManifest } from '../definition/node-pool-manifest.js';

/** `spec` of a `karpenter.sh/v1alpha1` NodeOverlay, in the manifest's spelling. */
export interface NodeOverlayManifest {
  readonly requirements: readonly Omit<RequirementManifest, 'minValues'>[];
  /** Dollars per hour. */
  readonly price?: string;
  /** `+0.5`, `-0.02`, `+10%` or `-15%`. */
  readonly priceAdjustment?: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly weight?: number;
}
