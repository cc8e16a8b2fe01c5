import {
  type ClusterId,
  type DecisionId,
  type DurationMs,
  hasErrorCode,
  type Instant,
} from '@kerf/core';
import type { Decision } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import {
  type OperationFailure,
  type OperationObject,
  objectsOf,
} from '../domain/operation/operation-failure.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { PendingWork } from '../ports/pending-work.js';
import type { Ports } from '../ports/ports.js';
import { endAbandonedBatches, maxSolveMs, solveAt } from '../provisioning/api.js';
import { isInitialized, nodeOf } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { nextStepOfClaim, nextStepOfDecision, operationsOfSteps } from './next-steps.js';

type RearmPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'cache'>;

/** Work that moved within this time already has its next job, if it needs one. */
const settleMs: DurationMs = 60_000;
/** Delay before a failed job is requested again, multiplied by its attempts, up to the maximum. */
const backOffMs: DurationMs = 60_000;
const maxBackOffMs: DurationMs = 5 * 60_000;
/** Delay between jobs that are requested at once, so that they do not all run at the same time. */
const spreadMs: DurationMs = 50;
const maxSpreadMs: DurationMs = 45_000;
/** A failure that has not recurred for this long is considered resolved. */
const forgottenAfterMs: DurationMs = 2 * 3_600_000;

/**
 * Requests the next step of each NodeClaim, batch and decision that has not moved for a while and
 * has no job in the queue, because its job was lost or failed too often. Call it about every minute
 * for a cluster that this worker holds.
 * @param readPending reads the queue; called only when a job may be missing
 * @returns the requested jobs
 */
export async function rearmWork(
  ports: RearmPorts,
  clusterId: ClusterId,
  readPending: () => Promise<PendingWork>,
): Promise<readonly OutboxMessage[]> {
  const { store, clock } = ports;
  const now = clock.now();
  await endAbandonedBatches(ports, clusterId, now - maxSolveMs);
  const failures = await forgetWhatIsOver(ports, clusterId);
  const idle = (await idleWork(ports, clusterId)).concat(
    failures.flatMap((failure) => syncOf(failure) ?? []),
  );
  const backingOff = new Set(
    failures.filter((failure) => isBackingOff(failure, now)).map(keyOfFailure),
  );
  const due = idle.filter((message) => !backingOff.has(keyOfMessage(message)));
  if (due.length === 0) return [];
  const pending = await readPending();
  const missing = due.filter((message) => !pending.has(message));
  await store.transaction((tx) =>
    tx.outbox.add(
      missing.map((message, index) => ({
        message,
        deliverAt: now + Math.min(index * spreadMs, maxSpreadMs),
      })),
    ),
  );
  return missing;
}

/** Returns the next steps of NodeClaims, batches and decisions that have not moved for a while. */
async function idleWork(
  ports: RearmPorts,
  clusterId: ClusterId,
): Promise<readonly OutboxMessage[]> {
  const { store, clock } = ports;
  const since = clock.now() - settleMs;
  const [batch, claims, decisions] = await Promise.all([
    store.batches.findOpen(clusterId),
    store.nodeClaims.inStates(clusterId, [
      'Requested',
      'Launching',
      'Launched',
      'Registered',
      'Terminating',
    ]),
    store.decisions.open(clusterId),
  ]);
  const nodes = viewIfSynced(ports, clusterId)?.nodes ?? [];
  return [
    ...(batch !== null && batch.dueAt <= since ? [solveAt(batch).message] : []),
    ...claims
      .filter((claim) => movedAt(claim) <= since && !waitsForNode(claim, nodes))
      .flatMap((claim) => nextStepOfClaim(claim) ?? []),
    ...decisions
      // Each evaluation updates decisions that are only shown.
      .filter(({ verdict }) => verdict.kind !== 'ObserveOnly')
      .filter((decision) => decidedAt(decision) <= since)
      .flatMap((decision) => nextStepOfDecision(decision) ?? []),
  ];
}

function movedAt({ requestedAt, launchedAt, registeredAt, termination }: NodeClaim): Instant {
  return termination?.stepAt ?? registeredAt ?? launchedAt ?? requestedAt;
}

function decidedAt({ decidedAt: at, proposedAt }: Decision): Instant {
  return at ?? proposedAt;
}

/**
 * Returns true while the NodeClaim's node has not joined or is not ready; changes of the node
 * request the next step.
 */
