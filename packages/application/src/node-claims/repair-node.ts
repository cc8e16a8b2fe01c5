import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { endDrainBy } from '../recording/request-termination.js';
import { removeNode } from './remove-node.js';

/** A NodeClaim whose node or instance has been unhealthy for longer than is tolerated. */
export interface NodeToRepair {
  readonly claim: NodeClaim;
  /** `undefined` while the instance has not joined the cluster. */
  readonly node: CachedNode | undefined;
}

/** The ports that the repair of a node needs. */
export type RepairPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest'>;

/**
 * Terminates an unhealthy node at once, regardless of disruption budgets, PodDisruptionBudgets,
 * do-not-disrupt and terminationGracePeriod. The drain of a node that is being terminated already
 * ends now.
 * Source: karpenter node/health/controller.go and aws pkg/controllers/instancestatus.
 * @returns true when the termination has started, false when it had started before
 */
export async function repairNode(
  ports: RepairPorts,
  view: ClusterView,
  { claim, node }: NodeToRepair,
): Promise<boolean> {
  const now = ports.clock.now();
  if (claim.state === 'Terminating') {
    await ports.store.transaction((tx) => endDrainBy(ports, tx, claim, now));
    return false;
  }
  await removeNode(ports, view, {
    claim,
    node,
    reason: 'Unhealthy',
    instanceEndsAt: null,
    drainUntil: now,
  });
  return true;
}
