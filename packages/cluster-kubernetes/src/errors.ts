import { AppError, type ErrorCode, isAppError, type Retry } from '@kerf/core';
import { type Json, toInteger, toRecord, toRecords, toText, toTextOrNull } from './json.js';
import { type AskedRequest, permissionOf } from './request-permission.js';

/** What a refused request says: the HTTP status and, when the API server wrote it, its Status. */
export interface Refusal {
  readonly request: AskedRequest;
  readonly httpStatus: number;
  /** The parsed body; anything when it is no Status object. */
  readonly body: unknown;
  /** The header `Retry-After` in seconds. */
  readonly retryAfter: string | null;
}

/**
 * The failure that a refused request stands for. `meta` has `httpStatus`, `reason` and `causes`, and
 * as `permission` the RBAC permission that the request needs.
 */
export function toRefusalError(refusal: Refusal): AppError {
  const { request, httpStatus } = refusal;
  const status = toRecord(refusal.body);
  const reason = toText(status['reason']);
  return new AppError({
    code: codeOf(httpStatus),
    message: `${describeRequest(request)}: ${messageOf(refusal, status)}`,
    retry: retryOf(refusal),
    meta: { httpStatus, reason, causes: causesOf(status), permission: permissionOf(request) },
  });
}

/** E.g. `PATCH /api/v1/nodes/a`. */
export function describeRequest({ method, path }: AskedRequest): string {
  return `${method} ${path}`;
}

/** The failure of a request that got no (whole) answer. */
export function toUnreachableError(doing: string, cause: unknown): AppError {
  if (isAppError(cause)) return cause;
  return new AppError({
    code: 'CLUSTER.UNREACHABLE',
    message: `${doing}: ${toSentence(cause)}`,
    retry: { kind: 'backoff' },
    cause,
  });
}

/** An answer that is not what the Kubernetes API says in its place. */
export function toUnexpectedAnswerError(doing: string, what: string): AppError {
  return new AppError({
    code: 'CLUSTER.FAILED',
    message: `${doing}: ${what}`,
    retry: { kind: 'backoff' },
  });
}

/** True when the server no longer knows the resource version or page that was asked for. */
export function isExpired(error: unknown): boolean {
  return isAppError(error) && error.meta['httpStatus'] === 410;
}

/** Why a Status says no, one entry a cause. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
}

/** The causes that {@link toRefusalError} put into an error's `meta`. */
export function causesOfError(error: AppError): readonly StatusCause[] {
  return toRecords(error.meta['causes']).map((cause) => ({
    reason: toText(cause['reason']),
    message: toText(cause['message']),
  }));
}

/** What undici's codes mean to a person. */
const transportProblems: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped in the middle',
  UND_ERR_SOCKET: 'the connection was closed',
};

/** A sentence for any thrown value. */
export function toSentence(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (isAppError(cause)) return cause.message;
  // All addresses of a host were tried in vain; the first says enough.
  if (cause instanceof AggregateError && cause.errors.length > 0)
    return toSentence(cause.errors[0]);
  const code = 'code' in cause ? toText(cause.code) : '';
  const message = cause.message === '' ? cause.name : cause.message;
  return transportProblems[code] ?? (message.includes(code) ? message : `${message} (${code})`);
}

function codeOf(httpStatus: number): ErrorCode {
  switch (httpStatus) {
    case 401:
      return 'CLUSTER.UNAUTHORIZED';
    case 403:
      return 'CLUSTER.FORBIDDEN';
    case 404:
      return 'CLUSTER.NOT_FOUND';
    case 409:
      return 'CLUSTER.CONFLICT';
    case 400:
    case 405:
    case 406:
    case 413:
    case 415:
    case 422:
      return 'CLUSTER.INVALID';
    case 429:
      return 'CLUSTER.RATE_LIMITED';
    default:
      return 'CLUSTER.FAILED';
  }
}

/**
 * What is wrong in the request stays so; everything else may pass. That holds for 401, 403 and 404
 * too: somebody corrects RBAC or applies a CRD, and a server that has just started answers 403 and
 * 404 until it has loaded its rules and CRDs.
 */
function retryOf(refusal: Refusal): Retry {
  if (codeOf(refusal.httpStatus) === 'CLUSTER.INVALID') return { kind: 'never' };
  const seconds = Number(refusal.retryAfter ?? Number.NaN);
  return seconds > 0 && seconds <= longestRetryAfterSeconds
    ? { kind: 'after', ms: seconds * 1000 }
    : { kind: 'backoff' };
}

/** A server that asks for a longer pause than this is asked again with back-off. */
const longestRetryAfterSeconds = 300;

function messageOf(refusal: Refusal, status: Json): string {
  return toTextOrNull(status['message']) ?? `the server answered HTTP ${refusal.httpStatus}`;
}

function causesOf(status: Json): readonly StatusCause[] {
  return toRecords(toRecord(status['details'])['causes']).map((cause) => ({
    reason: toText(cause['reason']),
    message: toText(cause['message']),
  }));
}

/** The refusal that a Status object inside a watch stands for. */
export function toStatusError(request: AskedRequest, status: unknown): AppError {
  const httpStatus = toInteger(toRecord(status)['code']) ?? 500;
  return toRefusalError({ request, httpStatus, body: status, retryAfter: null });
}
