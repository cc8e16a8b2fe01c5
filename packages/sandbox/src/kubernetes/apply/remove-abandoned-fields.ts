import { isList, isObject, type Json, type JsonObject } from '../json/json.js';
import type { Schema } from '../schema/schema.js';
import { type FieldSet, isEmptySet } from './field-set.js';
import { partsOf } from './fields-of.js';

/**
 * Removes fields that the manager applied last time and that nobody owns now.
 * @param lastApplied the manager's fields before this apply
 * @param owned the fields of all managers, including this apply
 */
export function removeAbandonedFields(
  object: JsonObject,
  lastApplied: FieldSet,
  owned: FieldSet,
  schema: Schema | undefined,
): JsonObject {
  const result = removeParts(object, lastApplied, owned, schema);
  return isObject(result) ? result : object;
}

function removeParts(
  value: Json,
  lastApplied: FieldSet,
  owned: FieldSet,
  schema: Schema | undefined,
): Json {
  const parts = partsOf(value, schema);
  if (parts === null) return value;
  const kept = parts.flatMap((part): [string, Json][] => {
    const last = lastApplied[part.element];
    if (!isObject(last)) return [[part.element, part.value]];
    const stillOwned = owned[part.element];
    const isMember = isEmptySet(last) || last['.'] !== undefined;
    if (!isObject(stillOwned) && isMember) return [];
    if (isEmptySet(last)) return [[part.element, part.value]];
    const left = removeParts(part.value, last, isObject(stillOwned) ? stillOwned : {}, part.schema);
    return stillOwned === undefined && isEmpty(left) ? [] : [[part.element, left]];
  });
  if (isList(value)) return kept.map(([, item]) => item);
  return Object.fromEntries(kept.map(([element, child]) => [element.slice(2), child]));
}

function isEmpty(value: Json): boolean {
  return isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}
