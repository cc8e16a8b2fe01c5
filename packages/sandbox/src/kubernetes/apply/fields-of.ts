import { compareKeys } from '@kerf/core';
import { isList, isObject, type Json } from '../json/json.js';
import type { Schema } from '../schema/schema.js';
import { listMapKeyOf } from '../schema/validate.js';
import type { FieldSet } from './field-set.js';

/** A part of a value: a field by name, a list item by key, or a set member by value. */
export interface Part {
  readonly element: string;
  readonly value: Json;
  readonly schema: Schema | undefined;
  /** True for list items, which are owned in addition to their fields. */
  readonly isItem: boolean;
}

/**
 * Returns the parts that can have different owners; `null` for a value that is owned as a whole.
 */
export function partsOf(
  value: Json | undefined,
  schema: Schema | undefined,
): readonly Part[] | null {
  if (!isGranular(value, schema)) return null;
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, child]) =>
      child === undefined ? [] : [fieldPart(name, child, schema)],
    );
  }
  if (!isList(value) || schema === undefined) return null;
  return value.map((item) => itemPart(item, schema));
}

/** Returns true if parts of the value can have different owners. */
export function isGranular(value: Json | undefined, schema: Schema | undefined): boolean {
  if (isObject(value)) return schema?.mapType !== 'atomic';
  return isList(value) && schema !== undefined && schema.listType !== 'atomic';
}

export function fieldPart(name: string, value: Json, schema: Schema | undefined): Part {
  const fieldSchema = schema?.properties.get(name) ?? schema?.values;
  return { element: `f:${name}`, value, schema: fieldSchema, isItem: false };
}

function itemPart(item: Json, schema: Schema): Part {
  const element =
    schema.listType === 'map'
      ? `k:${JSON.stringify(sortedByKey(listMapKeyOf(item, schema)))}`
      : `v:${JSON.stringify(item)}`;
  return { element, value: item, schema: schema.items, isItem: true };
}

function sortedByKey(
  keys: Readonly<Record<string, Json | undefined>>,
): Record<string, Json | undefined> {
  return Object.fromEntries(Object.entries(keys).sort(compareKeys));
}

/**
 * Returns the fields that a value sets.
 * @param ownsContainers whether maps and lists are fields themselves (as in an update) or only
 *   their contents (as in an applied configuration)
 */
export function fieldsOf(
  value: Json | undefined,
  schema: Schema | undefined,
  ownsContainers: boolean,
): FieldSet {
  const parts = partsOf(value, schema);
  if (parts === null || parts.length === 0) return {};
  const children = parts.map((part): [string, FieldSet] => {
    const below = fieldsOf(part.value, part.schema, ownsContainers);
    const isLeaf = Object.keys(below).length === 0;
    const isMember = !isLeaf && (part.isItem || ownsContainers);
    return [part.element, isMember ? { '.': {}, ...below } : below];
  });
  return Object.fromEntries(children);
}
