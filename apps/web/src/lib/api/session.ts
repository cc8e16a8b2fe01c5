import * as z from 'zod/mini';
import { ApiError } from './api-error.js';
import { send } from './graphql-client.js';

const problem = z.object({ title: z.optional(z.string()), detail: z.optional(z.string()) });

const signInOptions = z.object({
  providerName: z.nullable(z.string()),
  password: z.enum(['shown', 'hidden', 'off']),
});

/** How users can sign in. */
export type SignInOptions = z.infer<typeof signInOptions>;

/** Reads how users can sign in. @throws ApiError when there is no usable response */
export async function readSignInOptions(signal: AbortSignal): Promise<SignInOptions> {
  try {
    const response = await fetch('/auth/options', { credentials: 'same-origin', signal });
    return signInOptions.parse(await response.json());
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({ kind: 'offline', message: 'The Kerf API does not respond.', cause });
  }
}

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
