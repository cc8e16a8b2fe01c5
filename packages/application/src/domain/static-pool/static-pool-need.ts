import type { NodePoolDefinition } from '../definition/definition.js';
import type { NodePoolManifest } from '../definition/node-pool-manifest.js';
import { parseLimits } from '../definition/parse-limits.js';

/** A static NodePool: it keeps a fixed number of nodes, whatever pods are pending. */
export type StaticPool = NodePoolDefinition & {
  readonly spec: NodePoolManifest & { readonly replicas: number };
};

/** Returns true for a NodePool with `replicas`. */
export function isStaticPool(pool: NodePoolDefinition): pool is StaticPool {
  return pool.spec.replicas !== undefined;
}

/** The replicas and the NodeClaims of a static NodePool. */
export interface StaticPoolCounts {
  readonly nodePool: string;
  readonly replicas: number;
  /** Number of NodeClaims that are not terminating, launched or not. */
  readonly held: number;
}

interface Claims {
  /** Number of NodeClaims, as in {@link StaticPoolCounts}. */
  readonly held: number;
  /** Number of NodeClaims among `held` that have no instance yet. */
  readonly launching: number;
  /**
   * Number of NodeClaims among `held` that will be removed because their replacement is being
   * launched or exists.
   */
  readonly replaced: number;
  /** Number of terminating NodeClaims, which still count toward the limit of nodes. */
  readonly leaving: number;
}

/** The number of nodes that a static NodePool lacks or has too many. */
export interface StaticPoolNeed {
  readonly lacking: number;
  /**
   * Number of NodeClaims among `lacking` that are launched now; the others follow when instances
   * are there.
   */
  readonly toLaunch: number;
  /** Number of nodes to remove. */
  readonly surplus: number;
}

/** A decision has each of its nodes, so a number of replicas without a bound must not become one. */
const mostLaunching = 1_000;

/**
 * Returns how many nodes a static NodePool lacks within its limit of nodes, or has too many. A node
 * that is being replaced counts as a replica until it is removed; then its replacement counts. At
 * most 1,000 nodes are launched at a time.
 * Source: karpenter static/provisioning and static/deprovisioning/controller.go @v1.14.1.
 */
export function staticPoolNeed(
  { limits, replicas }: Pick<StaticPool['spec'], 'limits' | 'replicas'>,
  { held, launching, replaced, leaving }: Claims,
): StaticPoolNeed {
  const limit = parseLimits(limits)['nodes'] ?? Infinity;
  const lacking = Math.max(0, Math.min(replicas, limit - leaving) - held);
  return {
    lacking,
    toLaunch: Math.min(lacking, Math.max(0, mostLaunching - launching)),
    surplus: Math.max(0, held - replaced - replicas),
  };
}
