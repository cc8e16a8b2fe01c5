import type { Taint } from '@kerf/engine';
import type { NodeClassRef, RequirementManifest } from '../definition/node-pool-manifest.js';

/** `spec` of a `karpenter.sh/v1` standalone NodeClaim with its defaults filled in. */
export interface StandaloneClaimManifest {
  readonly nodeClassRef: NodeClassRef;
  readonly requirements: readonly RequirementManifest[];
  readonly taints: readonly Taint[];
  readonly startupTaints: readonly Taint[];
  /** Quantities that the node must have as allocatable resources. */
  readonly resources: { readonly requests: Readonly<Record<string, string>> };
  /** A duration or `Never`. */
  readonly expireAfter: string;
  readonly terminationGracePeriod?: string;
}
