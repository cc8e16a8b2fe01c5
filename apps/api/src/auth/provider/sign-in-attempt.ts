import { createHmac, randomBytes } from 'node:crypto';

/**
 * One attempt to sign in at the provider. The browser keeps its secret in a cookie; everything else follows
 * from the secret, so the server stores nothing before anybody has signed in.
 */
export interface SignInAttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Lifetime of the cookie of an attempt, which is sent when the provider sends the browser back. */
export const attemptTtlMs = 10 * 60_000;

/** Returns a new value for the cookie. */
export function newAttempt(returnTo: string): string {
  const secret = randomBytes(32).toString('base64url');
  return `${secret}.${Buffer.from(returnTo).toString('base64url')}`;
}

const pattern = /^([\w-]{43})\.([\w-]{0,1000})$/;

/** Reads the cookie; `null` if it is absent or not one of ours. */
export function readAttempt(
  cookie: string | undefined,
): (SignInAttemptSecrets & { readonly returnTo: string }) | null {
  const [, secret, encoded = ''] = pattern.exec(cookie ?? '') ?? [];
  if (secret === undefined) return null;
  const returnTo = Buffer.from(encoded, 'base64url').toString();
  return { ...secretsOf(secret), returnTo: toReturnPath(returnTo) };
}

/** They differ from each other and tell nothing about the secret. */
function secretsOf(secret: string): SignInAttemptSecrets {
  const derive = (purpose: string): string =>
    createHmac('sha256', secret).update(`kerf ${purpose}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}

const maxPathLength = 500;

/** Returns a path of Kerf's own pages; `/` for anything else. */
export function toReturnPath(path: unknown): string {
  if (typeof path !== 'string' || path.length > maxPathLength) return '/';
  const isPath = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
  return isPath ? path : '/';
}
