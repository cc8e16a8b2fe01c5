import {
  auditEndedToken,
  type Principal,
  principalOfSession,
  type SignInPorts,
  type TokenUse,
  useToken,
} from '@kerf/application';
import type { NextFunction, Request, Response } from 'express';
import { cookieNamesOf, readCredential } from '../auth/credentials.js';
import { refuseForgedWrite } from '../auth/same-origin.js';
import { unauthenticated } from '../contract/public-error.js';
import { type ApiEnv, publicUrlOf } from '../env.js';
import { currentRequest, sourceOf } from '../request/current-request.js';
import { RateLimit, type RateLimitStore } from '../request/rate-limits.js';

/** A script that keeps sending a revoked token is recorded once per interval. */
const endedTokenNotes = { name: 'ended-token', burst: 1, refillMs: 3_600_000, isGuess: false };

/** Authenticates the caller. An expired cookie means no caller; an expired token is refused. */
export function identify(ports: SignInPorts, env: ApiEnv, rateLimits: RateLimitStore) {
  const publicUrl = publicUrlOf(env);
  const cookies = cookieNamesOf(env);
  const notes = new RateLimit(rateLimits, endedTokenNotes);

  const recordEndedUse = async (use: TokenUse, request: Request): Promise<void> => {
    if (use.kind !== 'Ended') return;
    if ((await notes.take(use.token.id)).kind === 'Refused') return;
    await auditEndedToken(ports, use, sourceOf(request));
  };

  const principalOf = async (request: Request): Promise<Principal | null> => {
    const credential = readCredential(request.headers, cookies);
    if (credential === null) return null;
    if (credential.kind === 'Token') {
      const use = await useToken(ports, credential.secret);
      if (use.kind === 'Accepted') return use.principal;
      await recordEndedUse(use, request);
      throw unauthenticated('The API token is unknown, revoked or expired. Create a new one.');
    }
    const principal = await principalOfSession(ports, credential.secret);
    if (principal !== null) refuseForgedWrite(request.method, request.headers, publicUrl);
    return principal;
  };

  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    const current = currentRequest();
    const principal = await principalOf(request);
    if (current !== undefined && principal !== null) {
      current.caller = { principal, requestId: current.id };
    }
    next();
  };
}
