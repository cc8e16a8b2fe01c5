import { compareText } from '@kerf/core';
import { isEqual, type JsonObject } from '../json/json.js';

import type { Draft, ManagedFieldsEntry } from '../resources/kube-object.js';
import type { Schema } from '../schema/schema.js';
import { compare } from './compare.js';
import { difference, type FieldSet, isEmptySet, union } from './field-set.js';

/** The fields that identify an entry of `managedFields`. */
export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string | undefined;
}

export type Entries = readonly ManagedFieldsEntry[];

/** Fields without owners: the object's identity and fields that the server sets. */
const serverFields: FieldSet = {
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': {
    '.': {},
    'f:name': {},
    'f:namespace': {},
    'f:creationTimestamp': {},
    'f:selfLink': {},
    'f:uid': {},
    'f:generation': {},
    'f:managedFields': {},
    'f:resourceVersion': {},
  },
};

export function withoutServerFields(set: FieldSet): FieldSet {
  return difference(set, serverFields);
}

export function isManagedBy(entry: ManagedFieldsEntry, manager: Manager): boolean {
  return (
    entry.manager === manager.name &&
    entry.operation === manager.operation &&
    entry.subresource === manager.subresource &&
    (manager.operation === 'Apply' || entry.apiVersion === manager.apiVersion)
  );
}

/** Returns the object with the fields changed by an update owned by its manager only. */
export function trackUpdate<T extends Draft>(
  before: JsonObject,
  after: T,
  schema: Schema,
  write: { readonly manager: Manager; readonly time: string },
): T {
  const comparison = compare(before, after, schema);
  const changed = withoutServerFields(comparison.changed);
  const removed = withoutServerFields(comparison.removed);
  if (isEmptySet(changed) && isEmptySet(removed)) return after;
  const { manager, time } = write;
  const entries = after.metadata.managedFields ?? [];
  const mine = entries.find((entry) => isManagedBy(entry, manager));
  const others = entries.filter((entry) => entry !== mine);
  const fields = union(difference(mine?.fieldsV1 ?? {}, removed), changed);
  return withEntries(after, [
    ...others.map((entry) => withoutFields(entry, union(changed, removed))),
    toEntry(manager, fields, mine, time),
  ]);
}

export function withoutFields(entry: ManagedFieldsEntry, fields: FieldSet): ManagedFieldsEntry {
  return { ...entry, fieldsV1: difference(entry.fieldsV1, fields) };
}

/** Returns a manager's entry, with the time of its last change. */
export function toEntry(
  manager: Manager,
  fieldsV1: FieldSet,
  previous: ManagedFieldsEntry | undefined,
  time: string,
): ManagedFieldsEntry {
  const isUnchanged =
    previous !== undefined &&
    previous.apiVersion === manager.apiVersion &&
    isEqual(previous.fieldsV1, fieldsV1);
  return {
    manager: manager.name,
    operation: manager.operation,
    apiVersion: manager.apiVersion,
    time: isUnchanged ? (previous.time ?? time) : time,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...(manager.subresource === undefined ? {} : { subresource: manager.subresource }),
  };
}

/** Returns the object with the entries in the server's order, without empty ones. */
export function withEntries<T extends Draft>(object: T, entries: Entries): T {
  const managedFields = entries.filter((entry) => !isEmptySet(entry.fieldsV1)).toSorted(byOrder);
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

function byOrder(left: ManagedFieldsEntry, right: ManagedFieldsEntry): number {
  const orderOf = (entry: ManagedFieldsEntry): string =>
    [entry.operation, entry.time ?? '', entry.manager, entry.apiVersion, entry.subresource].join(
      ' ',
    );
  return compareText(orderOf(left), orderOf(right));
}
