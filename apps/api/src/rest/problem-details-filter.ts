import { STATUS_CODES } from 'node:http';
import type { Logger } from '@kerf/system';
import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { joinSentences } from '../contract/join-sentences.js';
import { type PublicError, toPublicError } from '../contract/public-error.js';
import { LOG } from '../parts.js';
import { currentRequest } from '../request/current-request.js';
import { isWeakOnly } from '../request/etag.js';
import { refuseMethod } from '../request/refuse-method.js';
import { acceptedPatches, type OperationSpec } from './operation.js';
import { parameterOf } from './parameter-of.js';
import { RouteTable } from './route-table.js';
import { toPointer } from './to-pointer.js';

/** Writes errors: RFC 9457 for REST and other HTTP, GraphQL errors for GraphQL. */
@Catch()
export class ProblemDetailsFilter implements ExceptionFilter {
  constructor(
    @Inject(LOG) private readonly log: Logger,
    @Inject(RouteTable) private readonly table: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    // graphql-js handles errors of resolvers; they are formatted there.
    if (host.getType<'graphql' | 'http'>() === 'graphql') return error;
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const reported = toPublicError(this.#orWrongMethod(error, request, response));
    const requestId = currentRequest()?.id ?? null;
    if (reported.code === 'INTERNAL') this.log.error({ error, requestId }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return undefined;
    }
    if (reported.retryAfterMs !== null) {
      response.setHeader('Retry-After', String(Math.ceil(reported.retryAfterMs / 1_000)));
    }
    if (reported.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    const spec = this.table.specOf(request.method, request.path);
    if (reported.status === 415 && request.method === 'PATCH' && spec !== null) {
      response.setHeader('Accept-Patch', acceptedPatches(spec));
    }
    response.removeHeader('ETag');
    response.status(reported.status);
    return request.path.startsWith('/graphql')
      ? response.json({ errors: [toGraphqlShape(reported, requestId)] })
      : response
          .type('application/problem+json')
          .send(
            JSON.stringify(toProblem(withHint(reported, request), { request, spec }, requestId)),
          );
  }

  /** Nest reports a missing route even if the route exists for another method. */
  #orWrongMethod(error: unknown, request: Request, response: Response): unknown {
    if (!(error instanceof NotFoundException)) return error;
    const allowed = this.table.methodsOf(request.path);
    return allowed.length === 0 ? noPath(request) : refuseMethod(request, response, allowed);
  }
}

const noPath = ({ path }: Request): NotFoundException =>
  new NotFoundException(`There is no path ${path}. /api/v1/openapi.json lists the paths.`);

/** A weak ETag may be of the stored version. */
function withHint(reported: PublicError, request: Request): PublicError {
  if (reported.code !== 'PRECONDITION_FAILED' || !isWeakOnly(request.get('if-match') ?? ''))
    return reported;
  const hint =
    'The If-Match header has weak ETags only (W/"…"), which never match. Send the ETag of the response unchanged.';
  return { ...reported, message: joinSentences([reported.message, hint]) };
}

const toGraphqlShape = ({ code, message, meta }: PublicError, requestId: string | null) => ({
  message,
  extensions: { ...meta, code, requestId },
});

interface Reported {
  readonly request: Request;
  /** `null` outside of the operations of the API. */
  readonly spec: OperationSpec | null;
}

function toProblem(reported: PublicError, { request, spec }: Reported, requestId: string | null) {
  return {
    type: 'about:blank',
    title: STATUS_CODES[reported.status] ?? reported.code,
    status: reported.status,
    detail: reported.message,
    instance: request.path,
    code: reported.code,
    requestId,
    ...(reported.fields.length === 0
      ? {}
      : {
          errors: reported.fields.map(({ path, message }) => {
            const parameter = spec === null ? null : parameterOf(spec, request.query, path);
            return {
              pointer: toPointer(path),
              ...(parameter === null ? {} : { parameter }),
              detail: message,
            };
          }),
        }),
  };
}
