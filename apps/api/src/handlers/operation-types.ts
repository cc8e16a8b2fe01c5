import type { ExpectedVersion } from '@kerf/application';
import type { z } from 'zod';
import type { MutationResolvers, QueryResolvers } from '../generated/resolver-types.js';
import type { OperationSpec } from '../rest/operation.js';
import type { Patch } from '../rest/patch.js';

/** Name of a mutation of the schema. */
export type MutationName = keyof MutationResolvers;
/** Name of a query of the schema. */
export type QueryName = keyof QueryResolvers;

type ResolverOf<Field> = Extract<NonNullable<Field>, (...args: never) => unknown>;

/** The argument `input` of a mutation. */
export type MutationInput<Name extends MutationName> = Parameters<
  ResolverOf<MutationResolvers[Name]>
>[1] extends { readonly input: infer Input }
  ? Input
  : never;

/** The result of a mutation beside its `userErrors`. */
export type MutationPayload<Name extends MutationName> = Omit<
  Awaited<ReturnType<ResolverOf<MutationResolvers[Name]>>>,
  'userErrors' | 'clientMutationId'
>;

export type QueryResult<Name extends QueryName> = Awaited<
  ReturnType<ResolverOf<QueryResolvers[Name]>>
>;

/** An object of a list, or of a connection. */
export type ListedIn<Name extends QueryName> =
  NonNullable<QueryResult<Name>> extends readonly (infer View)[]
    ? Awaited<View>
    : NonNullable<QueryResult<Name>> extends { readonly nodes: readonly (infer View)[] }
      ? Awaited<View>
      : never;

type Filter<Args> = Args extends {
  readonly filter?: infer Given;
}
  ? Partial<NonNullable<Given>>
  : unknown;

/** Arguments of a query, with the fields of its filter among them. */
export type QueryInput<Name extends QueryName> = Flat<
  Parameters<ResolverOf<QueryResolvers[Name]>>[1]
>;
type Flat<Args> = Omit<Args, 'filter'> & Filter<Args>;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;

/** A parameter that may be repeated has the name of one value; the filter of GraphQL has the plural. */
type Plural<Name extends string> = Name extends `${infer Stem}y` ? `${Stem}ies` : `${Name}s`;
type ArgumentName<Name, Value> = Name extends 'cluster'
  ? 'clusterId'
  : Name extends string
    ? NonNullable<Value> extends readonly unknown[]
      ? Plural<Name>
      : Name
    : never;
type ArgumentsOf<Parameters> = {
  readonly [Name in keyof Parameters as ArgumentName<Name, Parameters[Name]>]: Parameters[Name];
};
type NamedOutput<Schema> = Schema extends z.ZodType ? ArgumentsOf<z.output<Schema>> : unknown;

/** Input of a route, as `InputOfRoute` reads it, with the ID of the cluster that it names. */
export type RouteInput<Spec extends OperationSpec> = OutputOf<Spec['body']> &
  NamedOutput<Spec['query']> &
  NamedOutput<Spec['path']> &
  (Spec['takesPatch'] extends true ? { readonly patch: Patch } : unknown) &
  (Spec['needsVersion'] extends true ? { readonly expectedVersion: ExpectedVersion } : unknown) &
  (Spec['takesKey'] extends true ? { readonly idempotencyKey: string | undefined } : unknown);

/** The response of REST. */
export type Answer<Spec extends OperationSpec> = OutputOf<Spec['answer']>;

/** An object in the response of a list. */
export type ListedBy<Spec extends OperationSpec> =
  Answer<Spec> extends { readonly items: readonly (infer Item)[] } ? Item : never;
