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
  operationObjectKinds,
} from '../domain/operation/operation-failure.js';
import { remedyOf } from '../domain/operation/remedy-of.js';
import { failuresOf, type ObjectFailure } from '../domain/operation/sweep.js';
import type { JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

type TrackerPorts = Pick<Ports, 'store' | 'clock'>;

const unlaunchedStates: readonly string[] = ['Requested', 'Launching'];

/**
 * Records which operations of a cluster keep failing, and clears each when it succeeds again. For an
 * operation on the whole cluster that fails for single objects only, it records these objects. The
 * failures are stored in the database; the copy in memory saves a write for each success.
 */
export class OperationTracker {
  readonly #ports: TrackerPorts;
  readonly #clusterId: ClusterId;
  #failing: Promise<Map<string, FailingOperation>> | null = null;

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
    // An operation on a whole cluster that is still waiting has not succeeded yet.
    if (isOfCluster(subject) && outcome.kind !== 'Done') return;
    const over = isOfCluster(subject)
      ? [...failing.values()].filter((one) => one.operation === operation)
      : objectsOf(subject).flatMap((object) => failing.get(keyOf(operation, object)) ?? []);
    if (over.length === 0) return;
    await this.#ports.store.transaction(async (tx) => {
      await this.#clear(tx, operation, over);
      await this.#publish(tx);
    });
    for (const { object } of over) failing.delete(keyOf(operation, object));
  }

  /** Records a failed attempt. */
  async failed(operation: string, subject: OperationSubject, error: unknown): Promise<void> {
    // Another worker holds the cluster now and reports its failures.
    if (hasErrorCode(error, 'STATE.STALE')) return;
    const failing = await this.#load();
    const swept = isOfCluster(subject) ? failuresOf(error) : null;
    const recorded = await this.#ports.store
      .transaction(async (tx) => {
        const cluster = await tx.clusters.find(this.#clusterId);
        if (cluster === null) return null;
        const failed =
          swept?.flatMap(withoutSteps) ??
          (await failedObjects(tx, { operation, subject, error, cluster }));
        const keys = new Set(failed.map(({ object }) => keyOf(operation, object)));
        // A sweep has handled all other objects.
        const over = [...failing].flatMap(([key, one]) =>
          swept !== null && one.operation === operation && !keys.has(key) ? [one] : [],
        );
        const at = this.#ports.clock.now();
        await tx.operationFailures.record(
          failed.map(({ object, error: cause }) => {
            const attempt = { clusterId: cluster.id, operation, object, at };
            return { ...attempt, ...describe(cluster, cause) };
          }),
        );
        await this.#clear(tx, operation, over);
        await this.#publish(tx);
        return { failed, over };
      })
      .catch((cause: unknown) => {
        // It may have committed although its answer was lost: then only the database knows.
        this.#failing = null;
        throw cause;
      });
    for (const { object } of recorded?.over ?? []) failing.delete(keyOf(operation, object));
    for (const { object } of recorded?.failed ?? [])
      failing.set(keyOf(operation, object), { operation, object });
  }

  #clear(tx: Repositories, operation: string, over: readonly FailingOperation[]): Promise<void> {
    const objects = over.map(({ object }) => object);
    return tx.operationFailures.clear(this.#clusterId, operation, objects);
  }

  #load(): Promise<Map<string, FailingOperation>> {
    this.#failing ??= this.#ports.store.operationFailures.list(this.#clusterId).then(
      (failures) =>
        new Map(
          failures.map(({ operation, object }) => [
            keyOf(operation, object),
            { operation, object },
          ]),
        ),
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

interface FailingOperation {
  readonly operation: string;
  readonly object: OperationObject;
}

const isOfCluster = (subject: OperationSubject): boolean =>
  objectsOf(subject).some(({ kind }) => kind === 'Cluster');

/** A step of a job is an operation of its own, recorded under its own name. */
function withoutSteps({ object, error }: ObjectFailure): readonly FailedObject[] {
  const { kind: swept, id, name } = object;
  const kind = operationObjectKinds.find((known) => known === swept);
  return kind === undefined ? [] : [{ object: { kind, id, name }, error }];
}

interface FailedObject {
  readonly object: OperationFailure['object'];
  readonly error: unknown;
}

const keyOf = (operation: string, { kind, id }: OperationObject): string =>
  `${operation} ${kind}/${id}`;

/**
 * Returns the objects of a failed job with their names. NodeClaims that were to be launched
 * together and are launched already are left out.
 */
async function failedObjects(
  { nodeClaims }: Repositories,
  { operation, subject, error, cluster }: FailedJob,
): Promise<readonly FailedObject[]> {
  const objects = objectsOf(subject);
  const claimIds = objects.flatMap(({ kind, id }) => (kind === 'NodeClaim' ? [id] : []));
  const claims = claimIds.length === 0 ? [] : await nodeClaims.findAll(claimIds);
  const claimById = new Map(claims.map((claim) => [claim.id, claim]));
  return objects.flatMap((object) => {
    const claim = claimById.get(object.id);
    const isLaunched = claim !== undefined && !unlaunchedStates.includes(claim.state);
    if (operation === 'node-claim.launch' && isLaunched) return [];
    const name = object.kind === 'Cluster' ? cluster.name : (claim?.name ?? object.id);
    return [{ object: { ...object, name }, error }];
  });
}

interface FailedJob {
  readonly operation: string;
  readonly subject: OperationSubject;
  readonly error: unknown;
  readonly cluster: Cluster;
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