function waitsForNode(claim: NodeClaim, nodes: readonly CachedNode[]): boolean {
  if (claim.state !== 'Launched' && claim.state !== 'Registered') return false;
  const node = nodeOf(claim, nodes);
  if (node === undefined) return true;
  return claim.state === 'Registered' && !isInitialized(node, claim);
}

/**
 * Clears failures of objects that have ended, have moved on, or no longer need the operation.
 * Returns the remaining failures.
 */
async function forgetWhatIsOver(
  { store, clock }: RearmPorts,
  clusterId: ClusterId,
): Promise<readonly OperationFailure[]> {
  const failures = await store.operationFailures.list(clusterId);
  if (failures.length === 0) return [];
  const wanted = await requiredOperations({ store }, failures);
  const hasOpenBatch = (await store.batches.findOpen(clusterId)) !== null;
  const now = clock.now();
  const isOver = (failure: OperationFailure): boolean => {
    const silentMs = now - failure.lastFailedAt;
    // Each batch is solved by another job, so without an open batch no success clears the failure.
    if (failure.operation === 'provisioning.solve-batch' && !hasOpenBatch) {
      return silentMs >= settleMs;
    }
    return silentMs >= forgottenAfterMs || wanted.get(keyOfFailure(failure)) === false;
  };
  for (const [operation, group] of Map.groupBy(failures.filter(isOver), (one) => one.operation)) {
    const objects = group.map(({ object }) => object);
    await store.transaction((tx) => tx.operationFailures.clear(clusterId, operation, objects));
  }
  return failures.filter((failure) => !isOver(failure));
}

/**
 * Returns by operation and object whether it is still required: false when a NodeClaim or decision
 * no longer needs the operation. A job on the whole cluster clears its failures itself.
 */
async function requiredOperations(
  { store }: Pick<Ports, 'store'>,
  failures: readonly OperationFailure[],
): Promise<ReadonlyMap<string, boolean>> {
  const idsOf = (kind: OperationFailure['object']['kind']): readonly string[] =>
    failures.flatMap(({ object }) => (object.kind === kind ? [object.id] : []));
  const claims = await store.nodeClaims.findAll(idsOf('NodeClaim'));
  const decisions = await readableDecisions(store, idsOf('Decision'));
  const steps = new Set(
    [
      ...claims.map(nextStepOfClaim),
      ...decisions.map((decision) => (decision === null ? null : nextStepOfDecision(decision))),
    ].flatMap((message) => (message === null ? [] : [keyOfMessage(message)])),
  );
  const known = new Set(claims.map(({ id }) => id));
  return new Map(
    failures.flatMap((failure) => {
      const { operation, object } = failure;
      const key = keyOfFailure(failure);
      if (operation === 'node-claim.sync') return [[key, known.has(object.id)] as const];
      return operationsOfSteps.includes(operation) ? [[key, steps.has(key)] as const] : [];
    }),
  );
}

/** Returns the decisions whose rows can be read; of another, its failure says so. */
async function readableDecisions(
  { decisions }: Pick<Ports['store'], 'decisions'>,
  ids: readonly DecisionId[],
): Promise<readonly (Decision | null)[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        return [await decisions.find(id)];
      } catch (error) {
        if (hasErrorCode(error, 'DB.UNREADABLE')) return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/** Returns the job that repeats a failed sync to the cluster; nothing else requests it again. */
function syncOf({ clusterId, operation, object }: OperationFailure): OutboxMessage | null {
  if (operation === 'node-claim.sync') {
    return { type: 'node-claim.sync', clusterId, nodeClaimId: object.id };
  }
  const { kind, id: name } = object;
  return operation === 'definition.sync' && (kind === 'NodePool' || kind === 'EC2NodeClass')
    ? { type: 'definition.sync', clusterId, kind, name }
    : null;
}

/** Returns true while the failure is so recent that another attempt would probably fail too. */
function isBackingOff({ attempts, lastFailedAt }: OperationFailure, now: Instant): boolean {
  return now - lastFailedAt < Math.min(attempts * backOffMs, maxBackOffMs);
}

const keyOf = (operation: string, { kind, id }: OperationObject): string =>
  `${operation} ${kind}/${id}`;

const keyOfFailure = ({ operation, object }: OperationFailure): string => keyOf(operation, object);

/**
 * Returns the key of a job's object. Launches may have several objects, but are requested one by
 * one here.
 */
const keyOfMessage = (message: OutboxMessage): string =>
  objectsOf(message)
    .map((object) => keyOf(message.type, object))
    .join();
