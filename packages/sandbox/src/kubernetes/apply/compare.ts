import { isEqual, isObject, type Json, type JsonObject } from '../json/json.js';

import type { Schema } from '../schema/schema.js';
import type { FieldSet } from './field-set.js';
import { fieldPart, fieldsOf, isGranular, type Part, partsOf } from './fields-of.js';

export interface Comparison {
  /** Fields that were added or changed. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

const nothing: Comparison = { changed: {}, removed: {} };

/** Returns the fields that an update changes and removes. */
export function compare(
  before: Json | undefined,
  after: Json | undefined,
  schema: Schema | undefined,
): Comparison {
  if (before === after) return nothing;
  if (isObject(before) && isObject(after) && isGranular(after, schema)) {
    return compareMaps(before, after, schema);
  }
  const partsAfter = new Map((partsOf(after, schema) ?? []).map((part) => [part.element, part]));
  const changed: Record<string, FieldSet> = {};
  const removed: Record<string, FieldSet> = {};
  for (const old of partsOf(before, schema) ?? []) {
    const part = partsAfter.get(old.element);
    partsAfter.delete(old.element);
    if (part === undefined) removed[old.element] = wholePart(old);
    else comparePart(old, part, changed, removed);
  }
  for (const part of partsAfter.values()) changed[part.element] = wholePart(part);
  return { changed, removed };
}

/** Skips equal parts before anything is made of them: a write changes a few fields of an object. */
function compareMaps(
  before: JsonObject,
  after: JsonObject,
  schema: Schema | undefined,
): Comparison {
  const changed: Record<string, FieldSet> = {};
  const removed: Record<string, FieldSet> = {};
  for (const [name, old] of Object.entries(before)) {
    const value = after[name];
    if (old === undefined || old === value) continue;
    const part = fieldPart(name, old, schema);
    if (value === undefined) removed[part.element] = wholePart(part);
    else comparePart(part, fieldPart(name, value, schema), changed, removed);
  }
  for (const [name, value] of Object.entries(after)) {
    if (value === undefined || before[name] !== undefined) continue;
    const part = fieldPart(name, value, schema);
    changed[part.element] = wholePart(part);
  }
  return { changed, removed };
}

function comparePart(
  old: Part,
  part: Part,
  changed: Record<string, FieldSet>,
  removed: Record<string, FieldSet>,
): void {
  if (old.value === part.value) return;
  if (!isGranular(old.value, old.schema) || !isGranular(part.value, part.schema)) {
    if (!isEqual(old.value, part.value)) changed[part.element] = {};
    return;
  }
  const below = compare(old.value, part.value, part.schema);
  if (Object.keys(below.changed).length > 0) changed[part.element] = below.changed;
  if (Object.keys(below.removed).length > 0) removed[part.element] = below.removed;
}

function wholePart(part: Part): FieldSet {
  const below = fieldsOf(part.value, part.schema, true);
  return Object.keys(below).length === 0 ? {} : { '.': {}, ...below };
}
