import { getOrCreate } from '@kerf/core';
import { bufferOf, isBufferPod } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { nodesOfPendingPods } from './pending-places.js';

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
