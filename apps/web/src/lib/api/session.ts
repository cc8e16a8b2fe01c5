import * as z from 'zod/mini';
import { ApiError } from './api-error.js';
import { send } from './graphql-client.js';

const problem = z.object({ title: z.optional(z.string()), detail: z.optional(z.string()) });

/** Starts a session; the API sets the cookie. @throws ApiError when name or password is wrong */
export async function signIn(name: string, password: string): Promise<void> {
  const response = await send('/auth/sign-in', { name, password });
  if (response.ok) return;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const read = problem.safeParse(await response.json().catch(() => null));
  const detail = read.success ? (read.data.detail ?? read.data.title) : undefined;
  throw new ApiError({
    kind: response.status === 401 ? 'signed-out' : 'server',
    message: detail ?? `Sign-in failed (status ${response.status}).`,
    requestId,
  });
}
