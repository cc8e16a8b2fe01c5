import { hash } from 'node:crypto';
import type { ObjectMeta } from '@kerf/application';
import {
  type Instant,
  type JsonObject,
  labelKeys,
  managedByKerf,
  nodeClassFinalizer,
  omit,
  toInteger,
  toRecord,
  toTextOrNull,
  toTexts,
} from '@kerf/core';
import { apiVersionOf, type Resource, resources } from '../watch/resources.js';

/** Data about a NodePool or EC2NodeClass object that is kept to detect changes. */
export interface DefinitionRecord {
  /** Digest of the object without its status, which Kerf writes. */
  readonly fingerprint: string;
  readonly managedByKerf: boolean;
  /** `null` if it is missing, or is none that an API server assigns. */
  readonly generation: number | null;
  readonly createdAt: Instant;
  /** When the object was deleted while a finalizer keeps it; else `null`. */
  readonly deletionRequestedAt: Instant | null;
  readonly name: string;
  readonly uid: string;
  /** Whether it has the finalizer of EC2NodeClasses. */
  readonly isHeld: boolean;
  /** API group of the node class that a NodePool references; `null` for other kinds. */
  readonly nodeClassGroup: string | null;
}

export function readDefinition(object: JsonObject, meta: ObjectMeta): DefinitionRecord {
  // Every write changes the omitted fields, including writes of the status.
  const metadata = omit(meta.raw, 'resourceVersion', 'managedFields');
  return {
    fingerprint: hash('sha256', JSON.stringify([metadata, object['spec']]), 'hex'),
    managedByKerf: isManagedByKerf(object),
    generation: toGeneration(meta.raw['generation']),
    createdAt: meta.createdAt,
    name: meta.name,
    uid: meta.uid,
    isHeld: toTexts(meta.raw['finalizers']).includes(nodeClassFinalizer),
    deletionRequestedAt: meta.deletionRequestedAt,
    nodeClassGroup: readNodeClassGroup(object['spec']),
  };
}

/** Generations count changes of one object from 1, so a greater number is none. */
const maxGeneration = 2 ** 31 - 1;

function toGeneration(value: unknown): number | null {
  const generation = toInteger(value);
  return generation !== null && generation > 0 && generation <= maxGeneration ? generation : null;
}

function readNodeClassGroup(spec: unknown): string | null {
  const template = toRecord(toRecord(toRecord(spec)['template'])['spec']);
  return toTextOrNull(toRecord(template['nodeClassRef'])['group']);
}

/**
 * Whether a NodePool references another kind of node class; another controller launches its nodes.
 */
export function isForeign({ nodeClassGroup }: DefinitionRecord): boolean {
  return nodeClassGroup !== null && nodeClassGroup !== resources.ec2NodeClasses.group;
}

/** Whether Kerf created the object from its own definition or NodeClaim. */
export function isManagedByKerf(object: JsonObject): boolean {
  return toRecord(toRecord(object['metadata'])['labels'])[labelKeys.managedBy] === managedByKerf;
}

/** Returns the object with its kind, which lists omit, and without the metadata of its writers. */
export function toServedObject(object: JsonObject, resource: Resource): JsonObject {
  const metadata = omit(toRecord(object['metadata']), 'managedFields');
  return { ...object, apiVersion: apiVersionOf(resource), kind: resource.kind, metadata };
}
