import { hash } from 'node:crypto';
import { type Instant, labelKeys, managedByKerf } from '@kerf/core';
import { type Json, omit, toRecord, toTextOrNull } from '../json.js';
import type { ObjectMeta } from '../map/object-meta.js';
import { apiVersionOf, type Resource, resources } from '../watch/resources.js';

/** What is remembered of a NodePool or EC2NodeClass object, to notice that it changed. */
export interface DefinitionRecord {
  /** A digest of all but its status, which is written by Kerf. */
  readonly fingerprint: string;
  readonly managedByKerf: boolean;
  readonly createdAt: Instant;
  /** Its name, while it is being deleted and a finalizer holds it; else `null`. */
  readonly deletingName: string | null;
  /** Of the node class that a NodePool names; `null` for other kinds. */
  readonly nodeClassGroup: string | null;
}

export function readDefinition(object: Json, meta: ObjectMeta): DefinitionRecord {
  // Every write changes the omitted fields, also one of the status.
  const metadata = omit(meta.raw, 'resourceVersion', 'managedFields');
  return {
    fingerprint: hash('sha256', JSON.stringify([metadata, object['spec']]), 'hex'),
    managedByKerf: isManagedByKerf(object),
    createdAt: meta.createdAt,
    deletingName: meta.deletionRequestedAt === null ? null : meta.name,
    nodeClassGroup: readNodeClassGroup(object['spec']),
  };
}

function readNodeClassGroup(spec: unknown): string | null {
  const template = toRecord(toRecord(toRecord(spec)['template'])['spec']);
  return toTextOrNull(toRecord(template['nodeClassRef'])['group']);
}

/** True for a pool of another kind of node class: others launch its nodes. */
export function isForeign({ nodeClassGroup }: DefinitionRecord): boolean {
  return nodeClassGroup !== null && nodeClassGroup !== resources.ec2NodeClasses.group;
}

/** True for an object that Kerf has written from a definition or claim of its own. */
export function isManagedByKerf(object: Json): boolean {
  return toRecord(toRecord(object['metadata'])['labels'])[labelKeys.managedBy] === managedByKerf;
}

/** The object with its kind, which lists leave out, and without the bookkeeping of its writers. */
export function toServedObject(object: Json, resource: Resource): Json {
  const metadata = omit(toRecord(object['metadata']), 'managedFields');
  return { ...object, apiVersion: apiVersionOf(resource), kind: resource.kind, metadata };
}
