import { type ApprovalOfPlan, approvalOfPlan, readPolicy } from '../approvals/api.js';
import { planChange } from '../domain/approval/plan-basis.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Decision } from '../domain/decision/decision.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { type RemovedNodeSource, removedNodes } from '../recording/record-removal.js';
import { supersede } from '../recording/supersede.js';
import { pausesInForce, stopsDisruption } from '../snapshot/pauses-in-force.js';
import { costChangeOf, recordDeprovision } from './record-deprovision.js';
import { lockStaticPool, type StaticPoolState } from './static-pool-state.js';
import { chooseSurplus, isAbout } from './static-pool-surplus.js';

type ReducePorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache' | 'localTime'>;

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
    const said = await approvalOfRemoval(ports, tx, { cluster, view, removed });
    const wanted = { removed, said };
    const isProposed = await supersedeOutdated(ports, tx, state.undecided, wanted);
    const surplus = { cluster, staticPool: state.counts };
    if (withdrawn.length > 0 && said.verdict.kind !== 'ObserveOnly') {
      const auto = { kind: 'Auto' } as const;
      await recordDeprovision(ports, tx, {
        ...surplus,
        leaving: withdrawn,
        verdict: auto,
        approval: null,
      });
    }
    const pauses = await pausesInForce(tx, cluster.id, ports.clock.now());
    const isPaused = pauses.stopping([pool.name], stopsDisruption) !== null;
    const isHeld =
      isPaused ||
      isProposed ||
      removed.length === 0 ||
      (await isDenied(ports, tx, cluster, wanted));
    if (!isHeld) await recordDeprovision(ports, tx, { ...surplus, leaving: removed, ...said });
  });
}

interface WantedRemoval {
  readonly removed: readonly RemovedNodeSource[];
  readonly said: ApprovalOfPlan;
}

async function approvalOfRemoval(
  ports: ReducePorts,
  tx: Repositories,
  removal: {
    readonly cluster: Cluster;
    readonly view: ClusterView;
    readonly removed: readonly RemovedNodeSource[];
  },
): Promise<ApprovalOfPlan> {
  const { cluster, view, removed } = removal;
  const { candidates, pods } = removedNodes(removed);
  const cost = costChangeOf(removed);
  return approvalOfPlan(ports, {
    cluster,
    stored: await readPolicy(tx, ports.clock.now()),
    view,
    kind: 'Deprovision',
    plan: {
      candidates,
      podUids: pods.map(({ podUid }) => podUid),
      replacements: [],
      savingMicroUsdPerHour: cost === null ? null : 0 - cost,
    },
  });
}

/** Returns true while a denial of exactly this removal holds. */
async function isDenied(
  { clock }: Pick<Ports, 'clock'>,
  tx: Repositories,
  { id }: Cluster,
  { removed, said }: WantedRemoval,
): Promise<boolean> {
  if (said.verdict.kind !== 'Denied') return false;
  const held = await tx.decisions.rejectedUntil(id, clock.now());
  return held.some(({ kind, ...rest }) => kind === 'Deprovision' && isAbout(rest, removed));
}

/** Returns true if the policy says otherwise now, or the plan that people saw has moved. */
function isOutdated(
  { digest }: Pick<Ports, 'digest'>,
  { verdict, approval }: Decision,
  said: ApprovalOfPlan,
): boolean {
  if (verdict.kind !== said.verdict.kind) return true;
  if (approval === null || verdict.kind !== 'NeedsApproval') return false;
  const isOtherwise =
    digest.of([verdict, approval.ask]) !== digest.of([said.verdict, said.approval.ask]);
  return isOtherwise || planChange(approval.basis, said.approval.basis) !== null;
}

/**
 * Supersedes proposals for other nodes, and proposals that were made under another mode.
 * @returns true when a waiting proposal for exactly these nodes stays
 */
async function supersedeOutdated(
  ports: Pick<Ports, 'clock' | 'digest'>,
  tx: Repositories,
  undecided: readonly Decision[],
  { removed, said }: WantedRemoval,
): Promise<boolean> {
  const waiting = undecided.filter(({ kind }) => kind === 'Deprovision');
  const kept = waiting.find(
    (decision) => isAbout(decision, removed) && !isOutdated(ports, decision, said),
  );
  for (const decision of waiting) {
    if (decision === kept) continue;
    await supersede(ports, tx, decision, { detail: 'other nodes, or none, are too many now' });
  }
  return kept !== undefined;
}
