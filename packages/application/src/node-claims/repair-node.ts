import type { DurationMs } from '@kerf/core';
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
  /** Longest drain; absent: none. */
  readonly drainMs?: DurationMs;
}

/** The ports that the repair of a node needs. */
export type RepairPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest'>;

/**
 * Terminates an unhealthy node, regardless of disruption budgets; at the end of its drain also of
 * PodDisruptionBudgets, do-not-disrupt and terminationGracePeriod. A drain that has begun ends no
 * later than that.
 * Source: karpenter node/health/controller.go and aws pkg/controllers/instancestatus.
 * @returns true when the termination has started, false when it had started before
 */
export async function repairNode(
  ports: RepairPorts,
  view: ClusterView,
  { claim, node, drainMs = 0 }: NodeToRepair,
): Promise<boolean> {
  const drainUntil = ports.clock.now() + drainMs;
  if (claim.state === 'Terminating') {
    await ports.store.transaction((tx) => endDrainBy(ports, tx, claim, drainUntil));
    return false;
  }
  await removeNode(ports, view, {
    claim,
    node,
    reason: 'Unhealthy',
    instanceEndsAt: null,
    drainUntil,
  });
  return true;
}
