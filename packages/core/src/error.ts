import type { DurationMs } from './units.js';

/**
 * Every code a failure may carry, by the part of the world that failed.
 * A failure is something outside that said no; outcomes of the domain are values, bugs are
 * {@link InvariantViolation}s.
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
  'DB.UNAVAILABLE',
  'DB.UNREADABLE',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** When trying again may help, decided where the failure is understood. */
export type Retry =
  | { readonly kind: 'never' }
  | { readonly kind: 'backoff' }
  | { readonly kind: 'after'; readonly ms: DurationMs };

/** What is wrong in the input, and where. `path` is a dotted path, e.g. `spec.limits.cpu`. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export interface AppErrorFields {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retry?: Retry;
  /** Plain data that helps a person or a mapper; never secrets. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly fields?: readonly FieldProblem[];
  readonly cause?: unknown;
}

/** The envelope of every failure; recognised by its shape, so it survives duplicate packages. */
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

/** True when the value has the shape of an {@link AppError}. */
export function isAppError(value: unknown): value is AppError {
  return (
    value instanceof Error && 'code' in value && knownCodes.has(value.code) && 'retry' in value
  );
}

/** True when the value is an {@link AppError} with this code. */
export function hasErrorCode(value: unknown, code: ErrorCode): value is AppError {
  return isAppError(value) && value.code === code;
}
