import { AppError, type ClusterId, type SchedulingBatchId } from '@kerf/core';
import { isBufferPod, type SchedulingResult } from '@kerf/engine';
import { bufferOutcomes } from '../domain/buffer/buffer-outcomes.js';
import { plannedPods } from '../domain/node-claim/planned-pods.js';
import type { BatchOutcome, SchedulingBatch } from '../domain/scheduling/scheduling-batch.js';
import { done, type JobOutcome, notNeeded, waitFor } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { isRealPod } from '../snapshot/expected-pods.js';
import {
  type LoadedSnapshot,
  loadSnapshot,
  nominationMs,
  type SnapshotPorts,
} from '../snapshot/load-snapshot.js';
import { endAbandonedBatches, maxSolveMs } from './abandoned-batches.js';
import { evaluatedPods } from './evaluated-pods.js';
import { addToBatch } from './open-batch.js';
import { placeInterrupted } from './place-interrupted.js';
import { podVerdicts } from './pod-verdicts.js';
import { proposeProvision } from './propose-provision.js';
import { recordScheduling } from './scheduling-events.js';

type SolvePorts = SnapshotPorts & Pick<Ports, 'ids' | 'engine' | 'events' | 'meter'>;

/** Delay before a batch retries while another batch is being solved. */
const busyMs = 100;
/** Delay before a batch retries while launches are in progress. */
const launchPollMs = 200;
/**
 * How long a batch waits for a launch, counted from the launch request. EC2 responds in 1–4 s; a
 * slower launch, e.g. a throttled one, must not delay the other pods of the cluster.
 */
const maxLaunchWaitMs = 15_000;

/**
 * Solves a batch of pending pods.
 * Waits while the batch window is open, while another batch of the cluster is being solved, and
 * while NodeClaims are being launched, because their instance types must be known before more are
 * launched. A batch that fails is abandoned; its pods stay pending and open the next one.
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
    const solution = await ports.engine.solve(loaded.snapshot, loaded.search);
    const solveMs = ports.clock.now() - startedAt;
    // 4. Judge and record
    await record(ports, { batch: solving, loaded, solution, solveMs });
    return done;
  } catch (error) {
    await giveUp(ports, solving);
    throw error;
  }
}

/**
 * Returns true while launches are in progress whose instance types the next plan should know, so
 * that capacity is not launched twice. A slow launch is planned with as the expected node.
 * Source: karpenter state/cluster.go Synced @v1.14.1, which waits for every launch.
 */
async function isLaunching(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
): Promise<boolean> {
  const claims = await store.nodeClaims.inStates(clusterId, ['Requested', 'Launching']);
  return claims.some(({ requestedAt }) => clock.now() - requestedAt < maxLaunchWaitMs);
}

interface Solved {
  readonly batch: SchedulingBatch;
  readonly loaded: LoadedSnapshot;
  readonly solution: SchedulingResult;
  readonly solveMs: number;
}

async function record(ports: SolvePorts, solved: Solved): Promise<void> {
  const { batch, loaded, solution } = solved;
  const result = withoutUntried(solution, loaded);
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
      outcome: outcomeOf(solved, result, decision?.id ?? null),
    });
    if (saved === null) {
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: 'Another worker took over the batch.',
      });
    }
    // The next pass knows which reservations the new NodeClaims use.
    if (decision !== null && decision.nodeClaimIds.length > 0) {
      await addToBatch(ports, tx, {
        clusterId: cluster.id,
        podUids: waitingForReservation(result),
      });
    }
    return decision;
  });
  // Pod verdicts are many rows, so they are saved separately and do not delay launches.
  await ports.store.transaction(async (tx) => {
    const evaluated = { clusterId: cluster.id, batchId: batch.id, evaluatedAt: now };
    await tx.readModel.saveVerdicts(podVerdicts({ ...evaluated, result, decision: decided }));
    const served = plannedPods(loaded.claims);
    await tx.capacityBuffers.saveOutcomes(cluster.id, bufferOutcomes(result, served, now));
    await tx.changes.publish({ topic: 'pods', clusterId: cluster.id, id: null, version: now });
  });
  ports.memory.nominations.nominate(
    cluster.id,
    // Nodes that only hold buffer capacity are not nominated: no pod is being scheduled to them.
    solution.existingNodes
      .filter(({ podUids }) => podUids.some((uid) => !isBufferPod({ uid })))
      .map((placement) => placement.nodeName),
    now + nominationMs(cluster),
  );
  ports.memory.plans.setSolved(cluster.id, {
    stateDigest: loaded.stateDigest,
    at: now,
    mode: cluster.mode,
    decisionId: decided?.id ?? null,
    launches: (decided?.nodeClaimIds.length ?? 0) > 0,
  });
  ports.meter.record(cluster.id, [
    { kind: 'PodsEvaluated', at: now, pods: evaluatedPods(loaded.snapshot, result) },
  ]);
  await recordScheduling(ports, loaded, { result, decision: decided });
}

/** Returns the pods that wait for a reservation that a new NodeClaim of this pass may use. */
const waitingForReservation = ({ unschedulable }: SchedulingResult): readonly string[] =>
  unschedulable
    .filter(({ byNodePool }) =>
      byNodePool.some(({ reason }) => reason.code === 'RESERVATION_PENDING'),
    )
    .map(({ podUid }) => podUid)
    .filter(isRealPod);

/**
 * Leaves pods that the cluster's scheduler has not tried out of the result, except those that need a
 * new node: the scheduler decides about them, so nothing is said about them yet.
 */
function withoutUntried(
  result: SchedulingResult,
  { snapshot }: Pick<LoadedSnapshot, 'snapshot'>,
): SchedulingResult {
  const untried = new Set(
    snapshot.pods.flatMap(({ uid, isUntried }) => (isUntried === true ? [uid] : [])),
  );
  if (untried.size === 0) return result;
  const existingNodes = result.existingNodes.map(({ nodeName, podUids }) => ({
    nodeName,
    podUids: podUids.filter((uid) => !untried.has(uid)),
  }));
  return {
    ...result,
    existingNodes: existingNodes.filter(({ podUids }) => podUids.length > 0),
    unschedulable: result.unschedulable.filter(({ podUid }) => !untried.has(podUid)),
  };
}

function outcomeOf(
  { solveMs, loaded }: Solved,
  result: SchedulingResult,
  decisionId: string | null,
): BatchOutcome {
  return {
    pods: loaded.snapshot.pods.filter(({ uid }) => isRealPod(uid)).length,
    newNodeClaims: result.newNodeClaims.length,
    onExistingNodes: result.existingNodes.flatMap(({ podUids }) => podUids).filter(isRealPod)
      .length,
    unschedulable: result.unschedulable.filter(({ podUid }) => isRealPod(podUid)).length,
    solveMs,
    decisionId,
  };
}

async function giveUp(ports: SolvePorts, batch: SchedulingBatch): Promise<void> {
  await ports.store.transaction((tx) => tx.batches.save({ ...batch, state: 'Failed' }));
}
