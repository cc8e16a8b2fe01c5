import { compareKeys } from '@kerf/core';

/** A JSON value. Values are immutable, so parts may be shared. */
export type Json = string | number | boolean | null | JsonList | JsonObject;
export type JsonList = readonly Json[];
export type JsonObject = { readonly [key: string]: Json | undefined };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is JsonList {
  return Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns the object at a path, or an empty one. */
export function objectAt(value: Json | undefined, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, path);
  return isObject(found) ? found : {};
}

/** Returns the list at a path, or an empty one. */
export function listAt(value: Json | undefined, ...path: readonly string[]): JsonList {
  const found = valueAt(value, path);
  return isList(found) ? found : [];
}

export function stringAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, path);
  return isString(found) ? found : undefined;
}

export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, path);
  return typeof found === 'number' ? found : undefined;
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let current = value;
  for (const key of path) {
    if (!isObject(current)) return undefined;
    current = current[key];
  }
  return current;
}

/**
 * Returns the object with the value at a path set (removed if `undefined`); unchanged parts are
 * shared.
 */
export function withValueAt(
  object: JsonObject,
  path: readonly string[],
  value: Json | undefined,
): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return object;
  if (rest.length === 0) {
    if (value !== undefined) return { ...object, [key]: value };
    const { [key]: _removed, ...others } = object;
    return others;
  }
  const child = object[key];
  return { ...object, [key]: withValueAt(isObject(child) ? child : {}, rest, value) };
}

export function withoutKeys(object: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}

/** Compares deeply; an absent key equals an `undefined` value. */
export function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  for (const key in left) if (!isEqual(left[key], right[key])) return false;
  for (const key in right) if (left[key] === undefined && right[key] !== undefined) return false;
  return true;
}

/** Returns JSON text that is the same for equal values, whatever the order of keys. */
export function canonicalText(value: Json): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, child]): [string, Json][] =>
    child === undefined ? [] : [[key, sorted(child)]],
  );
  return Object.fromEntries(entries.sort(compareKeys));
}
