import { isObject, isString, type Json, type JsonObject } from '../json/json.js';

export type StringMap = { readonly [key: string]: string };

export type OwnerReference = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
};

export type ManagedFieldsEntry = {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time?: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: JsonObject;
  readonly subresource?: string;
};

/** Metadata as sent by clients: all fields are optional. */
export type DraftMeta = {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly managedFields?: readonly ManagedFieldsEntry[];
};

/** Metadata of a stored object. */
export type ObjectMeta = DraftMeta & {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
};

export type Draft = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: DraftMeta;
  readonly [field: string]: Json | undefined;
};

/** A stored object; immutable. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: Json | undefined;
};

/** Returns true if a value has the fields of an object; the schema checks the rest. */
export function isDraft(value: unknown): value is Draft {
  return (
    isObject(value) &&
    isString(value['apiVersion']) &&
    isString(value['kind']) &&
    isObject(value['metadata'])
  );
}

export function isStored(draft: Draft): draft is KubeObject {
  const { name, uid, resourceVersion, creationTimestamp } = draft.metadata;
  return (
    isString(name) && isString(uid) && isString(resourceVersion) && isString(creationTimestamp)
  );
}

/** Returns `namespace/name`, or the name alone: the key in the store and the order of lists. */
export function keyOf(object: KubeObject): string {
  return objectKey(object.metadata.namespace, object.metadata.name);
}

export function objectKey(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

export function controllerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((owner) => owner.controller === true);
}
