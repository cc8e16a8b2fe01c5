import type { NodePoolDefinition } from '../definition/definition.js';
import type { NodePoolManifest } from '../definition/node-pool-manifest.js';
import { parseLimits } from '../definition/parse-limits.js';

/** A pool that keeps a number of nodes, whatever pods wait. */
export type StaticPool = NodePoolDefinition & {
  readonly spec: NodePoolManifest & { readonly replicas: number };
};

/** Returns true for a NodePool with `replicas`. */
export function isStaticPool(pool: NodePoolDefinition): pool is StaticPool {
  return pool.spec.replicas !== undefined;
}

/** What a static pool wants and has. */
export interface StaticPoolCounts {
  readonly nodePool: string;
  readonly replicas: number;
  /** Claims that are not on their way out, launched or not. */
  readonly held: number;
}

interface Claims {
  /** As in {@link StaticPoolCounts}. */
  readonly held: number;
  /** Of these, nodes that a replacement is being bought for, or is there: they are about to go. */
  readonly replaced: number;
  /** Claims on their way out, which the limit of nodes still counts. */
  readonly leaving: number;
}

/** How many NodeClaims a static NodePool lacks, or has too many. */
export interface StaticPoolNeed {
  /** Nodes to buy. */
  readonly lacking: number;
  /** Nodes to take away. */
  readonly surplus: number;
}

/**
 * How many nodes a static pool lacks, as far as its limit of nodes lets it have them, or has too many.
 * A node that is being replaced fills its place until it goes, and its replacement does from then on.
 * Source: karpenter static/provisioning and static/deprovisioning/controller.go @v1.14.1.
 */
export function staticPoolNeed(
  { limits, replicas }: Pick<StaticPool['spec'], 'limits' | 'replicas'>,
  { held, replaced, leaving }: Claims,
): StaticPoolNeed {
  const limit = parseLimits(limits)['nodes'] ?? Infinity;
  return {
    lacking: Math.max(0, Math.min(replicas, limit - leaving) - held),
    surplus: Math.max(0, held - replaced - replicas),
  };
}
