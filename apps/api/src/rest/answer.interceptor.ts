import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  NotAcceptableException,
  StreamableFile,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { currentRequest, replayHeader } from '../request/current-request.js';
import { isKnownTo, toETag } from '../request/etag.js';
import { type OperationSpec, operationKey } from './operation.js';

/** Writes a controller's response with its headers, as its operation declares. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const spec: OperationSpec | undefined = Reflect.getMetadata(operationKey, context.getHandler());
    if (spec === undefined) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (spec.answer !== undefined) refuseOtherForms(request);
    return next.handle().pipe(
      map((value) => {
        if (currentRequest()?.isReplay === true) response.setHeader(replayHeader, 'true');
        // Already written.
        if (value instanceof StreamableFile) return value;
        if (spec.answer === undefined) return undefined;
        const answer = z.encode(spec.answer, value);
        addHeaders(request, response, answer);
        return isUnchanged(request, response) ? undefined : answer;
      }),
    );
  }
}

/** Checked before the work: its result could not be sent. */
function refuseOtherForms(request: Request): void {
  if (request.accepts('application/json') !== false) return;
  throw new NotAcceptableException(
    `The Accept header (${request.get('accept')}) does not allow application/json.`,
  );
}

/** Express does not send 304 to clients that send `Cache-Control: no-cache`, as fetch does. */
function isUnchanged(request: Request, response: Response): boolean {
  const etag = response.getHeader('ETag');
  const known = request.get('if-none-match');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || typeof etag !== 'string' || known === undefined) return false;
  if (!isKnownTo(known, etag)) return false;
  response.status(304);
  return true;
}

function addHeaders(request: Request, response: Response, answer: unknown): void {
  const version = memberOf(answer, 'version');
  if (typeof version === 'number') response.setHeader('ETag', toETag(version, answer));
  const cursor = memberOf(answer, 'nextCursor');
  if (typeof cursor === 'string') {
    const next = new URL(request.originalUrl, 'http://here');
    next.searchParams.set('cursor', cursor);
    response.setHeader('Link', `<${next.pathname}${next.search}>; rel="next"`);
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
