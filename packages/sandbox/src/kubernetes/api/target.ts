import type { KubeObject } from '../resources/kube-object.js';
import type { Resource, ResourceVersion } from '../resources/resource.js';
import type { ResourceCatalog } from '../resources/resource-catalog.js';
import type { Collection } from '../storage/collection.js';
import type { ObjectStore } from '../storage/object-store.js';

/** Dependencies of all operations on objects. */
export interface ApiParts {
  readonly store: ObjectStore;
  readonly resources: ResourceCatalog;
  readonly now: () => number;
  /** Returns why no further object of a collection can be stored; `null` while there is room. */
  readonly whyFull?: ((collection: string) => string | null) | undefined;
}

/** A resource in one version and namespace (none: all namespaces, or cluster scope). */
export interface Target {
  readonly resource: Resource;
  readonly version: ResourceVersion;
  readonly namespace: string | undefined;
}

export interface NamedTarget extends Target {
  readonly name: string;
}

export interface WriteOptions {
  /** Owner of the written fields. */
  readonly manager: string;
  readonly isDryRun?: boolean;
  /** How unknown fields are reported; they are never stored. */
  readonly fieldValidation?: FieldValidation;
  /** Receives warnings for the client. */
  readonly warn?: (message: string) => void;
  readonly subresource?: string | undefined;
}

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

export function collectionOf(parts: ApiParts, { resource }: Pick<Target, 'resource'>): Collection {
  return parts.store.collection(resource.collection);
}

/** Returns an object in the form of the target's version. */
export function presented(object: KubeObject, { resource, version }: Target): KubeObject {
  if (resource.rules.view !== undefined) return resource.rules.view.fromStored(object);
  return object.apiVersion === version.apiVersion
    ? object
    : { ...object, apiVersion: version.apiVersion };
}
