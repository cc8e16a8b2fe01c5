import type { IncomingHttpHeaders } from 'node:http';
import { type Principal, principalOfSession, type SignInPorts, useToken } from '@kerf/application';
import { parseCookie } from 'cookie';
import { unauthenticated } from '../contract/public-error.js';

/** The credential of a request. */
export interface Credential {
  readonly kind: 'Session' | 'Token';
  readonly secret: string;
}

export const sessionCookie = 'kerf_session';
/** Shows that a user signed in with this browser before; it gives no access. */
export const deviceCookie = 'kerf_device';

/**
 * The token of the Authorization header, else the session's cookie.
 * @throws AUTH.UNAUTHENTICATED for an Authorization header of another kind
 */
export function readCredential(headers: IncomingHttpHeaders): Credential | null {
  const { authorization, cookie = '' } = headers;
  if (authorization !== undefined) return readBearer(authorization);
  const secret = parseCookie(cookie)[sessionCookie];
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
