import type { Logger } from '@kerf/system';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import {
  isDocumentCode,
  isPublicCode,
  publicCodes,
  publicErrors,
} from '../contract/error-codes.js';
import { toPublicError } from '../contract/public-error.js';
import { currentRequest } from '../request/current-request.js';

/**
 * Returns the public form of an error: a code and the request ID, never a stack. Errors in the document
 * or its variables have the messages of graphql-js; a bug is only logged.
 */
export function toGraphqlError(
  log: Logger,
  formatted: GraphQLFormattedError,
  error: unknown,
): GraphQLFormattedError {
  const requestId = currentRequest()?.id ?? null;
  const place = {
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
    ...(formatted.locations === undefined ? {} : { locations: formatted.locations }),
  };
  const cause = causeOf(error);
  if (isRequestError(cause, formatted)) {
    const code = codeOfRequestError(error, formatted);
    return { ...place, message: formatted.message, extensions: { code, requestId } };
  }
  const reported = toPublicError(cause);
  if (reported.code === 'INTERNAL')
    log.error({ error: cause, requestId }, 'GraphQL operation failed');
  return {
    ...place,
    message: reported.message,
    extensions: {
      ...reported.meta,
      code: reported.code,
      requestId,
      ...(reported.fields.length === 0 ? {} : { fields: reported.fields }),
      ...(reported.retryAfterMs === null ? {} : { retryAfterMs: reported.retryAfterMs }),
    },
  };
}

/** graphql-js and Apollo wrap thrown errors. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? causeOf(error.originalError)
    : error;
}

/** Errors of graphql-js and Apollo before the execution. */
function isRequestError(cause: unknown, { extensions, path }: GraphQLFormattedError): boolean {
  return (
    cause instanceof GraphQLError &&
    path === undefined &&
    extensions?.['code'] !== 'INTERNAL_SERVER_ERROR'
  );
}

/** Undocumented codes of Apollo are replaced by the code of their HTTP status. */
function codeOfRequestError(error: unknown, { extensions }: GraphQLFormattedError): string {
  const code = extensions?.['code'];
  if (isDocumentCode(code) || isPublicCode(code)) return code;
  const http = error instanceof GraphQLError ? error.extensions['http'] : undefined;
  const status = typeof http === 'object' && http !== null && 'status' in http ? http.status : 400;
  return publicCodes.find((known) => publicErrors[known].status === status) ?? 'BAD_USER_INPUT';
}
