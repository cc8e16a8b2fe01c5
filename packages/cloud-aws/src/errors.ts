import {
  AppError,
  type ErrorCode,
  hasErrorCode,
  invariant,
  isAppError,
  type Retry,
} from '@kerf/core';
import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';

type SdkError = Parameters<typeof isTransientError>[0];

/** Codes of missing capacity; another instance type, zone or capacity type may have capacity. */
export const capacityErrorCodes: ReadonlySet<string> = new Set([
  'InsufficientInstanceCapacity',
  'MaxSpotInstanceCountExceeded',
  'VcpuLimitExceeded',
  'UnfulfillableCapacity',
  'Unsupported',
  'InsufficientFreeAddressesInSubnet',
  'MaxFleetCountExceeded',
  'ReservationCapacityExceeded',
  'AuthFailure.ServiceLinkedRoleCreationNotPermitted',
]);

/**
 * Codes about the caller and its permissions; each service spells them differently. They are
 * retryable: credentials are renewed, policies are corrected, and an IAM change takes seconds to
 * propagate.
 */
const unauthorizedCodes: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AuthFailure',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'NotAuthorized',
  'OptInRequired',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
  'UnauthorizedOperation',
  'UnrecognizedClientException',
]);

/** Codes of a request whose signature is too old or too new by AWS's clock. */
const clockCodes: ReadonlySet<string> = new Set([
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
]);

/** Some services answer with the code of a wrong signature, and name the time in the message. */
const clockMessage = /signature (expired|not yet current)/i;

/**
 * Maps a failed AWS call to an `AppError` with its meaning and retry advice.
 * @param action in IAM's spelling, e.g. `ec2:CreateFleet`
 * @returns the value itself if it is not a failed call: an error mapped before, or a bug
 */
export function understandFailure(cause: unknown, action: string): unknown {
  return isAppError(cause) || !isSdkError(cause) ? cause : toAppError(cause, action);
}

/**
 * Maps an error of a fleet, which is data, in the same way as a thrown error with the same code.
 */
export function fromFleetError(awsCode: string, message: string): AppError {
  const fields = { name: awsCode, $fault: 'client', $metadata: {} };
  const error: Error = Object.assign(new Error(message), fields);
  invariant(isSdkError(error), 'an error with $metadata is what the SDK throws');
  return toAppError(error, 'ec2:CreateFleet');
}

function toAppError(cause: SdkError, action: string): AppError {
  return new AppError({
    ...classify(cause),
    message: `${action}: ${sentenceOf(cause)}`,
    meta: {
      action,
      awsCode: cause.name,
      httpStatus: cause.$metadata?.httpStatusCode ?? null,
      requestId: cause.$metadata?.requestId ?? null,
      isClockSkew: clockCodes.has(cause.name) || clockMessage.test(cause.message),
    },
    cause,
  });
}

/** Replaces the SDK's unclear messages for timeouts and invalid responses. */
function sentenceOf(cause: SdkError): string {
  const status = cause.$metadata?.httpStatusCode;
  if (cause.name === 'AbortError') return 'request timed out';
  if (status !== undefined && !('$fault' in cause) && cause.name !== 'TimeoutError') {
    return `unexpected response with status ${status}`;
  }
  return cause.message === '' ? cause.name : cause.message;
}

/**
 * Whether this is an error of the SDK: an error of AWS, an invalid response, or a network failure.
 */
function isSdkError(value: unknown): value is SdkError {
  if (!(value instanceof Error)) return false;
  return (
    '$metadata' in value ||
    value.name === 'AbortError' ||
    value.name === 'CredentialsProviderError' ||
    ('code' in value && typeof value.code === 'string')
  );
}

function classify(error: SdkError): { readonly code: ErrorCode; readonly retry: Retry } {
  if (capacityErrorCodes.has(error.name)) return never('CLOUD.INSUFFICIENT_CAPACITY');
  if (unauthorizedCodes.has(error.name)) return backoff('CLOUD.UNAUTHORIZED');
  if (isThrottlingError(error)) return backoff('CLOUD.RATE_LIMITED');
  if (isUnreachable(error)) return backoff('CLOUD.UNREACHABLE');
  const status = error.$metadata?.httpStatusCode;
  return status === 401 || status === 403 ? backoff('CLOUD.UNAUTHORIZED') : never('CLOUD.INVALID');
}

/**
 * Whether there is no response, a server error, or a response of another server (a proxy's page).
 */
function isUnreachable(error: SdkError): boolean {
  return isTransientError(error) || isServerError(error) || !('$fault' in error);
}

const never = (code: ErrorCode) => ({ code, retry: { kind: 'never' } }) as const;
const backoff = (code: ErrorCode) => ({ code, retry: { kind: 'backoff' } }) as const;

/**
 * Whether AWS answered with one of these codes, in the SDK's spelling: IAM's codes end in
 * `Exception`.
 */
export function hasAwsCode(error: unknown, ...awsCodes: readonly string[]): error is AppError {
  return isAppError(error) && awsCodes.some((code) => error.meta['awsCode'] === code);
}

/** Codes about credentials that have expired, or that AWS does not know any more. */
const credentialCodes = [
  'AuthFailure',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'RequestExpired',
  'UnrecognizedClientException',
] as const;

/**
 * Whether newer credentials of the same role may be accepted: these have expired, the role was
 * created again, or its sessions were revoked, which IAM does by a policy that denies older ones.
 */
export const isOfOldCredentials = (error: unknown): error is AppError =>
  hasAwsCode(error, ...credentialCodes) ||
  (isUnauthorized(error) && /explicit deny/i.test(error.message));

/** Whether the role has no permission for the call. */
export const isUnauthorized = (error: unknown): error is AppError =>
  hasErrorCode(error, 'CLOUD.UNAUTHORIZED');
