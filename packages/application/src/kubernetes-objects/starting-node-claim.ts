import {
  annotationKeys,
  type JsonObject,
  labelKeys,
  managedByKerf,
  omit,
  toRecord,
  toTextMap,
} from '@kerf/core';
import type { StartingNodeClaim } from '../ports/cluster-cache.js';
import type { Note, ObjectMeta } from './object-meta.js';
import { findCondition } from './pod.js';
import { readResourceList } from './resource-list.js';
import { readTaints } from './taints.js';

/** They belong to the object: kubectl's manifest, and the versions of the definitions. */
const annotationsOfObject = [
  annotationKeys.lastApplied,
  annotationKeys.nodePoolHash,
  annotationKeys.nodePoolHashVersion,
  annotationKeys.nodeClassHash,
  annotationKeys.nodeClassHashVersion,
] as const;

/**
 * Reads what the node of a NodeClaim object needs until it is initialized; `note` is called for each
 * quantity that cannot be parsed.
 * @returns `null` for an initialized node, and for a NodeClaim of a NodePool that Kerf launched
 */
export function readStartingNodeClaim(
  object: JsonObject,
  meta: ObjectMeta,
  note: Note,
): StartingNodeClaim | null {
  const spec = toRecord(object['spec']);
  const status = toRecord(object['status']);
  const labels = toTextMap(meta.raw['labels']);
  const isTrue = (type: string): boolean => findCondition(status, type)['status'] === 'True';
  if (isTrue('Initialized') || labels[labelKeys.managedBy] === managedByKerf) return null;
  return {
    isRegistered: isTrue('Registered'),
    labels,
    annotations: toTextMap(omit(toRecord(meta.raw['annotations']), ...annotationsOfObject)),
    taints: readTaints(spec['taints']),
    startupTaints: readTaints(spec['startupTaints']),
    requests: readResourceList(toRecord(spec['resources'])['requests'], note),
    capacity: readResourceList(status['capacity'], note),
    allocatable: readResourceList(status['allocatable'], note),
  };
}
