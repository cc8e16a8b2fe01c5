import { AppError, annotationKeys, type Instant } from '@kerf/core';
import {
  type ApprovalVerdict,
  approvalFor,
  displacedPods,
  inOrderOfSurplus,
  type SurplusNode,
} from '@kerf/engine';
import type { Cluster } from '../clusters/cluster.js';
import { requireCluster } from '../clusters/require-cluster.js';
import { type Decision, kerfActor, type RemoveBody } from '../decisions/decision.js';
import { moveDecision } from '../decisions/move-decision.js';
import { publishDecision } from '../decisions/publish-decision.js';
import { recordDeprovision } from '../decisions/record-deprovision.js';
import type { RemovedNodeSource } from '../decisions/record-removal.js';
import { supersede } from '../decisions/supersede.js';
import type { NodeClaim } from '../node-claims/node-claim.js';
import { nodeOf } from '../node-claims/register.js';
import { requireTerminations } from '../node-claims/request-termination.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { done, type JobOutcome } from '../use-case-outcome.js';
import { reconcileStaticPoolsAt } from './reconcile-static-pools-soon.js';
import { lockStaticPool, type StaticPoolState } from './static-pool-state.js';

type ReducePorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>;

/**
 * Takes away what a static pool has too many, whatever the budgets say; the cluster's mode decides
 * whether a person is asked first. Claims that are not launched are withdrawn without asking:
 * nothing runs there. A proposal that waits is held against the cluster as it is now.
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
    // One that is about to begin takes away what it was agreed to; then it is looked at again.
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
    if (removed.length > 0 && !isProposed) {
      await recordDeprovision(ports, tx, { ...surplus, leaving: removed, verdict });
    }
  });
}

/** Carries out what a person agreed to, when the pool would still lose the very same nodes. */
export async function executeDeprovision(
  ports: ReducePorts,
  decision: Decision,
  body: RemoveBody,
): Promise<JobOutcome> {
  const { clusterId } = decision;
  const view = ports.cache.view(clusterId);
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const { mode } = await requireCluster(tx, clusterId);
    const state = await lockStaticPool(tx, clusterId, body.staticPool?.nodePool ?? '');
    const leaving = state === null ? [] : chooseSurplus(state, view, now).removed;
    if (mode === 'observe' || !isAbout(decision, leaving)) {
      await supersede(ports, tx, decision, { detail: 'the cluster has changed' });
      await tx.outbox.add([reconcileStaticPoolsAt(clusterId, now)]);
      return;
    }
    await requireTerminations(
      ports,
      tx,
      leaving.map(({ claim }) => ({ claim, reason: 'Overprovisioned' })),
    );
    const saved = await tx.decisions.save(
      moveDecision(decision, 'Executing', { executionStep: 'MarkedForDeletion' }),
      [
        { at: now, kind: 'ExecutionStarted', actor: kerfActor, data: {} },
        { at: now, kind: 'StepDone', actor: kerfActor, data: { step: 'MarkedForDeletion' } },
      ],
    );
    if (saved === null) {
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: `Decision ${decision.id} is being changed by another job.`,
        retry: { kind: 'backoff' },
      });
    }
    await publishDecision(tx, saved);
  });
  return done;
}

interface Surplus {
  /** Claims that are not launched. */
  readonly withdrawn: readonly RemovedNodeSource[];
  readonly removed: readonly RemovedNodeSource[];
}

/** The claims that go, in the order in which they do. */
function chooseSurplus({ free, need }: StaticPoolState, view: ClusterView, now: Instant): Surplus {
  const nodes = free.map((claim) => toSurplusNode(claim, view));
  const chosen = inOrderOfSurplus(nodes, now).slice(0, need.surplus);
  const leaving = chosen.map(({ claim, node }) => ({
    claim,
    node,
    displaced: displacedPods({
      pods: node?.pods ?? [],
      budgets: view.podDisruptionBudgets,
      now,
      endsAnyway: false,
    }),
  }));
  return {
    withdrawn: leaving.filter(({ claim }) => !isLaunched(claim)),
    removed: leaving.filter(({ claim }) => isLaunched(claim)),
  };
}

function toSurplusNode(
  claim: NodeClaim,
  view: ClusterView,
): SurplusNode & Pick<RemovedNodeSource, 'claim' | 'node'> {
  const node = nodeOf(claim, view.nodes);
  return {
    id: claim.id,
    isLaunched: isLaunched(claim),
    doNotDisrupt: node?.annotations[annotationKeys.doNotDisrupt] ?? null,
    pods: node?.pods ?? [],
    claim,
    node,
  };
}

const isLaunched = ({ state }: NodeClaim): boolean =>
  state !== 'Requested' && state !== 'Launching';

/**
 * What is asked under one mode is asked anew, or done, under another.
 * @returns true when a proposal that waits is about just these nodes, and stays
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
    await supersede(ports, tx, decision, { detail: 'the surplus nodes have changed' });
  }
  return kept !== undefined;
}

function isAbout({ nodeClaimIds }: Decision, leaving: readonly RemovedNodeSource[]): boolean {
  const ids = new Set(leaving.map(({ claim }) => claim.id));
  return ids.size === nodeClaimIds.length && nodeClaimIds.every((id) => ids.has(id));
}
