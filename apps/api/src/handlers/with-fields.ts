import type { FieldContext } from '../graphql/graphql-context.js';

/** Resolvers of the fields that a resource of REST has and the view has not. */
export type FieldsOf<View, Resource> = {
  readonly [Field in Exclude<keyof Resource, keyof View>]: (
    view: View,
    args: Record<PropertyKey, never>,
    context: FieldContext,
  ) => Resource[Field] | Promise<Resource[Field]>;
};

type Read<View> = (view: View, args: Record<PropertyKey, never>, context: FieldContext) => unknown;

/** Returns the view with the fields that GraphQL reads when they are requested, for REST. */
export async function withFields<View, Resource>(
  view: View,
  fields: FieldsOf<View, Resource>,
  context: FieldContext,
): Promise<Resource> {
  const reads: readonly (readonly [string, Read<View>])[] = Object.entries(fields);
  const values: readonly (readonly unknown[])[] = await Promise.all(
    reads.map(async ([name, read]) => [name, await read(view, {}, context)]),
  );
  return { ...view, ...Object.fromEntries(values) };
}
