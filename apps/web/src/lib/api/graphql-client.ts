import * as z from 'zod/mini';
import type { TypedDocumentString } from '../../gql/graphql.js';
import { ApiError, type ApiErrorKind } from './api-error.js';
import { updateServerClock } from './server-clock.js';

/** Sent with every request; a form on another site cannot set it. */
const csrfHeader = { 'x-kerf-csrf': '1' } as const;

const graphqlError = z.object({
  message: z.string(),
  extensions: z.optional(z.object({ code: z.optional(z.string()) })),
});
const responseBody = z.object({
  data: z.optional(z.unknown()),
  errors: z.optional(z.array(graphqlError)),
});

/**
 * Sends a GraphQL document. The schema guarantees the shape of `data`, so it is not parsed again.
 * @throws ApiError
 */
export async function request<TData, TVariables>(
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
  signal?: AbortSignal,
): Promise<TData> {
  const response = await send('/graphql', { ...sentDocument(document), variables }, signal);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (response.status === 401) {
    throw new ApiError({ kind: 'signed-out', message: 'You are signed out.', requestId });
  }
  const body: { readonly data: TData } = await readJson(response, requestId);
  const parsed = responseBody.safeParse(body);
  if (!parsed.success) throw unreadable(response, requestId);
  const [error] = parsed.data.errors ?? [];
  if (error !== undefined) {
    const code = error.extensions?.code;
    throw new ApiError({ kind: kindOfCode(code), message: error.message, code, requestId });
  }
  if (parsed.data.data === undefined || parsed.data.data === null) {
    throw unreadable(response, requestId);
  }
  return body.data;
}

const documentMeta = z.object({ documentId: z.string(), operationName: z.string() });

/** A build sends the ID, by which the API knows the document; during development documents change. */
function sentDocument(document: TypedDocumentString<unknown, never>) {
  const meta = documentMeta.safeParse(Reflect.get(document, '__meta__'));
  return meta.success && !import.meta.env.DEV ? meta.data : { query: document.toString() };
}

/** Sends JSON and waits for the response headers. @throws ApiError when there is no response */
export async function send(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...csrfHeader,
      },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      ...(signal === undefined ? {} : { signal }),
    });
    updateServerClock(response.headers.get('date'));
    return response;
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ApiError({ kind: 'offline', message: 'The Kerf API does not respond.', cause });
  }
}

async function readJson<T>(response: Response, requestId: string | undefined): Promise<T> {
  try {
    return await response.json();
  } catch {
    throw unreadable(response, requestId);
  }
}

function unreadable(response: Response, requestId: string | undefined): ApiError {
  return new ApiError({
    kind: 'server',
    message: `The API returned an unreadable response (status ${response.status}).`,
    requestId,
  });
}

function kindOfCode(code: string | undefined): ApiErrorKind {
  switch (code) {
    case 'UNAUTHENTICATED':
    case 'AUTH.UNAUTHENTICATED':
      return 'signed-out';
    case 'FORBIDDEN':
    case 'AUTH.FORBIDDEN':
      return 'forbidden';
    case 'BAD_USER_INPUT':
    case 'INPUT.INVALID':
    case 'INPUT.TOO_COMPLEX':
      return 'refused';
    default:
      return 'server';
  }
}
