import type { DurationMs } from './units.js';

/**
 * Lists the codes of all failures, by the part that failed. A failure comes from outside of the
 * code; outcomes of the domain are values, and bugs are {@link InvariantViolation}s.
 */
export const errorCodes = [
  'CONFIG.INVALID',
  'INPUT.INVALID',
  'INPUT.TOO_COMPLEX',
  'AUTH.UNAUTHENTICATED',
  'AUTH.FORBIDDEN',
  'AUTH.RATE_LIMITED',
  'STATE.CONFLICT',
  'STATE.STALE',
  'STATE.NOT_FOUND',
  'STATE.PRECONDITION_REQUIRED',
  'STATE.GONE',
  'CLUSTER.UNREACHABLE',
  'CLUSTER.UNAUTHORIZED',
  'CLUSTER.FORBIDDEN',
  'CLUSTER.NOT_FOUND',
  'CLUSTER.CONFLICT',
  'CLUSTER.INVALID',
  'CLUSTER.ENDPOINT_REFUSED',
  'CLUSTER.EVICTION_BLOCKED',
  'CLUSTER.RATE_LIMITED',
  'CLUSTER.NOT_SYNCED',
  'CLUSTER.TOO_LARGE',
  'CLUSTER.FAILED',
  'CLOUD.INSUFFICIENT_CAPACITY',
  'CLOUD.NODE_CLASS_NOT_READY',
  'CLOUD.NODE_CLAIM_NOT_FOUND',
  'CLOUD.CREATE_FAILED',
  'CLOUD.RATE_LIMITED',
  'CLOUD.UNAUTHORIZED',
  'CLOUD.UNREACHABLE',
  'CLOUD.INVALID',
  'CATALOG.UNAVAILABLE',
  'QUEUE.UNAVAILABLE',
  'QUEUE.INVALID_PAYLOAD',
  'NOTIFICATION.FAILED',
  'DB.UNAVAILABLE',
  'DB.UNREADABLE',
] as const;
/** The code of a failure, one of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

/** Whether and when a retry may help; set where the failure is understood. */
export type Retry =
  | { readonly kind: 'never' }
  | { readonly kind: 'backoff' }
  | { readonly kind: 'after'; readonly ms: DurationMs };

/** A problem of one input field. `path` is a dotted path, such as `spec.limits.cpu`. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** Input of an {@link AppError}. Without `retry`, it is never retried. */
export interface AppErrorFields {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retry?: Retry;
  /** Plain data for the user or a mapper; never secrets. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly FieldProblem[];
  readonly cause?: unknown;
}

/**
 * A failure with its code, retry and data. {@link isAppError} recognizes it by its fields, so that
 * it also works with duplicate packages.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retry: Retry;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldProblem[];

  constructor(fields: AppErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'AppError';
    this.code = fields.code;
    this.retry = fields.retry ?? { kind: 'never' };
    this.meta = fields.meta ?? {};
    this.fields = fields.fields ?? [];
  }
}

const knownCodes: ReadonlySet<unknown> = new Set(errorCodes);

/** Returns true if the value has the fields of an {@link AppError}. */
export function isAppError(value: unknown): value is AppError {
  return (
    value instanceof Error && 'code' in value && knownCodes.has(value.code) && 'retry' in value
  );
}

/** Returns true if the value is an {@link AppError} with this code. */
export function hasErrorCode(value: unknown, code: ErrorCode): value is AppError {
  return isAppError(value) && value.code === code;
}

/** Exit code of a process for which a restart does not help: EX_CONFIG of sysexits.h. */
export const finalExitCode = 78;

/** Returns the exit code of a process that could not start because of this error. */
export function exitCodeOf(error: unknown): number {
  return isAppError(error) && error.retry.kind === 'never' ? finalExitCode : 1;
}

/** Returns the message of what was thrown, which need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * Returns the reference by which the log names an unexpected error, e.g. `4f1c09ab`: 32 bits of FNV-1a of the
 * characters of its name and message. A failure that repeats keeps its reference, so that it stays one finding.
 */
export function referenceOf({ name, message }: Error): string {
  let hash = 0x811c9dc5;
  for (const character of `${name}: ${message}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Returns what was thrown as an Error. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/**
 * Returns what people are told of a failure: the message of an {@link AppError}; of anything else a sentence with
 * its reference, since its text is for developers and may contain SQL or addresses.
 */
export function toldMessageOf(thrown: unknown): string {
  if (isAppError(thrown)) return thrown.message;
  return `An unexpected error of Kerf; its reference in the log is ${referenceOf(toError(thrown))}.`;
}
