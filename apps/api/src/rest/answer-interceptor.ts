import { invariant } from '@kerf/core';
import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  NotAcceptableException,
  StreamableFile,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { firstValueFrom, from, map, type Observable } from 'rxjs';
import { z } from 'zod';
import { IdempotentRequests } from '../contract/idempotent-requests.js';
import { LIST_WATCHER, type ListWatcher, type WatchedList } from '../contract/list-watcher.js';
import { refuseUnstorableText } from '../contract/storable-text.js';
import { currentRequest, replayHeader } from '../request/current-request.js';
import { knownTag, toETag, toWeakETag } from '../request/etag.js';
import { refuseQuery } from './from-request.js';
import { formsOf, type OperationSpec, operationKey, tableForm } from './operation.js';
import { pathOfOperation } from './operation-id.js';
import { takeForm } from './requested-form.js';
import { sendTable, withCursor } from './table.js';
import { formsOfWatch, isWatched, takeSince } from './watch-request.js';

/** Writes a controller's response with its headers, as its operation declares. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
    @Inject(LIST_WATCHER) private readonly watcher: ListWatcher,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const spec: OperationSpec | undefined = Reflect.getMetadata(operationKey, context.getHandler());
    if (spec === undefined) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const form = takeForm(request, spec);
    if (spec.answer !== undefined && form === null) refuseOtherForms(request, spec);
    const watched = isWatched(request, spec) ? watchedList(spec, http, () => next.handle()) : null;
    // After a watch has taken its own parameters out of the URL.
    refuseQuery(request, spec);
    if (watched !== null) return from(this.watcher.watch(watched));
    if ((form ?? request.accepts([...formsOf(spec)])) === tableForm) {
      return from(sendTable({ spec, request, response, read: () => next.handle() }));
    }
    const answers =
      spec.storesAnswer === true
        ? from(this.#answerOnce(spec, http, next))
        : next.handle().pipe(map((value) => encode(spec, value)));
    return answers.pipe(
      map((answer) => {
        if (currentRequest()?.isReplay === true) response.setHeader(replayHeader, 'true');
        // Already written, or without a body.
        if (answer instanceof StreamableFile || answer === undefined) return answer;
        addHeaders(request, response, answer);
        if (spec.status === 202) addOperation(response, answer, spec);
        if (isCreated(spec, answer)) response.status(201);
        if (response.statusCode === 201) addLocation(request, response, createdBy(spec, answer));
        return isUnchanged(request, response) ? undefined : answer;
      }),
    );
  }

  /** Stores the response to a request with an idempotency key, and sends it again. A failure is not stored. */
  async #answerOnce(
    spec: OperationSpec,
    http: HttpContext,
    next: CallHandler<unknown>,
  ): Promise<unknown> {
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const caller = currentRequest()?.caller;
    invariant(
      caller !== null && caller !== undefined,
      `${spec.id} is for callers who are signed in`,
    );
    const { originalUrl, body } = request;
    const input: unknown = { originalUrl, body, ifMatch: request.get('if-match') ?? null };
    const key = request.get('idempotency-key');
    const stored = await this.idempotent.run(
      { caller, operation: `rest ${spec.id}`, key, input },
      {
        run: async () => {
          const answer = encode(spec, await firstValueFrom(next.handle()));
          const location = response.getHeader('Location');
          const { statusCode: status } = response;
          const text = answer === undefined ? null : JSON.stringify(answer);
          return { status, location: typeof location === 'string' ? location : null, text };
        },
        isFinal: () => true,
        schema: storedAnswer,
      },
    );
    response.status(stored.status);
    if (stored.location !== null) response.setHeader('Location', stored.location);
    return stored.text === null ? undefined : JSON.parse(stored.text);
  }
}

type HttpContext = ReturnType<ExecutionContext['switchToHttp']>;

const storedAnswer = z.object({
  status: z.int(),
  location: z.string().nullable(),
  /** The body as it was sent: the database does not keep the order of members. */
  text: z.string().nullable(),
});

/** Returns what is sent: text that was already written, JSON, or nothing. */
function encode({ answer }: OperationSpec, value: unknown): unknown {
  if (value instanceof StreamableFile) return value;
  return answer === undefined ? undefined : z.encode(answer, value);
}

/** Checked before the work: its result could not be sent. */
function refuseOtherForms(request: Request, spec: OperationSpec): void {
  const forms = isWatched(request, spec) ? formsOfWatch : formsOf(spec);
  if (request.accepts([...forms]) !== false) return;
  throw new NotAcceptableException(
    `The Accept header (${request.get('accept')}) does not allow ${forms.join(' or ')}.`,
  );
}

/** The list is read by the same handler, without the parameters of the watch. */
function watchedList(
  spec: OperationSpec,
  http: HttpContext,
  handle: () => Observable<unknown>,
): WatchedList {
  const request = http.getRequest<Request>();
  const since = takeSince(request);
  const cluster = request.params['cluster'] ?? request.query['cluster'];
  // It is looked up before the list reads its parameters.
  refuseUnstorableText({ cluster }, 'the path and the query');
  return {
    topics: new Set(spec.topics),
    cluster: typeof cluster === 'string' ? cluster : undefined,
    since,
    request,
    response: http.getResponse<Response>(),
    read: async () => encode(spec, await firstValueFrom(handle())),
  };
}

/** Express does not send 304 to clients that send `Cache-Control: no-cache`, as fetch does. */
function isUnchanged(request: Request, response: Response): boolean {
  const etag = response.getHeader('ETag');
  const known = request.get('if-none-match');
  if (!isRead(request) || typeof etag !== 'string' || known === undefined) return false;
  const tag = knownTag(known, etag);
  if (tag === null) return false;
  response.status(304).setHeader('ETag', tag);
  return true;
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

function addHeaders(request: Request, response: Response, answer: unknown): void {
  const version = memberOf(answer, 'version');
  if (typeof version === 'number') response.setHeader('ETag', toETag(version, answer));
  else if (isRead(request)) response.setHeader('ETag', toWeakETag(answer));
  const links = Object.entries({ next: 'nextCursor', prev: 'previousCursor' }).flatMap(
    ([relation, member]) => linkTo(request, relation, memberOf(answer, member)),
  );
  if (links.length > 0) response.setHeader('Link', links.join(', '));
}

/** Created objects are below the path of their list. */
function addLocation({ path }: Request, response: Response, created: unknown): void {
  const id = memberOf(created, 'id');
  if (typeof id !== 'string' || response.hasHeader('Location')) return;
  response.setHeader('Location', `${path.replace(/\/$/, '')}/${id}`);
}

const createdBy = ({ objectIn }: OperationSpec, answer: unknown): unknown =>
  objectIn === undefined ? answer : memberOf(answer, objectIn);

/** Where to see whether the work has ended. */
function addOperation(response: Response, answer: unknown, { contentIn }: OperationSpec): void {
  const id = memberOf(answer, 'id');
  if (typeof id !== 'string') return;
  response.setHeader('Location', pathOfOperation(id));
  if (contentIn !== undefined) response.setHeader('Content-Location', `${contentIn}/${id}`);
}

/** The response to a dry run is no object. */
const isCreated = ({ mayCreate }: OperationSpec, answer: unknown): boolean =>
  mayCreate === true && memberOf(answer, 'id') !== undefined;

function linkTo(request: Request, relation: string, cursor: unknown): readonly string[] {
  if (typeof cursor !== 'string') return [];
  const { pathname, search } = withCursor(request.originalUrl, cursor);
  return [`<${pathname}${search}>; rel="${relation}"`];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
