import { compareKeys } from '@kerf/core';
import { isList, isObject, type Json } from './json.js';

/** JSON text that is the same for equal values, whatever the order of their keys. */
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
