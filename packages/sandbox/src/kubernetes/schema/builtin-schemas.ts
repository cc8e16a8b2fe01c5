import { getOrCreate, invariant } from '@kerf/core';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import { builtinSchemaText } from './builtin-schemas.gen.js';
import { readSchema, type Schema } from './schema.js';

const sources = parseSources();
const schemaByName = new Map<string, Schema>();

/** Returns the schema of a built-in type by its short name, e.g. `core.v1.Pod`. */
export function builtinSchema(name: string): Schema {
  return getOrCreate(schemaByName, name, () => ({
    ...readSchema(builtinSource(name), builtinSchema),
    name,
  }));
}

/** Returns the JSON of a built-in schema; `$ref`s contain short names. */
export function builtinSource(name: string): JsonObject {
  const source = sources.get(name);
  invariant(source !== undefined, `no built-in schema ${name}`);
  return source;
}

function parseSources(): ReadonlyMap<string, JsonObject> {
  const parsed: Json = JSON.parse(builtinSchemaText);
  invariant(isObject(parsed), 'the built-in schemas are an object');
  return new Map(
    Object.entries(parsed).flatMap(([name, source]) => (isObject(source) ? [[name, source]] : [])),
  );
}
