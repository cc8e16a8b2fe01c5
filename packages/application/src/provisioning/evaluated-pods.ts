import type { ClusterSnapshot, SchedulingResult } from '@kerf/engine';
import type { EvaluatedPod } from '../ports/meter.js';
import { isRealPod } from '../snapshot/expected-pods.js';
import { effectiveZones } from './effective-zone.js';

/** Returns the pods that have a verdict in the result, without expected and virtual ones. */
export function evaluatedPods(
  snapshot: ClusterSnapshot,
  { existingNodes, newNodeClaims, unschedulable }: SchedulingResult,
): readonly EvaluatedPod[] {
  const placed = new Set(
    [...existingNodes, ...newNodeClaims].flatMap(({ podUids }) => podUids).filter(isRealPod),
  );
  const refused = new Set(unschedulable.map(({ podUid }) => podUid));
  const zoneOf = effectiveZones(snapshot);
  return snapshot.pods
    .filter(({ uid }) => placed.has(uid) || (refused.has(uid) && isRealPod(uid)))
    .map(({ uid, spec }) => ({ uid, isPlaced: placed.has(uid), zone: zoneOf(spec) }));
}
