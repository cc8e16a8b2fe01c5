import { getOrCreate } from '@kerf/core';
import { isList, isObject, type Json, type JsonObject } from '../json/json.js';
import type { Schema } from './schema.js';

/** Sets the defaults of the schema; unchanged parts are shared. */
export function withDefaults<T extends JsonObject>(value: T, schema: Schema): T {
  return isFreeOfDefaults(schema) ? value : defaultObject(value, schema);
}

function defaultValue(value: Json, schema: Schema): Json {
  if (isFreeOfDefaults(schema)) return value;
  if (isObject(value)) return defaultObject(value, schema);
  const { items } = schema;
  if (!isList(value) || items === undefined) return value;
  const result = value.map((item) => defaultValue(item, items));
  return result.some((item, index) => item !== value[index]) ? result : value;
}

function defaultObject<T extends JsonObject>(value: T, schema: Schema): T {
  const changes: Record<string, Json> = {};
  for (const [name, property] of schema.properties) {
    const present = value[name] === undefined ? property.default : value[name];
    if (present === undefined) continue;
    const filled = defaultValue(present, property);
    if (filled !== value[name]) changes[name] = filled;
  }
  const { values } = schema;
  if (values !== undefined) {
    for (const [key, child] of Object.entries(value)) {
      const filled = child === undefined ? undefined : defaultValue(child, values);
      if (filled !== undefined && filled !== child) changes[key] = filled;
    }
  }
  return Object.keys(changes).length === 0 ? value : { ...value, ...changes };
}

const freeOfDefaults = new WeakMap<Schema, boolean>();

/** Most parts of schemas contain no defaults, so their values are skipped. */
function isFreeOfDefaults(schema: Schema): boolean {
  return getOrCreate(freeOfDefaults, schema, () => {
    const children = [...schema.properties.values(), schema.values, schema.items];
    return children.every(
      (child) => child === undefined || (child.default === undefined && isFreeOfDefaults(child)),
    );
  });
}
