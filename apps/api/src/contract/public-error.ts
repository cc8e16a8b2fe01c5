import { AppError, type FieldProblem, hasErrorCode, isAppError } from '@kerf/core';
import { HttpException } from '@nestjs/common';
import { failures, type PublicCode, publicCodes, publicErrors } from './error-codes.js';

export interface PublicError {
  readonly code: PublicCode;
  readonly status: number;
  readonly message: string;
  readonly fields: readonly FieldProblem[];
  /** Time after which a retry may succeed; `null` if unknown. */
  readonly retryAfterMs: number | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

const retryWhenUnavailableMs = 2_000;

/** Returns the public form of any failure. Details of a bug are only in the log. */
export function toPublicError(error: unknown): PublicError {
  if (isAppError(error)) return fromFailure(error);
  const status = httpStatusOf(error);
  const code = publicCodes.find((candidate) => publicErrors[candidate].status === status);
  if (code === undefined || status >= 500 || !(error instanceof Error)) return internal;
  return { ...internal, code, status, message: error.message };
}

const internal: PublicError = {
  code: 'INTERNAL',
  status: 500,
  message: 'Internal error. Search the server log for the request ID.',
  fields: [],
  retryAfterMs: null,
  meta: {},
};

function fromFailure(error: AppError): PublicError {
  const code = failures[error.code].publicCode;
  if (code === 'INTERNAL') return internal;
  return {
    code,
    status: publicErrors[code].status,
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

/** Errors of Express and its parsers carry an HTTP status. */
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
