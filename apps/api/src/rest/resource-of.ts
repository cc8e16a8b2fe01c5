import { invariant } from '@kerf/core';
import { z } from 'zod';
import { nested, resourceFields } from '../generated/resource-fields.js';

type Fields = typeof resourceFields;
type TypeName = keyof Fields;

/** Fields whose types are objects; they have resources of their own. */
type NestedField<Name extends TypeName> = {
  [Field in keyof Fields[Name]]: z.ZodType extends Fields[Name][Field] ? Field : never;
}[keyof Fields[Name]];

type Given<Name extends TypeName> = { readonly [Field in NestedField<Name>]: z.ZodType } & {
  readonly [Field in keyof Fields[Name]]?: z.ZodType;
};

/**
 * Returns the resource of a type of the GraphQL schema, with the same fields in the same order.
 * @param given schemas of fields whose types are objects, and of fields that REST describes in its own words
 */
export function resourceOf<Name extends TypeName, Own extends Given<Name>>(name: Name, given: Own) {
  const shape = { ...resourceFields[name], ...given };
  for (const [field, schema] of Object.entries(shape)) {
    invariant(schema !== nested, `the resource ${name} needs a schema of ${field}`);
  }
  return z.object(shape);
}
