import { type JsonObject, toInteger, toRecord } from '@kerf/core';
import type { PodDisruptionBudget } from '@kerf/engine';
import type { ObjectMeta } from './object-meta.js';
import { readLabelSelector } from './selectors.js';

/** Reads a PodDisruptionBudget; without a status it allows no disruptions. */
export function readPodDisruptionBudget(object: JsonObject, meta: ObjectMeta): PodDisruptionBudget {
  const spec = toRecord(object['spec']);
  const allowed = toInteger(toRecord(object['status'])['disruptionsAllowed']) ?? 0;
  return {
    namespace: meta.namespace,
    name: meta.name,
    selector: readLabelSelector(spec['selector']),
    disruptionsAllowed: Math.max(0, allowed),
    unhealthyPodEvictionPolicy:
      spec['unhealthyPodEvictionPolicy'] === 'AlwaysAllow' ? 'AlwaysAllow' : 'IfHealthyBudget',
  };
}
