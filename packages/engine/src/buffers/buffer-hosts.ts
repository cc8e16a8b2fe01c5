import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { solve } from '../scheduling/solve.js';
import { bufferOf, isBufferPod } from './buffer-pods.js';

/**
 * The nodes whose room buffers rely on, with the buffers (`namespace/name`): those that their pods
 * would go to now.
 * Source: karpenter state/virtualpods @v1.14.1, which remembers it from the last scheduling pass.
 */
export function bufferHosts(snapshot: ClusterSnapshot): ReadonlyMap<string, readonly string[]> {
  if (!snapshot.pods.some(isBufferPod)) return new Map();
  const { existingNodes } = solve(snapshot);
  return new Map(
    existingNodes.flatMap(({ nodeName, podUids }) => {
      const buffers = new Set(podUids.flatMap((uid) => bufferOf({ uid }) ?? []));
      return buffers.size === 0 ? [] : [[nodeName, [...buffers].sort()] as const];
    }),
  );
}
