import type { Clock } from '@kerf/application';
import type { Instant } from '@kerf/core';
import { type ClusterPlace, ClusterQueries } from '@kerf/db';
import { Controller, Inject, Injectable, type Type } from '@nestjs/common';
import { Resolver } from '@nestjs/graphql';
import { CalledBy } from '../auth/access.js';
import { requirePlace } from '../contract/require-place.js';
import type { FieldContext } from '../graphql/graphql-context.js';
import { LoaderFactory } from '../graphql/loaders.js';
import { CLOCK } from '../parts.js';
import type { Caller } from '../request/current-request.js';

/** Providers that the operations of a noun need. */
export interface Parts<Writes, Reads> {
  readonly writes: Writes;
  readonly reads: Reads;
}

/** The caller and the time of a call. */
export interface Call {
  readonly caller: Caller;
  readonly now: Instant;
  /** Finds a cluster, once in a call. @throws STATE.NOT_FOUND */
  readonly placeOf: (idOrName: string) => Promise<ClusterPlace>;
  /** Returns the context in which fields of several views are read together. */
  readonly fieldContext: () => FieldContext;
}

/** Where the operations of a noun are served, and by which providers. */
export interface ServedNoun<Writes, Reads> {
  readonly path: string;
  readonly writes: Type<Writes>;
  readonly reads: Type<Reads>;
}

/** Creates the calls of handlers. */
@Injectable()
export class Calls {
  constructor(
    @Inject(ClusterQueries) private readonly clusters: ClusterQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LoaderFactory) private readonly loaders: LoaderFactory,
  ) {}

  by(caller: Caller): Call {
    const fieldContext = () => ({ caller, loaders: this.loaders.create() });
    let known: ClusterPlace | null = null;
    const placeOf = async (idOrName: string): Promise<ClusterPlace> => {
      if (known?.id !== idOrName) known = await requirePlace(this.clusters, idOrName);
      return known;
    };
    return { caller, now: this.clock.now(), placeOf, fieldContext };
  }
}

/** The parts as the classes of a noun have them. */
interface HandlerParts<Writes, Reads> extends Parts<Writes, Reads> {
  readonly calls: Calls;
}

/** Nest classes that serve a noun. */
export interface HandlerClasses<Writes, Reads> {
  readonly controller: Type<HandlerParts<Writes, Reads>>;
  readonly resolver: Type<HandlerParts<Writes, Reads>>;
}

/** Creates the classes of a noun, without methods. */
export const handlerClasses = <Writes, Reads>(
  noun: ServedNoun<Writes, Reads>,
): HandlerClasses<Writes, Reads> => ({
  controller: classWith(noun, Controller(noun.path), 'Routes'),
  resolver: classWith(noun, Resolver(), 'Fields'),
});

function classWith<Writes, Reads>(
  noun: ServedNoun<Writes, Reads>,
  kind: ClassDecorator,
  kindName: string,
): Type<HandlerParts<Writes, Reads>> {
  class Handlers implements HandlerParts<Writes, Reads> {
    constructor(
      readonly writes: Writes,
      readonly reads: Reads,
      readonly calls: Calls,
    ) {}
  }
  kind(Handlers);
  for (const [index, token] of [noun.writes, noun.reads, Calls].entries()) {
    Inject(token)(Handlers, undefined, index);
  }
  return Object.defineProperty(Handlers, 'name', { value: `${kindName} of ${noun.path}` });
}

/** A method that Nest calls with its input and the caller. */
export interface Method<P, Input> {
  readonly name: string;
  readonly decorators: readonly MethodDecorator[];
  /** Reads the input from the request. */
  readonly input: ParameterDecorator;
  /** Returns the input of `handle`; by default what was read. */
  readonly parse?: ((given: never) => unknown) | undefined;
  readonly handle: (parts: P, input: Input, call: Call) => Promise<unknown>;
}

/** Adds to a class a method that Nest calls, as if it were written there with its decorators. */
export function addMethod<P extends HandlerParts<unknown, unknown>, Input>(
  { prototype }: Type<P>,
  { name, decorators, input, parse = asRead, handle }: Method<P, Input>,
): void {
  const value = async function (this: P, given: unknown, caller: Caller): Promise<unknown> {
    const call = this.calls.by(caller);
    const read = await withClusterId(call, given);
    // Nest does not know its type, which is that of the contract.
    return Reflect.apply(handle, undefined, [this, Reflect.apply(parse, undefined, [read]), call]);
  };
  const method = { value: Object.defineProperty(value, 'name', { value: name }) };
  Object.defineProperty(prototype, name, method);
  for (const decorate of decorators) decorate(prototype, name, method);
  input(prototype, name, 0);
  CalledBy()(prototype, name, 1);
}

const asRead = (given: unknown): unknown => given;

/** Routes name clusters by ID or name; use cases by ID. */
async function withClusterId({ placeOf }: Call, input: unknown): Promise<unknown> {
  if (typeof input !== 'object' || input === null) return input;
  if (!('cluster' in input) || typeof input.cluster !== 'string') return input;
  const { cluster, ...others } = input;
  return { ...others, clusterId: (await placeOf(cluster)).id };
}
