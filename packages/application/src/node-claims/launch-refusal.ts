import type { LaunchReason } from '@kerf/engine';
import { parseLimits } from '../definitions/parse-limits.js';
import type { Ports } from '../ports/ports.js';
import { livingClaimStates } from '../provisioning/load-snapshot.js';
import type { NodeClaim } from './node-claim.js';

/**
 * Looks again, right before buying, at what may have changed since the plan: the cluster's mode,
 * the pool, and its limits against everything that is bought by now. A pass may plan beyond a
 * `nodes` limit (as upstream's does); no pass buys beyond any limit.
 * @returns `null` when nothing stands in the way
 */
export async function launchRefusal(
  ports: Pick<Ports, 'store'>,
  claim: NodeClaim,
): Promise<LaunchReason | null> {
  const { store } = ports;
  const cluster = await store.clusters.find(claim.clusterId);
  if (cluster === null) return refused('the cluster was removed');
  if (cluster.mode === 'observe') {
    return refused(`${cluster.name} is in mode observe, where nothing is touched`);
  }
  const pool = await store.definitions.find(claim.clusterId, 'NodePool', claim.nodePool);
  if (pool?.kind !== 'NodePool') return refused(`NodePool ${claim.nodePool} was deleted`);

  const limits = parseLimits(pool.spec.limits);
  if (Object.keys(limits).length === 0) return null;
  const others = await store.nodeClaims.capacitiesBefore(claim, livingClaimStates);
  const nodes = limits['nodes'];
  if (nodes !== undefined && others.length >= nodes) {
    return refused(`NodePool ${claim.nodePool} has ${others.length} of ${nodes} nodes`);
  }
  for (const [resource, limit] of Object.entries(limits)) {
    const used = others.reduce((sum, capacity) => sum + (capacity?.[resource] ?? 0), 0);
    if (resource !== 'nodes' && used >= limit) {
      return refused(`NodePool ${claim.nodePool} uses all of its limit of ${resource}`);
    }
  }
  return null;
}

function refused(detail: string): LaunchReason {
  return { code: 'LAUNCH_REFUSED', detail };
}
