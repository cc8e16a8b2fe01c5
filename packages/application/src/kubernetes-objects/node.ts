import {
  type JsonObject,
  omit,
  toInstant,
  toRecord,
  toTextMap,
  toTextOrNull,
  toTexts,
} from '@kerf/core';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Note, ObjectMeta } from './object-meta.js';
import { findCondition } from './pod.js';
import { readResourceList } from './resource-list.js';
import { readTaints } from './taints.js';

/** An annotation with a whole manifest, written by kubectl. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** A node without data from other objects. */
export type ObservedNode = Omit<CachedNode, 'pods' | 'volumeLimits'>;

/** Reads a `v1` Node; `note` is called for each quantity that cannot be parsed. */
export function readNode(object: JsonObject, meta: ObjectMeta, note: Note): ObservedNode {
  const spec = toRecord(object['spec']);
  const status = toRecord(object['status']);
  const ready = findCondition(status, 'Ready');
  return {
    name: meta.name,
    uid: meta.uid,
    providerId: toTextOrNull(spec['providerID']),
    labels: toTextMap(meta.raw['labels']),
    annotations: toTextMap(omit(toRecord(meta.raw['annotations']), lastApplied)),
    taints: readTaints(spec['taints']),
    finalizers: toTexts(meta.raw['finalizers']),
    capacity: readResourceList(status['capacity'], note),
    allocatable: readResourceList(status['allocatable'], note),
    isReady: ready['status'] === 'True',
    readyChangedAt: toInstant(ready['lastTransitionTime']),
    isCordoned: spec['unschedulable'] === true,
    createdAt: meta.createdAt,
    deletionRequestedAt: meta.deletionRequestedAt,
  };
}
