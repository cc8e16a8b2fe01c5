import type { ExpectedVersion } from '@kerf/application';
import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** One route: what it reads, what it answers, and what the OpenAPI document says of both. */
export interface OperationSpec {
  /** Unique; a client's generator names its function after it. */
  readonly id: string;
  readonly summary: string;
  /** What a caller has to know beyond the schemas, in Markdown. */
  readonly description?: string;
  readonly path?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** A named component. */
  readonly body?: z.ZodType;
  /** The body's member that may be sent alone, as YAML text, e.g. by `curl --data-binary @file`. */
  readonly takesYaml?: string;
  /** A POST only because it takes a body: it changes nothing, so read access is enough. */
  readonly changesNothing?: true;
  /** A named component; left out where the answer has no body. */
  readonly answer?: z.ZodType;
  readonly status?: 200 | 201 | 202 | 204;
  /** It answers 201 instead where something was created. */
  readonly mayCreate?: true;
  /** The caller must send `If-Match`. */
  readonly needsVersion?: true;
  /** The same key does the same write once. */
  readonly takesKey?: true;
}

/** What {@link FromRequest} gives for an operation. */
export type RequestOf<Spec extends OperationSpec> = Part<'path', Spec['path']> &
  Part<'query', Spec['query']> &
  Part<'body', Spec['body']> &
  (Spec['needsVersion'] extends true ? { readonly seenVersion: ExpectedVersion } : unknown) &
  (Spec['takesKey'] extends true ? { readonly key: string | undefined } : unknown);

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? { readonly [Key in Name]: z.output<Schema> }
  : unknown;

/** What a controller answers for an operation. */
export type AnswerOf<Spec extends OperationSpec> = Promise<
  Spec['answer'] extends z.ZodType ? z.output<Spec['answer']> : void
>;

export const operationKey = 'kerf:operation';

/** Declares a route's contract; what reads the request and what writes the answer go by it. */
export function Operation(spec: OperationSpec): MethodDecorator {
  return applyDecorators(SetMetadata(operationKey, spec), HttpCode(spec.status ?? 200));
}
