import { isList, isObject, type Json, type JsonList, type JsonObject } from '../json/json.js';
import type { Schema } from '../schema/schema.js';
import { partsOf } from './fields-of.js';

/** Returns the live object with all fields of an applied configuration. */
export function mergeApplied(
  live: JsonObject,
  config: JsonObject,
  schema: Schema | undefined,
): JsonObject {
  if (schema?.mapType === 'atomic') return config;
  const result: Record<string, Json | undefined> = { ...live };
  for (const [name, value] of Object.entries(config)) {
    if (value === undefined) continue;
    result[name] = mergeValue(live[name], value, schema?.properties.get(name) ?? schema?.values);
  }
  return result;
}

function mergeValue(live: Json | undefined, config: Json, schema: Schema | undefined): Json {
  if (isObject(live) && isObject(config)) return mergeApplied(live, config, schema);
  if (isList(live) && isList(config) && schema !== undefined && schema.listType !== 'atomic') {
    return mergeLists(live, config, schema);
  }
  return config;
}

/** Items of the live list keep their order; new ones are appended. */
function mergeLists(live: JsonList, config: JsonList, schema: Schema): JsonList {
  const wanted = new Map((partsOf(config, schema) ?? []).map((part) => [part.element, part.value]));
  const kept = (partsOf(live, schema) ?? []).map(({ element, value }) => {
    const item = wanted.get(element);
    wanted.delete(element);
    return item === undefined ? value : mergeValue(value, item, schema.items);
  });
  return [...kept, ...wanted.values()];
}
