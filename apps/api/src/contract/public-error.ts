import { AppError, type ErrorCode, type FieldProblem, hasErrorCode, isAppError } from '@kerf/core';
import { HttpException } from '@nestjs/common';

/** What both doors say of a failure; clients may rely on these codes. */
export const publicCodes = [
  'BAD_USER_INPUT',
  'QUERY_TOO_COMPLEX',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'PRECONDITION_REQUIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'CLUSTER_UNREACHABLE',
  'CLOUD_UNREACHABLE',
  'UNAVAILABLE',
  'INTERNAL',
] as const;
export type PublicCode = (typeof publicCodes)[number];

export interface PublicError {
  readonly code: PublicCode;
  readonly status: number;
  readonly message: string;
  readonly fields: readonly FieldProblem[];
  /** When trying again may help; `null` when nothing is known of that. */
  readonly retryAfterMs: number | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

export const statusOf: Readonly<Record<PublicCode, number>> = {
  BAD_USER_INPUT: 400,
  QUERY_TOO_COMPLEX: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PRECONDITION_REQUIRED: 428,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  CLUSTER_UNREACHABLE: 502,
  CLOUD_UNREACHABLE: 502,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** A failure whose code is not here does not compile. */
const codeByFailure: Readonly<Record<ErrorCode, PublicCode>> = {
  'CONFIG.INVALID': 'INTERNAL',
  'INPUT.INVALID': 'BAD_USER_INPUT',
  'INPUT.TOO_COMPLEX': 'QUERY_TOO_COMPLEX',
  'AUTH.UNAUTHENTICATED': 'UNAUTHENTICATED',
  'AUTH.FORBIDDEN': 'FORBIDDEN',
  'AUTH.RATE_LIMITED': 'RATE_LIMITED',
  'STATE.CONFLICT': 'CONFLICT',
  'STATE.STALE': 'PRECONDITION_FAILED',
  'STATE.NOT_FOUND': 'NOT_FOUND',
  'STATE.PRECONDITION_REQUIRED': 'PRECONDITION_REQUIRED',
  'CLUSTER.UNREACHABLE': 'CLUSTER_UNREACHABLE',
  'CLUSTER.UNAUTHORIZED': 'CLUSTER_UNREACHABLE',
  'CLUSTER.FORBIDDEN': 'CLUSTER_UNREACHABLE',
  'CLUSTER.NOT_FOUND': 'CLUSTER_UNREACHABLE',
  'CLUSTER.CONFLICT': 'CLUSTER_UNREACHABLE',
  'CLUSTER.INVALID': 'CLUSTER_UNREACHABLE',
  'CLUSTER.EVICTION_BLOCKED': 'CLUSTER_UNREACHABLE',
  'CLUSTER.RATE_LIMITED': 'CLUSTER_UNREACHABLE',
  'CLUSTER.NOT_SYNCED': 'CLUSTER_UNREACHABLE',
  'CLUSTER.FAILED': 'CLUSTER_UNREACHABLE',
  'CLOUD.INSUFFICIENT_CAPACITY': 'CLOUD_UNREACHABLE',
  'CLOUD.NODE_CLASS_NOT_READY': 'CLOUD_UNREACHABLE',
  'CLOUD.NODE_CLAIM_NOT_FOUND': 'CLOUD_UNREACHABLE',
  'CLOUD.CREATE_FAILED': 'CLOUD_UNREACHABLE',
  'CLOUD.RATE_LIMITED': 'CLOUD_UNREACHABLE',
  'CLOUD.UNAUTHORIZED': 'CLOUD_UNREACHABLE',
  'CLOUD.UNREACHABLE': 'CLOUD_UNREACHABLE',
  'CLOUD.INVALID': 'CLOUD_UNREACHABLE',
  'CATALOG.UNAVAILABLE': 'UNAVAILABLE',
  'QUEUE.UNAVAILABLE': 'UNAVAILABLE',
  'QUEUE.INVALID_PAYLOAD': 'INTERNAL',
  'DB.UNAVAILABLE': 'UNAVAILABLE',
};

const retryWhenUnavailableMs = 2_000;

/** What may be said of any failure. What is a bug says nothing of itself; the log has it. */
export function toPublicError(error: unknown): PublicError {
  if (isAppError(error)) return fromFailure(error);
  const status = httpStatusOf(error);
  const code = publicCodes.find((candidate) => statusOf[candidate] === status);
  if (code === undefined || status >= 500 || !(error instanceof Error)) return internal;
  return { ...internal, code, status, message: error.message };
}

const internal: PublicError = {
  code: 'INTERNAL',
  status: 500,
  message: 'something went wrong here; the request id finds it in the log',
  fields: [],
  retryAfterMs: null,
  meta: {},
};

function fromFailure(error: AppError): PublicError {
  const code = codeByFailure[error.code];
  if (code === 'INTERNAL') return internal;
  return {
    code,
    status: statusOf[code],
    message: error.message,
    fields: error.fields,
    retryAfterMs: retryAfterMs(error, code),
    meta: hasErrorCode(error, 'INPUT.TOO_COMPLEX') ? error.meta : {},
  };
}

function retryAfterMs({ retry }: AppError, code: PublicCode): number | null {
  if (retry.kind === 'after') return retry.ms;
  return code === 'UNAVAILABLE' ? retryWhenUnavailableMs : null;
}

/** Express and its parsers throw errors with a status of their own. */
function httpStatusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const isHttpError =
    error instanceof Error && 'expose' in error && 'status' in error && error.expose === true;
  return isHttpError && typeof error.status === 'number' ? error.status : 500;
}

export const unauthenticated = (message: string): AppError =>
  new AppError({ code: 'AUTH.UNAUTHENTICATED', message });
export const forbidden = (message: string): AppError =>
  new AppError({ code: 'AUTH.FORBIDDEN', message });
export const notFound = (message: string): AppError =>
  new AppError({ code: 'STATE.NOT_FOUND', message });
export const badInput = (message: string, fields: readonly FieldProblem[] = []): AppError =>
  new AppError({ code: 'INPUT.INVALID', message, fields });
