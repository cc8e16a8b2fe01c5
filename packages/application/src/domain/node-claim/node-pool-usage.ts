import type { NodeClaimId } from '@kerf/core';
import type { InstanceType, ResourceList } from '@kerf/engine';
import type { NodeClaim } from './node-claim.js';

/** The instance types that NodeClaims without an instance may be launched as. */
interface UnlaunchedTypes {
  /** See the store's `optionNames`. */
  readonly optionNames: ReadonlyMap<NodeClaimId, readonly string[]>;
  /** Instance types by NodePool. */
  readonly instanceTypes: Readonly<Record<string, readonly InstanceType[]>>;
}

/**
 * Returns the resources of each NodePool's claims, by NodePool, including `nodes`. A NodeClaim that
 * is not launched yet counts with the largest capacity of its instance types, so that limits hold
 * whichever type is launched.
 */
export function nodePoolUsage(
  claims: readonly NodeClaim[],
  unlaunched?: UnlaunchedTypes,
): ReadonlyMap<string, ResourceList> {
  const usage = new Map<string, Record<string, number>>();
  for (const claim of claims) {
    const { nodePool } = claim;
    if (nodePool === null) continue;
    const sum = usage.get(nodePool) ?? { nodes: 0 };
    usage.set(nodePool, sum);
    sum['nodes'] = (sum['nodes'] ?? 0) + 1;
    const capacity =
      claim.instance?.capacity ??
      (unlaunched === undefined ? {} : largestCapacity(claim.id, nodePool, unlaunched));
    for (const [resource, amount] of Object.entries(capacity)) {
      sum[resource] = (sum[resource] ?? 0) + amount;
    }
  }
  return usage;
}

function largestCapacity(
  id: NodeClaimId,
  nodePool: string,
  { optionNames, instanceTypes }: UnlaunchedTypes,
): ResourceList {
  const options = new Set(optionNames.get(id));
  const largest: Record<string, number> = {};
  for (const type of instanceTypes[nodePool] ?? []) {
    if (!options.has(type.name)) continue;
    for (const [resource, amount] of Object.entries(type.capacity)) {
      largest[resource] = Math.max(largest[resource] ?? 0, amount);
    }
  }
  return largest;
}
