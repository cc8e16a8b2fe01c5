import type { IncomingHttpHeaders } from 'node:http';
import { type Principal, principalOfSession, type SignInPorts, useToken } from '@kerf/application';
import { parseCookie } from 'cookie';
import { unauthenticated } from '../contract/public-error.js';
import { type ApiEnv, isSecure } from '../env.js';

/** The credential of a request. */
export interface Credential {
  readonly kind: 'Session' | 'Token';
  readonly secret: string;
}

/** Names of the cookies; each has the path `/`. */
export interface CookieNames {
  readonly session: string;
  /** Shows that a user signed in with this browser before; it gives no access. */
  readonly device: string;
  /** One attempt to sign in at the provider. */
  readonly attempt: string;
}

/**
 * Returns the names of the cookies. With HTTPS they have the prefix with which browsers take a cookie from this very
 * host only: other hosts of the domain cannot set a session or an attempt. Source: RFC 6265bis, section 4.1.3.2.
 */
export function cookieNamesOf(env: ApiEnv): CookieNames {
  const prefix = isSecure(env) ? '__Host-' : '';
  return {
    session: `${prefix}kerf_session`,
    device: `${prefix}kerf_device`,
    attempt: `${prefix}kerf_sign_in`,
  };
}

/**
 * The token of the Authorization header, else the session's cookie.
 * @throws AUTH.UNAUTHENTICATED for an Authorization header of another kind
 */
export function readCredential(
  headers: IncomingHttpHeaders,
  { session }: Pick<CookieNames, 'session'>,
): Credential | null {
  const { authorization, cookie = '' } = headers;
  if (authorization !== undefined) return readBearer(authorization);
  const secret = parseCookie(cookie)[session];
  return secret === undefined || secret === '' ? null : { kind: 'Session', secret };
}

export function readBearer(authorization: string): Credential {
  const [, secret] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (secret !== undefined) return { kind: 'Token', secret };
  throw unauthenticated('The Authorization header must be "Bearer <token>".');
}

/** Returns the principal of a credential; `null` if it is unknown, revoked or expired. */
export async function recognise(
  ports: SignInPorts,
  { kind, secret }: Credential,
): Promise<Principal | null> {
  if (kind === 'Session') return principalOfSession(ports, secret);
  const use = await useToken(ports, secret);
  return use.kind === 'Accepted' ? use.principal : null;
}

/** Returns the ID of the session or token that authenticated the caller. */
export const credentialIdOf = (principal: Principal): string =>
  (principal.kind === 'User' ? principal.sessionId : undefined) ?? principal.id;
