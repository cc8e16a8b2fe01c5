import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  NotAcceptableException,
  StreamableFile,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, map, type Observable } from 'rxjs';
import { z } from 'zod';
import { currentRequest, replayHeader } from '../request/current-request.js';
import { isKnownTo, toETag } from '../request/etag.js';
import { formsOf, type OperationSpec, operationKey, tableForm } from './operation.js';
import { sendTable, withCursor } from './table.js';

/** Writes a controller's response with its headers, as its operation declares. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const spec: OperationSpec | undefined = Reflect.getMetadata(operationKey, context.getHandler());
    if (spec === undefined) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (spec.answer !== undefined) refuseOtherForms(request, spec);
    if (wantsTable(request, spec)) {
      return from(sendTable({ spec, request, response, read: () => next.handle() }));
    }
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
function refuseOtherForms(request: Request, spec: OperationSpec): void {
  const forms = formsOf(spec);
  if (request.accepts([...forms]) !== false) return;
  throw new NotAcceptableException(
    `The Accept header (${request.get('accept')}) does not allow ${forms.join(' or ')}.`,
  );
}

/** JSON, unless the caller prefers the table. */
function wantsTable(request: Request, spec: OperationSpec): boolean {
  return request.accepts([...formsOf(spec)]) === tableForm;
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
  const links = Object.entries({ next: 'nextCursor', prev: 'previousCursor' }).flatMap(
    ([relation, member]) => linkTo(request, relation, memberOf(answer, member)),
  );
  if (links.length > 0) response.setHeader('Link', links.join(', '));
}

function linkTo(request: Request, relation: string, cursor: unknown): readonly string[] {
  if (typeof cursor !== 'string') return [];
  const { pathname, search } = withCursor(request.originalUrl, cursor);
  return [`<${pathname}${search}>; rel="${relation}"`];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
