import { randomUUID } from 'node:crypto';
import type { Logger } from '@kerf/system';
import type { NextFunction, Request, Response } from 'express';
import { type CurrentRequest, withRequest } from '../request/current-request.js';

const requestIdHeader = 'x-request-id';

/** A client's ID appears in logs and responses, so only plain characters are accepted. */
const acceptable = /^[\w.:-]{1,128}$/;

/** Sets the request ID of the response, errors and log, and logs the result. */
export function nameRequest(log: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.get(requestIdHeader) ?? '';
    const current: CurrentRequest = {
      id: acceptable.test(given) ? given : randomUUID(),
      caller: null,
      isReplay: false,
    };
    response.setHeader(requestIdHeader, current.id);
    const startedAt = performance.now();
    // Without the query: that of a sign-in link is a secret.
    const { method, path } = request;
    response.once('close', () => {
      log.info(
        {
          requestId: current.id,
          method,
          path,
          status: response.statusCode,
          complete: response.writableFinished,
          durationMs: Math.round(performance.now() - startedAt),
          caller: current.caller?.principal.name ?? null,
        },
        'request',
      );
    });
    withRequest(current, next);
  };
}
