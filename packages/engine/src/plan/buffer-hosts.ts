import { getOrCreate } from '@kerf/core';
import { bufferOf, isBufferPod } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { pendingPlaces } from './pending-places.js';

/**
 * Returns the CapacityBuffers (`namespace/name`) that use the capacity of nodes, by node name.
 * Source: karpenter state/virtualpods @v1.14.1, which keeps them from the last scheduling pass.
 */
export function bufferHosts(snapshot: ClusterSnapshot): ReadonlyMap<string, readonly string[]> {
  if (!snapshot.pods.some(isBufferPod)) return new Map();
  const hosts = new Map<string, Set<string>>();
  for (const [uid, nodeName] of pendingPlaces(snapshot)) {
    if (!isBufferPod({ uid })) continue;
    getOrCreate(hosts, nodeName, () => new Set()).add(bufferOf({ uid }) ?? '');
  }
  return new Map([...hosts].map(([nodeName, buffers]) => [nodeName, [...buffers].sort()]));
}
