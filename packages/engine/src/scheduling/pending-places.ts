import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { solve } from './solve.js';

/** An evaluation of a cluster asks many times. */
const known = new WeakMap<ClusterSnapshot, ReadonlyMap<string, string>>();

/**
 * Returns the nodes that pending pods go to as the cluster is now, by the pod's uid; pods that no node
 * has room for are not in it.
 */
export function pendingPlaces(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  const places = known.get(snapshot) ?? findPlaces(snapshot);
  known.set(snapshot, places);
  return places;
}

function findPlaces(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  if (snapshot.pods.length === 0) return new Map();
  return new Map(
    solve(snapshot).existingNodes.flatMap(({ nodeName, podUids }) =>
      podUids.map((uid) => [uid, nodeName] as const),
    ),
  );
}
