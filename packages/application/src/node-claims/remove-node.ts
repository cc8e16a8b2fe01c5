import { drainEndOf } from '../domain/node-claim/drain-end.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { type Removal, recordRemovals } from '../recording/record-removal.js';
import { displacedBy } from '../snapshot/displaced-by.js';

type NodeRemoval = Pick<Removal, 'claim' | 'node' | 'reason' | 'instanceEndsAt' | 'drainUntil'>;

/**
 * Removes a node without approval: records the decision, and starts the termination of its
 * NodeClaim.
 * @param view names the pods that need another node. Blockers of their eviction count only if no
 * time ends the drain.
 * @throws STATE.CONFLICT with a retry when another writer has changed the NodeClaim
 */
export async function removeNode(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest'>,
  view: ClusterView,
  removal: NodeRemoval,
): Promise<void> {
  const now = ports.clock.now();
  const displaced = displacedBy(view, removal.node, drainEndOf(removal.claim, removal, now), now);
  const decisionId = ports.ids.next('dec');
  await ports.store.transaction((tx) =>
    recordRemovals(ports, tx, [{ ...removal, decisionId, displaced, interruption: null }]),
  );
}
