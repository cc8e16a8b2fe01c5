import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { toETag } from './etag.js';
import { type OperationSpec, operationKey } from './operation.js';

/** Writes a controller's answer as its operation declares it, with the headers that go with it. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const spec: OperationSpec | undefined = Reflect.getMetadata(operationKey, context.getHandler());
    if (spec === undefined) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    return next.handle().pipe(
      map((value) => {
        // Written already.
        if (value instanceof StreamableFile) return value;
        if (spec.answer === undefined) return undefined;
        const answer = z.encode(spec.answer, value);
        addHeaders(request, response, answer);
        return answer;
      }),
    );
  }
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
