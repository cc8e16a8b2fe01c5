import type { Instant } from '@kerf/core';
import type { CapacityBuffer } from '../model/capacity-buffer.js';
import type { Pod, PodSpec } from '../model/pod.js';

/** The lowest priority, below that of every real pod. */
const lowestPriority = -(2 ** 31);
const uidPrefix = 'capacity-buffer/';

/**
 * Returns the virtual pods that keep the capacity of a buffer free. They are scheduled like pending
 * pods, but never nominated to a node; nodes that were launched for them stay while the buffer
 * requires them. Source: karpenter state/virtualpods, controllers/capacitybuffer @v1.14.1.
 */
export function bufferPods(buffer: CapacityBuffer, createdAt: Instant): readonly Pod[] {
  const { namespace, name, podSpec } = buffer;
  const spec = virtualSpec(podSpec);
  return Array.from({ length: bufferSize(buffer) }, (_, index) => ({
    uid: `${uidPrefix}${namespace}/${name}/${index}`,
    name: `${name}-${index}`,
    spec,
    createdAt,
  }));
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

/** Kubernetes supports no more pods in a cluster; a mistake in a manifest cannot use up the memory. */
const maxUnits = 150_000;

/**
 * Returns the number of units of the buffer: what it requests, within its limits; or what its
 * limits allow.
 */
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
  const requested = counts.length === 0 ? maxUnits : Math.max(...counts);
  return Math.max(0, Math.min(requested, maxUnits, ...byLimit));
}

/** Volumes of a virtual pod are never attached. */
function virtualSpec(spec: PodSpec): PodSpec {
  return { ...spec, key: `${uidPrefix}${spec.key}`, priority: lowestPriority, volumes: [] };
}
