import { isObject, type Json, type JsonObject } from '../json/json.js';

/** Applies a JSON merge patch (RFC 7386): null removes, objects merge, other values replace. */
export function applyMergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete result[key];
    else result[key] = isObject(value) ? mergeInto(target[key], value) : value;
  }
  return result;
}

function mergeInto(target: Json | undefined, patch: JsonObject): JsonObject {
  return applyMergePatch(isObject(target) ? target : {}, patch);
}
