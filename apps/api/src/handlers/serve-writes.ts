import type { ExpectedVersion } from '@kerf/application';
import { Controller, Inject, type Type } from '@nestjs/common';
import { Args, Mutation, Resolver } from '@nestjs/graphql';
import type { z } from 'zod';
import { Access, type AccessLevel, CalledBy } from '../auth/access.js';
import { type Outcome, toUserErrors, valueOf } from '../contract/outcome.js';
import type { Caller } from '../request/current-request.js';
import { InputOfRoute } from '../rest/from-request.js';
import { Operation, type OperationSpec } from '../rest/operation.js';
import type { MutationInput, MutationName, MutationPayload } from './mutation-types.js';

/** Contract of a write: its ID is the operation ID of REST and the name of the mutation. */
export type WriteSpec = OperationSpec & { readonly id: MutationName };

/** Input of a route, as {@link InputOfRoute} reads it. */
export type RouteInput<Spec extends OperationSpec> = OutputOf<Spec['body']> &
  OutputOf<Spec['query']> &
  OutputOf<Spec['path']> &
  (Spec['needsVersion'] extends true ? { readonly expectedVersion: ExpectedVersion } : unknown) &
  (Spec['takesKey'] extends true ? { readonly idempotencyKey: string | undefined } : unknown);

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

type Answer<Spec extends OperationSpec> = Spec['answer'] extends z.ZodType
  ? z.output<Spec['answer']>
  : unknown;

/** Providers that the writes of a noun need. */
export interface Parts<Writes, Reads> {
  readonly writes: Writes;
  readonly reads: Reads;
}

/** Forms of the result of a write. */
export interface Forms<P, Value, View, Payload, Input = unknown> {
  /** Returns the response of REST; not called if the operation has none. */
  answer(parts: P, value: Value, caller: Caller): View | Promise<View>;
  /** Returns the payload of GraphQL without its `userErrors`, also of a refused write. */
  payload(
    parts: P,
    outcome: Outcome<Value>,
    call: { readonly caller: Caller; readonly input: Input },
  ): Payload | Promise<Payload>;
}

/** Executes a write with the input of either API. */
export type Run<Writes, Spec extends WriteSpec, Value> = (
  writes: Writes,
  caller: Caller,
  input: RouteInput<Spec> | MutationInput<Spec['id']>,
) => Promise<Outcome<Value>>;

/** Declares one write; its route is below the path of the noun, e.g. `Post(':id/approve')`. */
export type DeclareWrite<Writes, Reads> = <const Spec extends WriteSpec, Value>(
  spec: Spec,
  route: MethodDecorator,
  run: Run<Writes, Spec, Value>,
  forms: Forms<
    Parts<Writes, Reads>,
    NoInfer<Value>,
    Answer<Spec>,
    MutationPayload<Spec['id']>,
    MutationInput<Spec['id']>
  >,
) => void;

/** Nest classes that serve the writes of a noun. */
export interface ServedWrites {
  readonly controller: Type;
  readonly resolver: Type;
}

/** Where the writes of a noun are served, and by which providers. */
export interface ServedNoun<Writes, Reads> {
  readonly path: string;
  readonly writes: Type<Writes>;
  readonly reads: Type<Reads>;
}

/** Serves one list of writes as routes of REST and as mutations of GraphQL. */
export function serveWrites<Writes, Reads>(
  noun: ServedNoun<Writes, Reads>,
  declareAll: (callersWith: (access: AccessLevel) => DeclareWrite<Writes, Reads>) => void,
): ServedWrites {
  const controller = classWith(noun, Controller(noun.path), 'Routes');
  const resolver = classWith(noun, Resolver(), 'Mutations');
  declareAll((access) => (spec, route, run, forms) => {
    addMethod(controller, {
      name: spec.id,
      decorators: [route, Operation(spec), Access(access)],
      input: InputOfRoute(),
      handle: async (parts, input: RouteInput<typeof spec>, caller) => {
        const value = valueOf(await run(parts.writes, caller, input));
        return spec.answer === undefined ? undefined : forms.answer(parts, value, caller);
      },
    });
    addMethod(resolver, {
      name: spec.id,
      decorators: [Mutation(spec.id), Access(access)],
      input: Args('input'),
      handle: async (parts, input: MutationInput<(typeof spec)['id']>, caller) => {
        const outcome = await run(parts.writes, caller, input);
        const payload = await forms.payload(parts, outcome, { caller, input });
        return { ...payload, userErrors: toUserErrors(outcome) };
      },
    });
  });
  return { controller, resolver };
}

/** Forms of a write whose result has the same view in both APIs. */
export const shownAs = <P, Value, View, Payload>(
  view: (parts: P, value: Value, caller: Caller) => View | Promise<View>,
  payloadOf: (view: View | null) => Payload,
): Forms<P, Value, View, Payload> => ({
  answer: view,
  payload: async (parts, outcome, { caller }) =>
    payloadOf(outcome.ok ? await view(parts, outcome.value, caller) : null),
});

/** Forms of a write whose result is a view already. */
export const asIs = <View, Payload>(
  payloadOf: (view: View | null) => Payload,
): Forms<unknown, View, View, Payload> => shownAs((_, view) => view, payloadOf);

function classWith<Writes, Reads>(
  noun: ServedNoun<Writes, Reads>,
  kind: ClassDecorator,
  kindName: string,
): Type<Parts<Writes, Reads>> {
  class Handlers implements Parts<Writes, Reads> {
    constructor(
      readonly writes: Writes,
      readonly reads: Reads,
    ) {}
  }
  kind(Handlers);
  Inject(noun.writes)(Handlers, undefined, 0);
  Inject(noun.reads)(Handlers, undefined, 1);
  return Object.defineProperty(Handlers, 'name', { value: `${kindName} of ${noun.path}` });
}

interface Method<P, Input> {
  readonly name: string;
  readonly decorators: readonly MethodDecorator[];
  /** Reads the input from the request. */
  readonly input: ParameterDecorator;
  readonly handle: (parts: P, input: Input, caller: Caller) => Promise<unknown>;
}

/** Adds to a class a method that Nest calls, as if it were written there with its decorators. */
function addMethod<P, Input>(
  { prototype }: Type<P>,
  { name, decorators, input, handle }: Method<P, Input>,
): void {
  const value = function (this: P, given: Input, caller: Caller) {
    return handle(this, given, caller);
  };
  const method = { value: Object.defineProperty(value, 'name', { value: name }) };
  Object.defineProperty(prototype, name, method);
  for (const decorate of decorators) decorate(prototype, name, method);
  input(prototype, name, 0);
  CalledBy()(prototype, name, 1);
}
