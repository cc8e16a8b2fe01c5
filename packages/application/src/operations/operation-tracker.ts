import {
  type ClusterId,
  type ErrorCode,
  hasErrorCode,
  isAppError,
  toldMessageOf,
} from '@kerf/core';
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
 * Records which operations of a cluster keep failing, and clears each when it succeeds again. The
 * failures are stored in the database; the copy in memory saves a write for each success.
 */
export class OperationTracker {
  readonly #ports: TrackerPorts;
  readonly #clusterId: ClusterId;
  #failing: Promise<Set<string>> | null = null;

  constructor(ports: TrackerPorts, clusterId: ClusterId) {
    this.#ports = ports;
    this.#clusterId = clusterId;
  }

  /** Clears the failures of a successful attempt. */
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
        // An operation on a whole cluster that is still waiting has not succeeded yet.
        (outcome.kind === 'Done' || object.kind !== 'Cluster'),
    );
    if (over.length === 0) return;
    await this.#ports.store.transaction(async (tx) => {
      await tx.operationFailures.clear(this.#clusterId, operation, over);
      await this.#publish(tx);
    });
    for (const object of over) failing.delete(keyOf(operation, object));
  }

  /** Records a failed attempt. */
  async failed(operation: string, subject: OperationSubject, error: unknown): Promise<void> {
    // Another worker holds the cluster now and reports its failures.
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

/**
 * Adds display names to the objects. Of NodeClaims that were to be launched together, returns only
 * those not launched yet.
 */
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
  const remedy =
    'Search the worker’s log for the reference, and report the error with those lines.';
  return { errorCode, message: toldMessageOf(error), remedy };
}
