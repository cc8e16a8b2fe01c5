import { isList, isObject, type Json, type JsonList, type JsonObject } from '../json/json.js';
import { childPath, itemPath } from './field-error.js';
import { canonicalQuantity } from './quantity.js';
import type { Schema } from './schema.js';

export interface Conformed {
  readonly value: JsonObject;
  /** Paths of unknown fields, which were removed from the value. */
  readonly unknownFields: readonly string[];
}

/**
 * Converts a value to its stored form: removes unknown fields and meaningless nulls, and makes
 * quantities canonical. Unchanged parts are shared.
 */
export function conform(value: JsonObject, schema: Schema): Conformed {
  const unknownFields: string[] = [];
  return { value: conformObject(value, schema, { path: '', unknownFields }), unknownFields };
}

interface Walk {
  readonly path: string;
  readonly unknownFields: string[];
}

function conformValue(value: Json, schema: Schema, walk: Walk): Json {
  if (isObject(value)) return conformObject(value, schema, walk);
  if (isList(value)) return conformList(value, schema, walk);
  return schema.format === 'quantity' ? canonicalQuantity(value) : value;
}

function conformObject(value: JsonObject, schema: Schema, walk: Walk): JsonObject {
  const result: Record<string, Json> = {};
  let isChanged = false;
  for (const [name, child] of Object.entries(value)) {
    const conformed = conformField(name, child, schema, walk);
    if (conformed !== undefined) result[name] = conformed;
    if (conformed !== child) isChanged = true;
  }
  return isChanged ? result : value;
}

/** Returns the field's value, or `undefined` if it is removed. */
function conformField(
  name: string,
  child: Json | undefined,
  schema: Schema,
  walk: Walk,
): Json | undefined {
  const fieldSchema = schema.properties.get(name) ?? schema.values;
  const path = childPath(walk.path, name);
  if (fieldSchema === undefined) {
    if (schema.preservesUnknown) return child;
    walk.unknownFields.push(path);
    return undefined;
  }
  if (child === undefined || (child === null && !fieldSchema.nullable)) return undefined;
  return conformValue(child, fieldSchema, { ...walk, path });
}

function conformList(value: JsonList, schema: Schema, walk: Walk): Json {
  const { items } = schema;
  if (items === undefined) return value;
  const result = value.map((item, index) =>
    conformValue(item, items, { ...walk, path: itemPath(walk.path, index) }),
  );
  return result.some((item, index) => item !== value[index]) ? result : value;
}
