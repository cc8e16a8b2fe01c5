import type { LaunchReason } from '@kerf/engine';
import { parseLimits } from '../domain/definition/parse-limits.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { LaunchFacts } from './launch-facts.js';

/**
 * Looks again, right before buying, at what may have changed since the plan: the cluster's mode, and
 * of a claim that has one the pool, and its limits against everything that was asked for before this claim. A pass may plan
 * beyond a `nodes` limit (as upstream's does); no pass buys beyond any limit.
 * @returns `null` when nothing stands in the way
 */
export function launchRefusal(facts: LaunchFacts, claim: NodeClaim): LaunchReason | null {
  const { cluster } = facts;
  if (cluster.mode === 'observe') {
    return withheld(`cluster ${cluster.name} is in mode observe`);
  }
  const { nodePool } = claim;
  if (nodePool === null) return null;
  const pool = facts.nodePools.get(nodePool);
  if (pool === undefined) return withheld(`NodePool ${nodePool} was deleted`);

  const limits = parseLimits(pool.spec.limits);
  const others = [...(facts.capacities.get(nodePool) ?? [])].filter(([id]) => id < claim.id);
  const nodes = limits['nodes'];
  if (nodes !== undefined && others.length >= nodes) {
    return withheld(`NodePool ${nodePool} has ${others.length} of ${nodes} nodes`);
  }
  for (const [resource, limit] of Object.entries(limits)) {
    const used = others.reduce((sum, [, capacity]) => sum + (capacity?.[resource] ?? 0), 0);
    if (resource !== 'nodes' && used >= limit) {
      return withheld(`NodePool ${nodePool} has reached its limit of ${resource}`);
    }
  }
  return null;
}

function withheld(detail: string): LaunchReason {
  return { code: 'LAUNCH_WITHHELD', detail };
}
