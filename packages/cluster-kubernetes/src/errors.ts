import {
  AppError,
  type DurationMs,
  type ErrorCode,
  isAppError,
  type JsonObject,
  type Retry,
  toInteger,
  toRecord,
  toRecords,
  toText,
  toTextOrNull,
} from '@kerf/core';
import { type PermittedRequest, permissionOf } from './request-permission.js';

/** A rejected request: the HTTP status and, if the API server sent it, its Status object. */
export interface Refusal {
  readonly request: PermittedRequest;
  readonly httpStatus: number;
  /** The parsed body; not necessarily a Status object. */
  readonly body: unknown;
  /** The header `Retry-After` in seconds. */
  readonly retryAfter: string | null;
}

/**
 * Returns the error for a rejected request. Its message appears in pages, checks and events, so it
 * contains no text of the server: a user who registers an endpoint must not be able to read the
 * responses of servers that Kerf can reach. `meta` has that text for the log, with `httpStatus`,
 * `reason` and `causes`, and as `permission` the RBAC permission that the request needs.
 */
export function toRefusalError(refusal: Refusal): AppError {
  const { request, httpStatus } = refusal;
  const status = toRecord(refusal.body);
  const reason = toText(status['reason']);
  const code = codeOf(httpStatus);
  return new AppError({
    code,
    message: `${describeRequest(request)}: HTTP ${httpStatus}${knownReasons.has(reason) ? ` (${reason})` : ''}`,
    retry: retryOf(code, refusal.retryAfter),
    meta: {
      httpStatus,
      reason,
      causes: causesOf(status),
      permission: permissionOf(request),
      serverMessage: serverMessageOf(status),
    },
  });
}

/** Reasons of a Status. Source: k8s.io/apimachinery, StatusReason. */
const knownReasons: ReadonlySet<string> = new Set([
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
  'StoreReadError',
]);

const maxServerTextLength = 500;

/**
 * Returns the server's text for the log; `null` if the body is not a Status of the Kubernetes API.
 */
function serverMessageOf(status: JsonObject): string | null {
  if (status['kind'] !== 'Status') return null;
  return toTextOrNull(status['message'])?.slice(0, maxServerTextLength) ?? null;
}

/**
 * Whether the server's text contains these words; some errors are identified by their text only.
 */
export const serverMessageIncludes = (error: AppError, words: string): boolean =>
  toText(error.meta['serverMessage']).includes(words);

/** Returns method and path, e.g. `PATCH /api/v1/nodes/a`. */
export function describeRequest({ method, path }: PermittedRequest): string {
  return `${method} ${path}`;
}

/** Returns the error for a request without a complete response. */
export function toUnreachableError(doing: string, cause: unknown): AppError {
  if (isAppError(cause)) return cause;
  return new AppError({
    code: 'CLUSTER.UNREACHABLE',
    message: `${doing}: ${transportProblemOf(cause)}`,
    retry: { kind: 'backoff' },
    cause,
  });
}

/** Returns the error for a response that does not match the Kubernetes API. */
export function toUnexpectedAnswerError(doing: string, what: string): AppError {
  return new AppError({
    code: 'CLUSTER.FAILED',
    message: `${doing}: ${what}`,
    retry: { kind: 'backoff' },
  });
}

/**
 * Returns the error for responses or objects that exceed a limit. A server that sends so much does it
 * again, so the retry is late.
 */
export function toTooLargeError(doing: string, what: string): AppError {
  return new AppError({
    code: 'CLUSTER.TOO_LARGE',
    message: `${doing}: ${what}`,
    retry: { kind: 'after', ms: tooLargePauseMs },
  });
}

const tooLargePauseMs: DurationMs = 30_000;

/** Whether the requested resource version or page has expired on the server. */
export function isExpired(error: unknown): boolean {
  return isAppError(error) && error.meta['httpStatus'] === 410;
}

