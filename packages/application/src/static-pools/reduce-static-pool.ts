import type { ApprovalVerdict } from '@kerf/engine';
import { approvalFor } from '@kerf/engine';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Decision } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { recordDeprovision } from '../recording/record-deprovision.js';
import type { RemovedNodeSource } from '../recording/record-removal.js';
import { lockStaticPool, type StaticPoolState } from '../recording/static-pool-state.js';
import { chooseSurplus, isAbout } from '../recording/static-pool-surplus.js';
import { supersede } from '../recording/supersede.js';
import { pausesInForce, stopsDisruption } from '../snapshot/pauses-in-force.js';

type ReducePorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>;

/**
 * Removes the surplus nodes of a static NodePool, regardless of disruption budgets; the cluster's
 * mode decides whether approval is required. NodeClaims that are not launched are withdrawn without
 * approval, because no pods run there. A proposal that awaits approval is compared with the current
 * state.
 */
export async function reduceStaticPool(
  ports: ReducePorts,
  cluster: Cluster,
  { pool, need, undecided }: StaticPoolState,
): Promise<void> {
  const isWaiting = undecided.some(({ kind }) => kind === 'Deprovision');
  if (need.surplus === 0 && !isWaiting) return;
  const view = ports.cache.view(cluster.id);
  await ports.store.transaction(async (tx) => {
    const state = await lockStaticPool(tx, cluster.id, pool.name);
    // A reduction that is about to start removes its own nodes; the next run considers the rest.
    if (state === null || state.isBeingReduced) return;
    const { withdrawn, removed } = chooseSurplus(state, view, ports.clock.now());
    const verdict = approvalFor(cluster.mode, 'Disrupt');
    const wanted = { removed, verdict };
    const isProposed = await supersedeOutdated(ports, tx, state.undecided, wanted);
    const surplus = { cluster, staticPool: state.counts };
    if (withdrawn.length > 0 && verdict.kind !== 'ObserveOnly') {
      const auto = { kind: 'Auto' } as const;
      await recordDeprovision(ports, tx, { ...surplus, leaving: withdrawn, verdict: auto });
    }
    const pauses = await pausesInForce(tx, cluster.id, ports.clock.now());
    const isPaused = pauses.stopping([pool.name], stopsDisruption) !== null;
    if (removed.length > 0 && !isProposed && !isPaused) {
      await recordDeprovision(ports, tx, { ...surplus, leaving: removed, verdict });
    }
  });
}

/**
 * Supersedes proposals for other nodes, and proposals that were made under another mode.
 * @returns true when a waiting proposal for exactly these nodes stays
 */
async function supersedeOutdated(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  undecided: readonly Decision[],
  {
    removed,
    verdict,
  }: { readonly removed: readonly RemovedNodeSource[]; readonly verdict: ApprovalVerdict },
): Promise<boolean> {
  const waiting = undecided.filter(({ kind }) => kind === 'Deprovision');
  const kept = waiting.find(
    (decision) => decision.verdict.kind === verdict.kind && isAbout(decision, removed),
  );
  for (const decision of waiting) {
    if (decision === kept) continue;
    await supersede(ports, tx, decision, { detail: 'other nodes, or none, are too many now' });
  }
  return kept !== undefined;
}
