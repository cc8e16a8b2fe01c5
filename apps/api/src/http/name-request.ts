import { randomUUID } from 'node:crypto';
import type { Logger } from '@kerf/telemetry';
import type { NextFunction, Request, Response } from 'express';
import { type CurrentRequest, withRequest } from '../request/current-request.js';

const requestIdHeader = 'x-request-id';

/** An id from outside goes into logs and answers, so it must be a plain word. */
const acceptable = /^[\w.:-]{1,128}$/;

/** Gives the request its id, which the answer, the errors and the log carry, and logs how it ended. */
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
    // The query is left out: a sign-in link's is a secret.
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
