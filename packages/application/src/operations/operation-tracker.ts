import { type ClusterId, type ErrorCode, hasErrorCode, isAppError } from '@kerf/core';
import type { Cluster } from '../domain/cluster/cluster.js';
import {
  type FailedAttempt,
  type OperationFailure,
  type OperationObject,
  type OperationSubject,
  objectsOf,
} from '../domain/operation/operation-failure.js';
import { remedyOf } from '../domain/operation/remedy-of.js';
import type { JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

type TrackerPorts = Pick<Ports, 'store' | 'clock'>;

const unlaunchedStates: readonly string[] = ['Requested', 'Launching'];

/**
 * Records which operations of a cluster keep failing, and forgets each when it works again. The
 * record is in the ledger; what is kept here spares a write for each operation that works.
 */
export class OperationTracker {
  readonly #ports: TrackerPorts;
  readonly #clusterId: ClusterId;
  #failing: Promise<Set<string>> | null = null;

  constructor(ports: TrackerPorts, clusterId: ClusterId) {
    this.#ports = ports;
    this.#clusterId = clusterId;
  }

  /** An attempt ended without a failure. */
  async succeeded(
    operation: string,
    subject: OperationSubject,
    outcome: JobOutcome,
  ): Promise<void> {
    if (outcome.kind === 'NotNeeded') return;
    const failing = await this.#load();
    if (failing.size === 0) return;
    const over = objectsOf(subject).filter(
      (object) =>
        failing.has(keyOf(operation, object)) &&
        // What a whole cluster waits for has not been done while it waits.
        (outcome.kind === 'Done' || object.kind !== 'Cluster'),
    );
    if (over.length === 0) return;
    await this.#ports.store.transaction(async (tx) => {
      await tx.operationFailures.clear(this.#clusterId, operation, over);
      await this.#publish(tx);
    });
    for (const object of over) failing.delete(keyOf(operation, object));
  }

  /** An attempt failed. */
  async failed(operation: string, subject: OperationSubject, error: unknown): Promise<void> {
    // Somebody else's cluster now, and theirs to tell of.
    if (hasErrorCode(error, 'STATE.STALE')) return;
    const failing = await this.#load();
    await this.#ports.store.transaction(async (tx) => {
      const cluster = await tx.clusters.find(this.#clusterId);
      if (cluster === null) return;
      const objects = await named(tx, operation, { cluster, objects: objectsOf(subject) });
      const attempt = { clusterId: cluster.id, operation, ...describe(cluster, error) };
      const at = this.#ports.clock.now();
      await tx.operationFailures.record(objects.map((object) => ({ ...attempt, object, at })));
      for (const object of objects) failing.add(keyOf(operation, object));
      await this.#publish(tx);
    });
  }

  #load(): Promise<Set<string>> {
    this.#failing ??= this.#ports.store.operationFailures.list(this.#clusterId).then(
      (failures) => new Set(failures.map(({ operation, object }) => keyOf(operation, object))),
      (error: unknown) => {
        this.#failing = null;
        throw error;
      },
    );
    return this.#failing;
  }

  async #publish(tx: Repositories): Promise<void> {
    const version = this.#ports.clock.now();
    for (const topic of ['cluster', 'decision', 'nodeClaim'] as const) {
      await tx.changes.publish({ topic, clusterId: this.#clusterId, id: null, version });
    }
  }
}

const keyOf = (operation: string, { kind, id }: OperationObject): string =>
  `${operation} ${kind}/${id}`;

/** With what people call them; of claims that were to be launched together, those that are not yet. */
async function named(
  { nodeClaims }: Repositories,
  operation: string,
  about: { readonly cluster: Cluster; readonly objects: readonly OperationObject[] },
): Promise<readonly OperationFailure['object'][]> {
  const { cluster, objects } = about;
  const claimIds = objects.flatMap(({ kind, id }) => (kind === 'NodeClaim' ? [id] : []));
  const claims = claimIds.length === 0 ? [] : await nodeClaims.findAll(claimIds);
  const claimById = new Map(claims.map((claim) => [claim.id, claim]));
  return objects.flatMap((object) => {
    const claim = claimById.get(object.id);
    const isLaunched = claim !== undefined && !unlaunchedStates.includes(claim.state);
    if (operation === 'node-claim.launch' && isLaunched) return [];
    const name = object.kind === 'Cluster' ? cluster.name : (claim?.name ?? object.id);
    return [{ ...object, name }];
  });
}

function describe(
  cluster: Cluster,
  error: unknown,
): Pick<FailedAttempt, 'errorCode' | 'message' | 'remedy'> {
  if (isAppError(error)) {
    return { errorCode: error.code, message: error.message, remedy: remedyOf(error, cluster) };
  }
  const errorCode: ErrorCode | 'BUG' = 'BUG';
  const message = error instanceof Error ? error.message : String(error);
  return { errorCode, message, remedy: 'Report the error with the worker’s log of that time.' };
}
