import { getOrCreate } from '@kerf/core';
import { bufferOf, isBufferPod } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { planWithFirstFit } from './write-result.js';

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

/**
 * Returns the CapacityBuffers (`namespace/name`) that use the capacity of nodes, by node name.
 * Source: karpenter state/virtualpods @v1.14.1, which keeps them from the last scheduling pass.
 */
export function buffersByNode(snapshot: ClusterSnapshot): ReadonlyMap<string, readonly string[]> {
  if (!snapshot.pods.some(isBufferPod)) return new Map();
  const byNode = new Map<string, Set<string>>();
  for (const [uid, nodeName] of nodesOfPendingPods(snapshot)) {
    if (!isBufferPod({ uid })) continue;
    getOrCreate(byNode, nodeName, () => new Set()).add(bufferOf({ uid }) ?? '');
  }
  return new Map([...byNode].map(([nodeName, buffers]) => [nodeName, [...buffers].sort()]));
}
