import { getOrCreate } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { planWithFirstFit } from './solve.js';

/** An evaluation of disruption needs them many times for one snapshot. */
const known = new WeakMap<ClusterSnapshot, ReadonlyMap<string, string>>();

/**
 * Returns the node of each pending pod in the cluster as it is, by the pod's uid; without pods that
 * fit on no existing or in-flight node.
 */
export function nodesOfPendingPods(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  return getOrCreate(known, snapshot, findNodes);
}

function findNodes(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  if (snapshot.pods.length === 0) return new Map();
  return new Map(
    planWithFirstFit(snapshot).existingNodes.flatMap(({ nodeName, podUids }) =>
      podUids.map((uid) => [uid, nodeName] as const),
    ),
  );
}
