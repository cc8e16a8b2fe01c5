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

/** Metadata as a client may send it: nothing is certain to be there. */
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

/** An object as it is stored; never changed in place. */
export type KubeObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: Json | undefined;
};

/** True for what may be sent as an object; the rest of its shape is the schema's business. */
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

/** `namespace/name`, or the name alone: the order of a list and the key in the store. */
export function keyOf(object: KubeObject): string {
  return objectKey(object.metadata.namespace, object.metadata.name);
}

export function objectKey(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

export function controllerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find((owner) => owner.controller === true);
}
