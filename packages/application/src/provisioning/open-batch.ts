import { AppError, type ClusterId, type DurationMs, isAppError } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { anticipatesPods } from '../domain/cluster/cluster.js';
import { holds } from '../domain/cluster/cluster-revision.js';
import type { SchedulingBatch } from '../domain/scheduling/scheduling-batch.js';
import type { SolvedState } from '../memory/last-plans.js';
import type { PodEvent } from '../ports/cluster-cache.js';
import type { OutboxEntry, OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  type SnapshotPorts,
} from '../snapshot/load-snapshot.js';
import { readRevision } from '../snapshot/read-revision.js';

/**
 * Adds pods that need a node to the cluster's open batch, and opens a batch if there is none. A pod
 * counts once per batch, so a repeated event does not extend the window. Untried pods do not count in
 * a cluster that waits for its scheduler. Nothing is done for pods that were reported before if
 * {@link isSettled}.
 * Source: karpenter provisioning/batcher.go (idle and maximum window).
 */
export async function receivePodEvents(
  ports: SnapshotPorts & Pick<Ports, 'ids'>,
  clusterId: ClusterId,
  pods: readonly PodEvent[],
): Promise<void> {
  if (pods.length === 0) return;
  const isOld = pods.every(({ isRepeated }) => isRepeated === true);
  if (isOld && (await isSettled(ports, clusterId))) return;
  await ports.store.transaction(async (tx) => {
    const { settings } = await requireCluster(tx, clusterId);
    const closesEarly = anticipatesPods(settings) && pods.some(({ isAnnounced }) => isAnnounced);
    const podUids = pods.flatMap(({ uid, isUntried }) =>
      isUntried === true && settings.waitForScheduler ? [] : [uid],
    );
    await addToBatch(ports, tx, { clusterId, podUids, closesEarly });
  });
}

/**
 * How long an unchanged state is not solved again: verdicts and Events of pods that stay pending are
 * renewed at this interval.
 */
const solvedForMs: DurationMs = 5 * 60_000;

/**
 * Returns true when the last plan launched no nodes, because none were needed or they are only shown in
 * mode `observe`, and another one would be the same: nothing has changed, or what has is no part of a
 * plan. The solver does not read the clock.
 */
async function isSettled(ports: SnapshotPorts, clusterId: ClusterId): Promise<boolean> {
  const { memory } = ports;
  const now = ports.clock.now();
  const solved = memory.plans.lastSolved(clusterId);
  if (solved === null || solved.launches || now >= solved.at + solvedForMs) return false;
  const revision = await readRevision(ports, clusterId);
  if (holds(memory.plans.lastPass(clusterId, 'settled'), revision, now)) return true;
  try {
    const loaded = await loadSnapshot(ports, clusterId);
    if (!isOfState(solved, loaded)) return false;
    const { changesAt: nextAt } = loaded;
    if (revision !== null)
      memory.plans.setPass(clusterId, 'settled', { revision, at: now, nextAt });
    return true;
  } catch (error) {
    // Solving the batch reports why the state cannot be loaded.
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Returns true if a plan was made of exactly this state, and is still shown. */
function isOfState(
  solved: SolvedState,
  { stateDigest, cluster, decisions }: LoadedSnapshot,
): boolean {
  const { decisionId } = solved;
  const isShown = decisionId === null || decisions.some(({ id }) => id === decisionId);
  return stateDigest === solved.stateDigest && cluster.mode === solved.mode && isShown;
}

interface BatchPods {
  readonly clusterId: ClusterId;
  readonly podUids: readonly string[];
  /** Maximum wait for these pods, if shorter than the cluster's maximum batch window. */
  readonly withinMs?: DurationMs;
  /**
   * True if further pods of the same controllers are known already, so that the batch does not wait
   * for them.
   */
  readonly closesEarly?: boolean;
}

/** Idle window of a batch that closes early: other controllers may start at the same time. */
const earlyIdleMs: DurationMs = 500;

/**
 * Adds pods to the open batch inside the caller's transaction, for pods whose NodeClaim failed or
 * whose node is terminating. Does nothing for no pods: NodeClaims of static NodePools have none.
 * @throws STATE.CONFLICT with a retry when the batch closes at the same time
 */
export async function addToBatch(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  { clusterId, podUids, withinMs = Infinity, closesEarly = false }: BatchPods,
): Promise<void> {
  if (podUids.length === 0) return;
  const now = ports.clock.now();
  const { settings } = await requireCluster(tx, clusterId);
  const open = await tx.batches.findOpen(clusterId);
  const openedAt = open?.openedAt ?? now;
  const latestAt = Math.min(open?.latestAt ?? openedAt + settings.batchMaxMs, now + withinMs);
  const idleAt = now + settings.batchIdleMs;
  const earlyAt = Math.min(now + earlyIdleMs, openedAt + settings.batchIdleMs);
  const dueAt = Math.min(closesEarly ? earlyAt : idleAt, idleAt, latestAt);
  if (open === null) {
    const batch: SchedulingBatch = {
      id: ports.ids.next('bat'),
      clusterId,
      state: 'Open',
      openedAt,
      dueAt,
      latestAt,
      podCount: podUids.length,
      solvingSince: null,
      solvedAt: null,
      outcome: null,
      version: 1,
    };
    await tx.batches.insert(batch);
    await tx.batches.addPods(batch.id, podUids);
    await tx.outbox.add([solveAt(batch)]);
    return;
  }
  const added = await tx.batches.addPods(open.id, podUids);
  const isSooner = dueAt < open.dueAt;
  if (added === 0 && !isSooner && latestAt === open.latestAt) return;
  const podCount = open.podCount + added;
  const saved = await tx.batches.save({ ...open, dueAt, latestAt, podCount });
  if (saved === null) {
    // The batch closed between the two statements; on retry the pods open the next batch.
    throw new AppError({
      code: 'STATE.CONFLICT',
      message: 'The batch was closed at the same time.',
      retry: { kind: 'backoff' },
    });
  }
  // The job from the opening of the batch runs at the end of its former window, which is too late.
  if (isSooner) await tx.outbox.add([solveAt(saved)]);
}

/** Returns the job that solves a batch when it is due. */
export function solveAt({ clusterId, id, dueAt }: SchedulingBatch): OutboxEntry<OutboxMessage> {
  return {
    message: { type: 'provisioning.solve-batch', clusterId, batchId: id },
    deliverAt: dueAt,
  };
}
