import { invariant } from '@kerf/core';
import { z } from 'zod';
import { nested, resourceFields } from '../generated/resource-fields.js';
import { components } from './wire.js';

type Fields = typeof resourceFields;
type TypeName = keyof Fields;

/** Fields whose types are objects; they have resources of their own. */
type NestedField<Name extends TypeName> = {
  [Field in keyof Fields[Name]]: z.ZodType extends Fields[Name][Field] ? Field : never;
}[keyof Fields[Name]];

type Given<Name extends TypeName, Without> = {
  readonly [Field in Exclude<NestedField<Name>, Without>]: z.ZodType;
} & { readonly [Field in keyof Fields[Name]]?: z.ZodType };

/**
 * Returns the resource of a type of the GraphQL schema, with the same fields in the same order.
 * @param given schemas of fields whose types are objects, and of fields that REST describes in its own words
 * @param without fields that the resource lacks
 */
export function resourceOf<
  Name extends TypeName,
  Own extends Given<Name, Without>,
  const Without extends keyof Fields[Name] = never,
>(name: Name, given: Own, without: readonly Without[] = []) {
  const left: ReadonlySet<unknown> = new Set(without);
  const fields: readonly (readonly unknown[])[] = Object.entries({
    ...resourceFields[name],
    ...given,
  }).filter(([field]) => !left.has(field));
  for (const [field, schema] of fields) {
    invariant(schema !== nested, `the resource ${name} needs a schema of ${String(field)}`);
  }
  const shape: Omit<Fields[Name] & Own, Without> = Object.fromEntries(fields);
  return z.object(shape);
}

/** As {@link resourceOf}: the component of the OpenAPI document that has the name of the type. */
export function componentOf<Name extends TypeName, Own extends Given<Name, never>>(
  name: Name,
  given: Own,
  description?: string,
) {
  const named = { id: name, ...(description === undefined ? {} : { description }) };
  return resourceOf(name, given).register(components, named);
}
