import type { KubeObject } from '../resources/kube-object.js';
import type { Resource, ResourceVersion } from '../resources/resource.js';
import type { ResourceCatalog } from '../resources/resource-catalog.js';
import type { Collection } from '../storage/collection.js';
import type { ObjectStore } from '../storage/object-store.js';

/** What every operation on objects works with. */
export interface ApiParts {
  readonly store: ObjectStore;
  readonly resources: ResourceCatalog;
  readonly now: () => number;
}

/** Which resource, seen in which version, and in which namespace (none: all, or cluster scope). */
export interface Target {
  readonly resource: Resource;
  readonly version: ResourceVersion;
  readonly namespace: string | undefined;
}

export interface NamedTarget extends Target {
  readonly name: string;
}

export interface WriteOptions {
  /** Whose fields the written ones become. */
  readonly manager: string;
  readonly isDryRun?: boolean;
  /** What happens to fields the schema does not know; they are never stored. */
  readonly fieldValidation?: FieldValidation;
  /** Takes what the client should be told beside the answer. */
  readonly warn?: (message: string) => void;
  readonly subresource?: string | undefined;
}

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export function collectionOf(parts: ApiParts, { resource }: Pick<Target, 'resource'>): Collection {
  return parts.store.collection(resource.collection);
}

/** An object as clients of this version see it. */
export function presented(object: KubeObject, { resource, version }: Target): KubeObject {
  if (resource.rules.view !== undefined) return resource.rules.view.fromStored(object);
  return object.apiVersion === version.apiVersion
    ? object
    : { ...object, apiVersion: version.apiVersion };
}
