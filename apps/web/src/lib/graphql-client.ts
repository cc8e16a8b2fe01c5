import * as z from 'zod/mini';
import type { TypedDocumentString } from '../gql/graphql.js';
import { ApiError, type ApiErrorKind } from './api-error.js';
import { noteServerDate } from './server-clock.js';

/** Every request of a browser carries it; a form of another site cannot. */
const csrfHeader = { 'x-kerf-csrf': '1' } as const;

const graphqlError = z.object({
  message: z.string(),
  extensions: z.optional(z.object({ code: z.optional(z.string()) })),
});
const answer = z.object({
  data: z.optional(z.unknown()),
  errors: z.optional(z.array(graphqlError)),
});

/**
 * Asks the API. The shape of `data` is the schema's word for the document, so it is not read again.
 * @throws ApiError
 */
export async function request<TData, TVariables>(
  document: TypedDocumentString<TData, TVariables>,
  variables: TVariables,
  signal?: AbortSignal,
): Promise<TData> {
  const response = await send('/graphql', { query: document.toString(), variables }, signal);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (response.status === 401) {
    throw new ApiError({ kind: 'signed-out', message: 'You are signed out.', requestId });
  }
  const body: { readonly data: TData } = await readJson(response, requestId);
  const parsed = answer.safeParse(body);
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

/** Sends JSON and waits for the headers. @throws ApiError when nobody answers */
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
    noteServerDate(response.headers.get('date'));
    return response;
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ApiError({ kind: 'offline', message: 'Kerf’s API does not answer.', cause });
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
    message: `The API answered ${response.status} with nothing that can be shown.`,
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
