import { isEqual, type Json } from '../json/json.js';

import type { Schema } from '../schema/schema.js';
import type { FieldSet } from './field-set.js';
import { fieldsOf, type Part, partsOf } from './fields-of.js';

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

function comparePart(
  old: Part,
  part: Part,
  changed: Record<string, FieldSet>,
  removed: Record<string, FieldSet>,
): void {
  if (old.value === part.value) return;
  const isGranular =
    partsOf(old.value, old.schema) !== null && partsOf(part.value, part.schema) !== null;
  if (!isGranular) {
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
