import type { NextFunction, Request, Response } from 'express';
import { readCredential, recognise } from '../auth/credentials.js';
import { refuseForgedWrite } from '../auth/same-origin.js';
import { unauthenticated } from '../contract/public-error.js';
import type { ApiPorts } from '../parts.js';
import { currentRequest } from './current-request.js';

/** Finds out who asks. A cookie that has ended makes a stranger; a token that has ended is refused. */
export function identify(ports: ApiPorts, publicUrl: string) {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    const current = currentRequest();
    const credential = readCredential(request.headers);
    const principal = credential === null ? null : await recognise(ports, credential);
    if (credential?.kind === 'Token' && principal === null) {
      throw unauthenticated('the token is unknown, revoked or expired');
    }
    if (credential?.kind === 'Session' && principal !== null) {
      refuseForgedWrite(request.method, request.headers, publicUrl);
    }
    if (current !== undefined && principal !== null) {
      current.asker = { principal, requestId: current.id };
    }
    next();
  };
}
