import type { MutationResolvers } from '../generated/resolver-types.js';

/** Name of a mutation of the schema. */
export type MutationName = keyof MutationResolvers;

type ResolverOf<Name extends MutationName> = Extract<
  NonNullable<MutationResolvers[Name]>,
  (...args: never) => unknown
>;

/** The argument `input` of a mutation. */
export type MutationInput<Name extends MutationName> = Parameters<ResolverOf<Name>>[1] extends {
  readonly input: infer Input;
}
  ? Input
  : never;

/** The result of a mutation beside its `userErrors`. */
export type MutationPayload<Name extends MutationName> = Omit<
  Awaited<ReturnType<ResolverOf<Name>>>,
  'userErrors' | 'clientMutationId'
>;
