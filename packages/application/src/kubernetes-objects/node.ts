import {
  annotationKeys,
  type JsonObject,
  omit,
  toRecord,
  toRecords,
  toTextMap,
  toTextOrNull,
  toTexts,
} from '@kerf/core';
import { repairPolicyOf, type UnhealthyCondition } from '../domain/node-claim/repair-policies.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { type Note, type ObjectMeta, readTime } from './object-meta.js';
import { findCondition } from './pod.js';
import { readResourceList } from './resource-list.js';
import { readTaints } from './taints.js';

/** A node without data from other objects. */
export type ObservedNode = Omit<CachedNode, 'pods' | 'volumeLimits' | 'volumeAttachments'>;

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
    annotations: toTextMap(omit(toRecord(meta.raw['annotations']), annotationKeys.lastApplied)),
    taints: readTaints(spec['taints']),
    finalizers: toTexts(meta.raw['finalizers']),
    capacity: readResourceList(status['capacity'], note),
    allocatable: readResourceList(status['allocatable'], note),
    bootId: toTextOrNull(toRecord(status['nodeInfo'])['bootID']) ?? '',
    isReady: ready['status'] === 'True',
    readyChangedAt: readTime(ready['lastTransitionTime'], meta),
    unhealthyConditions: readUnhealthyConditions(status, meta),
    isCordoned: spec['unschedulable'] === true,
    createdAt: meta.createdAt,
    deletionRequestedAt: meta.deletionRequestedAt,
  };
}

/** A condition has been so since the node was created at most. */
function readUnhealthyConditions(
  status: JsonObject,
  meta: ObjectMeta,
): readonly UnhealthyCondition[] {
  return toRecords(status['conditions']).flatMap((condition) => {
    const reason = typeof condition['reason'] === 'string' ? condition['reason'] : '';
    const policy = repairPolicyOf({ type: condition['type'], status: condition['status'], reason });
    if (policy === undefined) return [];
    const changedAt = readTime(condition['lastTransitionTime'], meta) ?? 0;
    const since = Math.max(changedAt, meta.createdAt);
    return [{ type: policy.type, status: policy.status, reason, since }];
  });
}