/** Whether a response paused, or took in all, for longer than the request allows. */
export function isOverdue(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && overdueCodes.has(toText(cause.code));
}

const overdueCodes: ReadonlySet<string> = new Set(['UND_ERR_BODY_TIMEOUT', 'RESPONSE_DEADLINE']);

/** A cause of a rejection, from the Status. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
}

/** Returns the causes that {@link toRefusalError} put into an error's `meta`. */
export function causesOfError(error: AppError): readonly StatusCause[] {
  return toRecords(error.meta['causes']).map((cause) => ({
    reason: toText(cause['reason']),
    message: toText(cause['message']),
  }));
}

/**
 * Returns true for the rejection of a JSON patch that does not apply to the object, e.g. because a
 * `test` fails. An object that is invalid after the patch is rejected with causes.
 */
export function isFailedPatch(error: unknown): error is AppError {
  return isAppError(error) && error.meta['httpStatus'] === 422 && causesOfError(error).length === 0;
}

const notOfTheCa = 'the server certificate is not signed by the CA of the cluster';

/** Explanations of the error codes of undici, the system and OpenSSL. */
const transportProblems: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'request timed out',
  UND_ERR_BODY_TIMEOUT: 'the response is incomplete',
  RESPONSE_DEADLINE: 'the response is too slow',
  UND_ERR_SOCKET: 'the connection was closed',
  ECONNREFUSED: 'connection refused (ECONNREFUSED)',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'host not found (ENOTFOUND)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the server certificate is for another host',
  CERT_HAS_EXPIRED: 'the server certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: notOfTheCa,
  SELF_SIGNED_CERT_IN_CHAIN: notOfTheCa,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notOfTheCa,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notOfTheCa,
};

/**
 * Returns why a request got no response. Omits messages, because some contain text of the server.
 */
function transportProblemOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no response';
  const code = 'code' in cause ? toText(cause.code) : '';
  const known = transportProblems[code];
  if (known !== undefined) return known;
  return /^[A-Z][A-Z0-9_]+$/.test(code) ? `no response (${code})` : `no response (${cause.name})`;
}

/** Returns a sentence for any thrown value. */
export function toSentence(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (isAppError(cause)) return cause.message;
  // All addresses of a host failed; the first error is sufficient.
  if (cause instanceof AggregateError && cause.errors.length > 0)
    return toSentence(cause.errors[0]);
  const code = 'code' in cause ? toText(cause.code) : '';
  const message = cause.message === '' ? cause.name : cause.message;
  return message.includes(code) ? message : `${message} (${code})`;
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
 * Returns the retry advice. An invalid request is not retried; all other errors may be temporary.
 * This includes 401, 403 and 404: an operator corrects RBAC or applies a CRD, and a server that has
 * just started returns 403 and 404 until it has loaded its rules and CRDs.
 */
function retryOf(code: ErrorCode, retryAfter: string | null): Retry {
  if (code === 'CLUSTER.INVALID') return { kind: 'never' };
  const seconds = Number(retryAfter ?? Number.NaN);
  return seconds > 0 && seconds <= maxRetryAfterSeconds
    ? { kind: 'after', ms: seconds * 1000 }
    : { kind: 'backoff' };
}

/** Longer pauses requested by a server are replaced by back-off. */
const maxRetryAfterSeconds = 300;

function causesOf(status: JsonObject): readonly StatusCause[] {
  return toRecords(toRecord(status['details'])['causes']).map((cause) => ({
    reason: toText(cause['reason']),
    message: toText(cause['message']),
  }));
}

/** Returns the error for a Status object in a watch. */
export function toStatusError(request: PermittedRequest, status: unknown): AppError {
  const { code, details } = toRecord(status);
  const seconds = toInteger(toRecord(details)['retryAfterSeconds']);
  const retryAfter = seconds === null ? null : String(seconds);
  return toRefusalError({ request, httpStatus: toInteger(code) ?? 500, body: status, retryAfter });
}
