import type * as z from 'zod/mini';
import { ApiError } from './api-error.js';
import { updateServerClock } from './server-clock.js';

/**
 * Reads a resource of REST that GraphQL does not have.
 * @param path below `/api/v1/`
 * @throws ApiError
 */
export async function readRest<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await fetchRest(`/api/v1/${path}`, signal);
  updateServerClock(response.headers.get('date'));
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (response.status === 401) {
    throw new ApiError({ kind: 'signed-out', message: 'You are signed out.', requestId });
  }
  const body: unknown = await response.json().catch(() => null);
  const read = response.ok ? schema.safeParse(body) : null;
  if (read?.success === true) return read.data;
  throw new ApiError({
    kind: response.status === 403 ? 'forbidden' : 'server',
    message: detailOf(body) ?? `The API returned an unreadable response (${response.status}).`,
    requestId,
  });
}

async function fetchRest(url: string, signal: AbortSignal): Promise<Response> {
  try {
    const headers = { accept: 'application/json' };
    return await fetch(url, { credentials: 'same-origin', headers, signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({ kind: 'offline', message: 'The Kerf API does not respond.', cause });
  }
}

/** The sentence of a problem (RFC 9457). */
function detailOf(body: unknown): string | undefined {
  const detail: unknown = Reflect.get(Object(body), 'detail');
  return typeof detail === 'string' ? detail : undefined;
}
