import type { Logger } from '@kerf/telemetry';
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
 * What a client is told of an error: a code, the request's id, and never a stack. What the document
 * or its variables did wrong is said in graphql-js' own words; a bug is logged instead.
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
  const said = toPublicError(cause);
  if (said.code === 'INTERNAL')
    log.error({ error: cause, requestId }, 'a GraphQL operation failed');
  return {
    ...place,
    message: said.message,
    extensions: {
      ...said.meta,
      code: said.code,
      requestId,
      ...(said.fields.length === 0 ? {} : { fields: said.fields }),
      ...(said.retryAfterMs === null ? {} : { retryAfterMs: said.retryAfterMs }),
    },
  };
}

/** graphql-js and Apollo wrap what is thrown in errors of their own. */
function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError !== undefined
    ? causeOf(error.originalError)
    : error;
}

/** graphql-js' and Apollo's own findings, before anything was carried out. */
function isRequestError(cause: unknown, { extensions, path }: GraphQLFormattedError): boolean {
  return (
    cause instanceof GraphQLError &&
    path === undefined &&
    extensions?.['code'] !== 'INTERNAL_SERVER_ERROR'
  );
}

/** Codes of Apollo that are none of the documented ones are said by the status that goes with them. */
function codeOfRequestError(error: unknown, { extensions }: GraphQLFormattedError): string {
  const code = extensions?.['code'];
  if (isDocumentCode(code) || isPublicCode(code)) return code;
  const http = error instanceof GraphQLError ? error.extensions['http'] : undefined;
  const status = typeof http === 'object' && http !== null && 'status' in http ? http.status : 400;
  return publicCodes.find((known) => publicErrors[known].status === status) ?? 'BAD_USER_INPUT';
}
