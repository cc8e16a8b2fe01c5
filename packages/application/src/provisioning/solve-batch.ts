import { AppError, type ClusterId, type Instant, type SchedulingBatchId } from '@kerf/core';
import { isBufferPod, type SchedulingResult } from '@kerf/engine';
import { bufferOutcomes } from '../buffers/buffer-outcomes.js';
import { proposeProvision } from '../decisions/propose-provision.js';
import { placeInterrupted } from '../interruption/place-interrupted.js';
import type { Ports } from '../ports/ports.js';
import { done, type JobOutcome, notNeeded, waitFor } from '../use-case-outcome.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  nominationMs,
  type SnapshotPorts,
} from './load-snapshot.js';
import { addToBatch } from './open-batch.js';
import { podVerdicts } from './pod-verdicts.js';
import { podsOfLaunches } from './pods-of-launches.js';
import type { BatchOutcome, SchedulingBatch } from './scheduling-batch.js';
import { recordScheduling } from './scheduling-events.js';

type SolvePorts = SnapshotPorts & Pick<Ports, 'ids' | 'engine' | 'events'>;

/** How soon a batch that found another one being solved tries again. */
const busyMs = 100;
/** How soon a batch that found launches under way tries again. */
const launchPollMs = 200;
/**
 * How long a launch is waited for, from its request. EC2 answers in 1–4 s; one that takes longer,
 * e.g. because it is throttled, must not hold up the other pods of the cluster.
 */
const launchPatienceMs = 15_000;
/** A batch that is being solved for longer was given up without a word, e.g. with the database away. */
export const maxSolveMs = 120_000;

/**
 * Decides on a batch of pending pods.
 * Waits while its window is open, while another batch of the cluster is being solved, and while
 * NodeClaims are being launched: their nodes must be known before more are launched. A batch that fails is given up; its pods still wait
 * and open the next one.
 */
export async function solveBatch(
  ports: SolvePorts,
  input: { readonly clusterId: ClusterId; readonly batchId: SchedulingBatchId },
): Promise<JobOutcome> {
  // 1. Claim
  const batch = await ports.store.batches.find(input.batchId);
  if (batch === null || batch.state !== 'Open') return notNeeded;
  const now = ports.clock.now();
  if (batch.dueAt > now) return waitFor(batch.dueAt - now);
  if (await isLaunching(ports, input.clusterId)) return waitFor(launchPollMs);
  const solving = await ports.store.transaction((tx) =>
    tx.batches.save({ ...batch, state: 'Solving', solvingSince: now }),
  );
  if (solving === null) {
    await endAbandonedBatches(ports, input.clusterId, now - maxSolveMs);
    return waitFor(busyMs);
  }

  try {
    // 2. Load
    const loaded = await loadSnapshot(ports, input.clusterId);
    // 3. Solve
    const startedAt = ports.clock.now();
    const result = await ports.engine.solve(loaded.snapshot, loaded.search);
    const solveMs = ports.clock.now() - startedAt;
    // 4. Judge and record
    await record(ports, { batch: solving, loaded, result, solveMs });
    return done;
  } catch (error) {
    await giveUp(ports, solving);
    throw error;
  }
}

/**
 * True while launches are under way whose instance types the next plan should know: what they have
 * room for is not launched again. A launch that takes long is planned with as the node that is expected.
 * Source: karpenter state/cluster.go Synced @v1.14.1, which waits for every launch.
 */
async function isLaunching(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
): Promise<boolean> {
  const claims = await store.nodeClaims.inStates(clusterId, ['Requested', 'Launching']);
  return claims.some(({ requestedAt }) => clock.now() - requestedAt < launchPatienceMs);
}

interface Solved {
  readonly batch: SchedulingBatch;
  readonly loaded: LoadedSnapshot;
  readonly result: SchedulingResult;
  readonly solveMs: number;
}

async function record(ports: SolvePorts, solved: Solved): Promise<void> {
  const { batch, loaded, result } = solved;
  const now = ports.clock.now();
  const { cluster } = loaded;
  const decided = await ports.store.transaction(async (tx) => {
    const decision = await proposeProvision(ports, tx, {
      origin: { batchId: batch.id },
      loaded,
      result,
    });
    await placeInterrupted(tx, { clusterId: cluster.id, now, result, decision });
    const saved = await tx.batches.save({
      ...batch,
      state: 'Solved',
      solvedAt: now,
      outcome: outcomeOf(solved, decision?.id ?? null),
    });
    if (saved === null) {
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: 'Another worker took over the batch.',
      });
    }
    return decision;
  });
  // What is shown of each pod is many rows; launches need not wait for them.
  await ports.store.transaction(async (tx) => {
    const evaluated = { clusterId: cluster.id, batchId: batch.id, evaluatedAt: now };
    await tx.readModel.saveVerdicts(podVerdicts({ ...evaluated, result, decision: decided }));
    const served = podsOfLaunches(loaded.claims);
    await tx.capacityBuffers.saveOutcomes(cluster.id, bufferOutcomes(result, served, now));
    await tx.changes.publish({ topic: 'pods', clusterId: cluster.id, id: null, version: now });
  });
  ports.memory.nominate(
    cluster.id,
    // Nobody is on the way to the room that a buffer keeps.
    result.existingNodes
      .filter(({ podUids }) => podUids.some(isReal))
      .map((placement) => placement.nodeName),
    now + nominationMs(cluster),
  );
  ports.memory.noteSolved(cluster.id, loaded.stateDigest);
  await recordScheduling(ports, loaded, { result, decision: decided });
}

function outcomeOf({ result, solveMs, loaded }: Solved, decisionId: string | null): BatchOutcome {
  return {
    pods: loaded.snapshot.pods.filter(({ uid }) => isReal(uid)).length,
    newNodeClaims: result.newNodeClaims.length,
    onExistingNodes: result.existingNodes.flatMap(({ podUids }) => podUids).filter(isReal).length,
    unschedulable: result.unschedulable.filter(({ podUid }) => isReal(podUid)).length,
    solveMs,
    decisionId,
  };
}

/** False for units of buffers, which no cluster knows. */
const isReal = (uid: string): boolean => !isBufferPod({ uid });

async function giveUp(ports: SolvePorts, batch: SchedulingBatch): Promise<void> {
  await ports.store.transaction((tx) => tx.batches.save({ ...batch, state: 'Failed' }));
}

/**
 * Ends batches that were begun to be solved at or before `since` and never ended: by a worker that
 * is gone (whoever takes a cluster over passes now), or that could not write the end down. Their
 * pods are decided on again: those on a node that is leaving are told by nobody else.
 */
export async function endAbandonedBatches(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  clusterId: ClusterId,
  since: Instant,
): Promise<void> {
  const stuck = await ports.store.batches.solvingSince(clusterId, since);
  if (stuck.length === 0) return;
  await ports.store.transaction(async (tx) => {
    for (const batch of stuck) {
      const podUids = await tx.batches.podsOf(batch.id);
      if ((await tx.batches.save({ ...batch, state: 'Failed' })) === null) continue;
      await addToBatch(ports, tx, { clusterId, podUids });
    }
  });
}
