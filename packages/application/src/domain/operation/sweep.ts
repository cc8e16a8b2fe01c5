import {
  AppError,
  type ErrorCode,
  hasErrorCode,
  InvariantViolation,
  isAppError,
  messageOf,
} from '@kerf/core';
import type { OperationObject } from './operation-failure.js';

/** One of the objects of a sweep, or one of the steps of a job. */
export interface SweptObject {
  readonly kind: OperationObject['kind'] | 'Step' | 'LaunchTemplate' | 'NotificationChannel';
  readonly id: string;
  /** Name of the object, as users know it. */
  readonly name: string;
}

/** An object of a sweep and the error that its work ended with. */
export interface ObjectFailure {
  readonly object: SweptObject;
  readonly error: unknown;
}

/** The objects of a sweep that failed. The others were handled. */
export class ObjectsFailed extends AppError {
  readonly failures: readonly ObjectFailure[];

  /** @param first the error that stands for all: its retry is that of the sweep */
  constructor(failures: readonly ObjectFailure[], first: AppError) {
    const { code, retry, meta } = first;
    super({ code, retry, meta, message: describe(failures), cause: first });
    this.failures = failures;
  }
}

/** A bug of Kerf that appeared with some objects of a sweep. The others were handled. */
export class ObjectsBroken extends InvariantViolation {
  readonly failures: readonly ObjectFailure[];

  constructor(failures: readonly ObjectFailure[], bug: unknown) {
    super(describe(failures));
    this.failures = failures;
    if (bug instanceof Error) this.stack = `${this.message}\n${bug.stack}`;
  }
}

/** Returns the failures of single objects that the error of a sweep consists of; `null` for others. */
export const failuresOf = (error: unknown): readonly ObjectFailure[] | null =>
  error instanceof ObjectsFailed || error instanceof ObjectsBroken ? error.failures : null;

/**
 * Codes of failures that may concern all objects alike: what refuses is the cluster, AWS, the
 * database or the queue. One object alone can cause them too, e.g. by a webhook that does not answer.
 */
const commonCodes: readonly ErrorCode[] = [
  'CLUSTER.UNREACHABLE',
  'CLUSTER.UNAUTHORIZED',
  'CLUSTER.RATE_LIMITED',
  'CLUSTER.ENDPOINT_REFUSED',
  'CLUSTER.NOT_SYNCED',
  'CLOUD.UNREACHABLE',
  'CLOUD.RATE_LIMITED',
  'DB.UNAVAILABLE',
  'QUEUE.UNAVAILABLE',
];
/** So many in a row are not due to single objects. Each may take as long as a request may. */
const commonInARow = 3;

/**
 * A pass over many objects in which one that fails costs only itself: its failure is collected, and
 * the others are handled. The failures fail the job when the sweep is concluded; the operation of the
 * job then keeps failing for these objects only. Where the work on several objects is one command,
 * none of which may take effect without the others, it is no sweep.
 */
export class Sweep {
  /** By object: its last failure. */
  readonly #failures = new Map<string, ObjectFailure>();
  #commonInARow = 0;

  /** The objects that have failed so far. */
  get failures(): readonly ObjectFailure[] {
    return [...this.#failures.values()];
  }

  /**
   * Works on the objects, one after another.
   * @throws what {@link attempt} throws
   */
  async each<T>(
    all: Iterable<T>,
    objectOf: (one: T) => SweptObject,
    work: (one: T) => Promise<unknown>,
  ): Promise<void> {
    for (const one of all) await this.attempt(objectOf(one), () => work(one));
  }

  /**
   * Works on the objects at the same time.
   * @throws what {@link attempt} throws, once all have ended
   */
  async atOnce<T>(
    all: readonly T[],
    objectOf: (one: T) => SweptObject,
    work: (one: T) => Promise<unknown>,
  ): Promise<void> {
    const results = await Promise.allSettled(all.map(work));
    for (const [index, one] of all.entries()) {
      const result = results[index];
      if (result?.status === 'rejected') this.#collect(objectOf(one), result.reason);
      else this.#commonInARow = 0;
    }
  }

  /**
   * Works on one object.
   * @returns the result; `null` if the work failed
   * @throws STATE.STALE when the lease of the cluster was lost, the reason of an abort, and a failure
   * that may concern all objects when it is the third in a row
   */
  async attempt<Result>(object: SweptObject, work: () => Promise<Result>): Promise<Result | null> {
    try {
      const result = await work();
      this.#commonInARow = 0;
      return result;
    } catch (error) {
      this.#collect(object, error);
      return null;
    }
  }

  /** The error of the whole sweep: a bug if one appeared; `null` if no object has failed. */
  get error(): ObjectsFailed | ObjectsBroken | null {
    const { failures } = this;
    const bug = failures.find(({ error }) => !isAppError(error));
    if (bug !== undefined) return new ObjectsBroken(failures, bug.error);
    const errors = failures.flatMap(({ error }) => (isAppError(error) ? [error] : []));
    const first = errors.find(({ retry }) => retry.kind !== 'never') ?? errors[0];
    return first === undefined ? null : new ObjectsFailed(failures, first);
  }

  /**
   * Ends the sweep.
   * @throws ObjectsFailed if objects have failed, ObjectsBroken if a bug is among the errors
   */
  conclude(): void {
    const { error } = this;
    if (error !== null) throw error;
  }

  #collect(object: SweptObject, error: unknown): void {
    if (isEnd(error)) throw error;
    this.#commonInARow = isCommon(error) ? this.#commonInARow + 1 : 0;
    if (this.#commonInARow === commonInARow) throw error;
    this.#failures.set(`${object.kind}/${object.id}`, { object, error });
  }
}

/** Nothing may be done any more: another worker holds the cluster, or this one ends. */
const isEnd = (error: unknown): boolean =>
  hasErrorCode(error, 'STATE.STALE') || (error instanceof Error && error.name === 'AbortError');

/** Another sweep within this one has gone on. */
const isCommon = (error: unknown): boolean =>
  isAppError(error) && commonCodes.includes(error.code) && failuresOf(error) === null;

/** The number of failures that the message of a sweep contains. */
const failuresShown = 5;

function describe(failures: readonly ObjectFailure[]): string {
  const texts = failures
    .slice(0, failuresShown)
    .map(({ object: { kind, name }, error }) => `${kind} ${name}: ${textOf(error)}`);
  const more = failures.length - texts.length;
  return `${texts.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

const textOf = (error: unknown): string =>
  isAppError(error) ? `${error.code}: ${error.message}` : messageOf(error);

/** Returns the object of a sweep over objects that users know by their name only. */
export const named = (kind: SweptObject['kind'], name: string): SweptObject => ({
  kind,
  id: name,
  name,
});

/** Returns the object of a sweep over NodeClaims. */
export const claimed = ({ id, name }: Pick<SweptObject, 'id' | 'name'>): SweptObject => ({
  kind: 'NodeClaim',
  id,
  name,
});
