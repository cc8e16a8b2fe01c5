import type { IncomingHttpHeaders } from 'node:http';
import { type Principal, principalOfSession, useToken } from '@kerf/application';
import { parseCookie } from 'cookie';
import { unauthenticated } from '../contract/public-error.js';
import type { ApiPorts } from '../parts.js';

/** What a request brings to say who sends it. */
export interface Credential {
  readonly kind: 'Session' | 'Token';
  readonly secret: string;
}

export const sessionCookie = 'kerf_session';
/** Says that somebody signed in here before; it opens nothing. */
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
  throw unauthenticated('the Authorization header must be "Bearer <token>"');
}

/** Who a credential stands for now; `null` when it is unknown, ended or expired. */
export async function recognise(
  ports: ApiPorts,
  { kind, secret }: Credential,
): Promise<Principal | null> {
  if (kind === 'Session') return principalOfSession(ports, secret);
  const use = await useToken(ports, secret);
  return use.kind === 'Accepted' ? use.principal : null;
}

/** The id of the session or token that somebody was recognized by. */
export const credentialIdOf = (principal: Principal): string =>
  (principal.kind === 'User' ? principal.sessionId : undefined) ?? principal.id;
