import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import { solve } from '../scheduling/solve.js';
import { bufferOf, isBufferPod } from './buffer-pods.js';

/** A look at a cluster asks several times. */
const known = new WeakMap<ClusterSnapshot, ReadonlyMap<string, string>>();

/**
 * The nodes that have room for units of buffers now, by the unit's uid.
 * Source: karpenter state/virtualpods @v1.14.1, which remembers them from the last scheduling pass.
 */
export function bufferPlaces(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  const places = known.get(snapshot) ?? findPlaces(snapshot);
  known.set(snapshot, places);
  return places;
}

function findPlaces(snapshot: ClusterSnapshot): ReadonlyMap<string, string> {
  if (!snapshot.pods.some(isBufferPod)) return new Map();
  const { existingNodes } = solve(snapshot);
  return new Map(
    existingNodes.flatMap(({ nodeName, podUids }) =>
      podUids.flatMap((uid) => (isBufferPod({ uid }) ? [[uid, nodeName] as const] : [])),
    ),
  );
}

/** Buffers (`namespace/name`) that rely on the room of nodes, by the node's name. */
export function bufferHosts(snapshot: ClusterSnapshot): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, Set<string>>();
  for (const [uid, nodeName] of bufferPlaces(snapshot)) {
    const buffers = hosts.get(nodeName) ?? new Set();
    hosts.set(nodeName, buffers.add(bufferOf({ uid }) ?? ''));
  }
  return new Map([...hosts].map(([nodeName, buffers]) => [nodeName, [...buffers].sort()]));
}
