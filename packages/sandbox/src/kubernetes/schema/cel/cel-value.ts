import {
  isList,
  isObject,
  isString,
  type Json,
  type JsonList,
  type JsonObject,
} from '../../json/json.js';
import { isDateTime } from '../formats.js';
import type { Schema } from '../schema.js';

/** A value in expressions: integers are bigints, and declared times are dates. */
export type CelValue = string | number | bigint | boolean | null | Date | CelList | CelMap;
export type CelList = readonly CelValue[];
export type CelMap = { readonly [key: string]: CelValue };

export function toCelValue(value: Json, schema: Schema | undefined): CelValue {
  if (isList(value)) return listToCel(value, schema);
  if (isObject(value)) return objectToCel(value, schema);
  if (typeof value === 'number') return numberToCel(value, schema);
  if (isString(value) && schema?.format === 'date-time' && isDateTime(value))
    return new Date(value);
  return value;
}

function numberToCel(value: number, schema: Schema | undefined): number | bigint {
  const isDouble = schema?.type === 'number' || !Number.isInteger(value);
  return isDouble ? value : BigInt(value);
}

function listToCel(value: JsonList, schema: Schema | undefined): CelList {
  return value.map((item) => toCelValue(item, schema?.items));
}

function objectToCel(value: JsonObject, schema: Schema | undefined): CelMap {
  const entries = Object.entries(value).flatMap(([name, child]): [string, CelValue][] => {
    if (child === undefined) return [];
    const property = schema?.properties.get(name);
    const key = property === undefined ? name : escapeProperty(name);
    return [[key, toCelValue(child, property ?? schema?.values)]];
  });
  return Object.fromEntries(entries);
}

const reserved = new Set(
  (
    'true false null in as break const continue else for function if import let loop package ' +
    'namespace return var void while'
  ).split(' '),
);
const escapes: readonly (readonly [string, string])[] = [
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
];

/**
 * Escapes a property's name for rules if it is not an identifier.
 * Source:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
function escapeProperty(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return escapes.reduce((text, [from, to]) => text.replaceAll(from, to), name);
}
