import { getOrCreate } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { solve } from './solve.js';

/** An evaluation needs the places of one snapshot many times. */
const known = new WeakMap<ClusterSnapshot, ReadonlyMap<string, string>>();

/**
 * Returns the node of each pending pod in the cluster as it is, by the pod's uid; without pods that
 * fit on no existing or in-flight node.
 */
export function pendingPlaces(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  return getOrCreate(known, snapshot, findPlaces);
}

function findPlaces(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  if (snapshot.pods.length === 0) return new Map();
  return new Map(
    solve(snapshot).existingNodes.flatMap(({ nodeName, podUids }) =>
      podUids.map((uid) => [uid, nodeName] as const),
    ),
  );
}
