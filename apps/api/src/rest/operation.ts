import type { ExpectedVersion } from '@kerf/application';
import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { z } from 'zod';
import type { ChangeTopic } from '../generated/word-types.js';
import { jsonPatchType, mergePatchType, type Patch } from './patch.js';

/** Contract of a route: request, response, and their documentation. */
export interface OperationSpec {
  /** Unique; client generators use it as a function name. */
  readonly id: string;
  readonly summary: string;
  /** Additional documentation in Markdown. */
  readonly description?: string;
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** A named component. */
  readonly body?: z.ZodType;
  /** Member of the body that may be sent alone as YAML, e.g. by `curl --data-binary @file`. */
  readonly takesYaml?: string;
  /** The body is a JSON patch or a merge patch. */
  readonly takesPatch?: true;
  /** A POST that changes nothing and only needs a body: read access is enough. */
  readonly changesNothing?: true;
  /** A named component; absent if the response has no body. */
  readonly answer?: z.ZodType;
  /** Topics of changes after which the list may be another; the list can be watched. */
  readonly topics?: readonly ChangeTopic[];
  /** The response is a stream of server-sent events; `answer` is the data of an event. */
  readonly events?: true;
  readonly status?: 200 | 201 | 202 | 204;
  /** The status is 201 if an object was created. */
  readonly mayCreate?: true;
  /** Member of the response that is the created object, if it has others, e.g. a secret. */
  readonly objectIn?: string;
  /** Path of the list that has the object of the response, if it is another than that of the request. */
  readonly contentIn?: string;
  /** The caller must send `If-Match`. */
  readonly needsVersion?: true;
  /** The same key does the same write once, in REST and GraphQL: the use case stores its result. */
  readonly takesKey?: true;
  /** The same key does the same request once: its response is stored, so it must have no secret. */
  readonly storesAnswer?: true;
  /** The response is written as text while it is read; it has no ETag and no other form. */
  readonly isStreamed?: true;
}

/** Result of {@link FromRequest} for an operation. */
export type RequestOf<Spec extends OperationSpec> = Part<'path', Spec['path']> &
  Part<'query', Spec['query']> &
  Part<'body', Spec['body']> &
  (Spec['takesPatch'] extends true ? { readonly patch: Patch } : unknown) &
  (Spec['needsVersion'] extends true ? { readonly seenVersion: ExpectedVersion } : unknown) &
  (Spec['takesKey'] extends true ? { readonly key: string | undefined } : unknown);

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? { readonly [Key in Name]: z.output<Schema> }
  : unknown;

/** Response of a controller for an operation. */
export type AnswerOf<Spec extends OperationSpec> = Promise<
  Spec['answer'] extends z.ZodType ? z.output<Spec['answer']> : void
>;

export const eventStream = 'text/event-stream';
export const tableForm = 'text/csv';

/** Media types of the response; the first one is sent to callers that accept any. */
export function formsOf(
  spec: Pick<OperationSpec, 'answer' | 'events' | 'isStreamed'>,
): readonly string[] {
  if (spec.events === true) return [eventStream];
  return isList(spec) ? ['application/json', tableForm] : ['application/json'];
}

/** Whether the response has all rows of a list, or a page of it. */
function isList({ answer, isStreamed }: Pick<OperationSpec, 'answer' | 'isStreamed'>): boolean {
  return answer instanceof z.ZodObject && 'items' in answer.shape && isStreamed !== true;
}

/** Whether the list has pages. */
export const hasPages = ({ query }: Pick<OperationSpec, 'query'>): boolean =>
  query !== undefined && 'cursor' in query.shape;

/** Returns the media types of the bodies that a PATCH takes, as `Accept-Patch` has them (RFC 5789). */
export const acceptedPatches = ({ takesPatch }: Pick<OperationSpec, 'takesPatch'>): string =>
  takesPatch === true ? `${mergePatchType}, ${jsonPatchType}` : 'application/json';

/** Whether the request may have an idempotency key. */
export const acceptsKey = ({ takesKey, storesAnswer }: OperationSpec): boolean =>
  takesKey === true || storesAnswer === true;

export const operationKey = 'kerf:operation';

/** Declares the contract of a route, by which the request is parsed and the response is written. */
export function Operation(spec: OperationSpec): MethodDecorator {
  return applyDecorators(SetMetadata(operationKey, spec), HttpCode(spec.status ?? 200));
}
