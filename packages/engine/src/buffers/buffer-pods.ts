import { compareText, type Instant } from '@kerf/core';
import type { CapacityBuffer } from '../model/capacity-buffer.js';
import type { Pod, PodSpec } from '../model/pod.js';

/** The lowest priority, below that of every real pod. */
const lowestPriority = -(2 ** 31);
const uidPrefix = 'capacity-buffer/';

/**
 * Returns the virtual pods that keep the capacity of all buffers of a cluster free, as many as
 * `bufferUnits` says. They are scheduled like pending pods, but never nominated to a node; nodes
 * that were launched for them stay while the buffers require them.
 * Source: karpenter state/virtualpods, controllers/capacitybuffer @v1.14.1.
 */
export function bufferPods(buffers: readonly CapacityBuffer[], createdAt: Instant): readonly Pod[] {
  return [...bufferUnits(buffers)].flatMap(([buffer, units]) => {
    const spec = virtualSpec(buffer.podSpec);
    return Array.from({ length: units }, (_, index) => ({
      uid: bufferPodUid(buffer, index),
      name: `${buffer.name}-${index}`,
      spec,
      createdAt,
    }));
  });
}

/** Returns the uid of a virtual pod, of which the first has index 0. */
export function bufferPodUid(
  { namespace, name }: Pick<CapacityBuffer, 'namespace' | 'name'>,
  index: number,
): string {
  return `${uidPrefix}${namespace}/${name}/${index}`;
}

/** Returns the buffer of a virtual pod as `namespace/name`; `null` for any other pod. */
export function bufferOf({ uid }: Pick<Pod, 'uid'>): string | null {
  if (!uid.startsWith(uidPrefix)) return null;
  return uid.slice(uidPrefix.length, uid.lastIndexOf('/'));
}

/** Returns true if the pod is a virtual pod of a CapacityBuffer. */
export function isBufferPod({ uid }: Pick<Pod, 'uid'>): boolean {
  return uid.startsWith(uidPrefix);
}

/**
 * Units of all buffers of a cluster together. Kubernetes supports no more pods in a cluster; mistakes
 * in manifests cannot use up the memory.
 */
export const maxBufferUnits = 150_000;

/**
 * Returns the number of units of each buffer of a cluster. When they request more than
 * `maxBufferUnits` together, the largest get less, and none gets less than a smaller one.
 */
export function bufferUnits(
  buffers: readonly CapacityBuffer[],
): ReadonlyMap<CapacityBuffer, number> {
  const units = new Map(buffers.map((buffer) => [buffer, bufferSize(buffer)]));
  let left = maxBufferUnits;
  let others = units.size;
  const smallestFirst = [...units].toSorted(
    ([a, sizeOfA], [b, sizeOfB]) => sizeOfA - sizeOfB || compareText(keyOf(a), keyOf(b)),
  );
  for (const [buffer, size] of smallestFirst) {
    const share = Math.min(size, Math.floor(left / others));
    units.set(buffer, share);
    left -= share;
    others -= 1;
  }
  return units;
}

/** Returns the number of units that a buffer requests, within its limits; or what its limits allow. */
export function bufferSize({ podSpec, replicas, share, limits }: CapacityBuffer): number {
  const counts = [
    ...(replicas === null ? [] : [replicas]),
    ...(share === null ? [] : [Math.ceil((share.ofReplicas * share.percent) / 100)]),
  ];
  const byLimit = Object.entries(limits).flatMap(([resource, limit]) => {
    const requested = podSpec.requests[resource] ?? 0;
    return requested > 0 ? [Math.floor(limit / requested)] : [];
  });
  if (counts.length + byLimit.length === 0) return 0;
  const requested = counts.length === 0 ? Infinity : Math.max(...counts);
  return Math.max(0, Math.min(requested, ...byLimit));
}

const keyOf = ({ namespace, name }: CapacityBuffer): string => `${namespace}/${name}`;

/** Volumes of a virtual pod are never attached. */
function virtualSpec(spec: PodSpec): PodSpec {
  return { ...spec, key: `${uidPrefix}${spec.key}`, priority: lowestPriority, volumes: [] };
}
