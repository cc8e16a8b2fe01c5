import { displacedPods } from '@kerf/engine';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { UnhealthyCondition } from '../domain/node-claim/repair-policies.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { recordRemovals } from '../recording/record-removal.js';
import { endDrainBy } from '../recording/request-termination.js';

/** A node that has been unhealthy for longer than is tolerated. */
export interface UnhealthyNode {
  readonly claim: NodeClaim;
  readonly node: CachedNode;
  readonly condition: UnhealthyCondition;
}

/** The ports that the repair of a node needs. */
export type RepairPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'meter'>;

/**
 * Terminates an unhealthy node at once, regardless of disruption budgets, PodDisruptionBudgets,
 * do-not-disrupt and terminationGracePeriod. The drain of a node that is being terminated already
 * ends now.
 * Source: karpenter node/health/controller.go.
 */
export async function repairNode(
  ports: RepairPorts,
  view: ClusterView,
  { claim, node, condition }: UnhealthyNode,
): Promise<void> {
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    if (claim.state === 'Terminating') {
      await endDrainBy(ports, tx, claim, now);
      return;
    }
    await recordRemovals(ports, tx, [
      {
        decisionId: ports.ids.next('dec'),
        reason: 'Unhealthy',
        claim,
        node,
        displaced: displacedPods({
          pods: node.pods,
          budgets: view.podDisruptionBudgets,
          now,
          endsAnyway: true,
        }),
        interruption: null,
        instanceEndsAt: null,
        drainUntil: now,
      },
    ]);
  });
  if (claim.state === 'Terminating') return;
  const measurement = { kind: 'NodeRepaired', claim, condition: condition.type } as const;
  ports.meter.record(claim.clusterId, [measurement]);
}
