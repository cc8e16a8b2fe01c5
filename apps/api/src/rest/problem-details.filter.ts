import { STATUS_CODES } from 'node:http';
import type { Logger } from '@kerf/telemetry';
import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type PublicError, toPublicError } from '../contract/public-error.js';
import { currentRequest } from '../http/current-request.js';
import { LOG } from '../parts.js';

/** Says what went wrong: RFC 9457 for REST and everything else by HTTP, GraphQL's own way there. */
@Catch()
export class ProblemDetailsFilter implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    // A resolver's error goes on to graphql-js, whose errors are formatted where they leave.
    if (host.getType<'graphql' | 'http'>() === 'graphql') return error;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const said = toPublicError(error);
    const requestId = currentRequest()?.id ?? null;
    if (said.code === 'INTERNAL') this.log.error({ error, requestId }, 'a request failed');
    if (response.headersSent) {
      response.destroy();
      return undefined;
    }
    if (said.retryAfterMs !== null) {
      response.setHeader('Retry-After', String(Math.ceil(said.retryAfterMs / 1_000)));
    }
    if (said.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    response.removeHeader('ETag');
    response.status(said.status);
    return request.path.startsWith('/graphql')
      ? response.json({ errors: [toGraphqlShape(said, requestId)] })
      : response
          .type('application/problem+json')
          .send(JSON.stringify(toProblem(said, request.path, requestId)));
  }
}

const toGraphqlShape = ({ code, message, meta }: PublicError, requestId: string | null) => ({
  message,
  extensions: { ...meta, code, requestId },
});

function toProblem(said: PublicError, instance: string, requestId: string | null) {
  return {
    type: 'about:blank',
    title: STATUS_CODES[said.status] ?? said.code,
    status: said.status,
    detail: said.message,
    instance,
    code: said.code,
    requestId,
    ...(said.fields.length === 0
      ? {}
      : {
          errors: said.fields.map(({ path, message }) => ({
            pointer: `#/${path.replaceAll('.', '/')}`,
            detail: message,
          })),
        }),
  };
}
