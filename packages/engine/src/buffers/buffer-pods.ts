import type { Instant } from '@kerf/core';
import type { CapacityBuffer } from '../model/capacity-buffer.js';
import type { Pod, PodSpec } from '../model/pod.js';

/** The least that a priority can be: every real pod goes before a virtual one. */
const lowestPriority = -(2 ** 31);
const uidPrefix = 'capacity-buffer/';

/**
 * The virtual pods that keep the room of a buffer. They wait like pods and are planned like pods; they
 * are never nominated to a node, and what was bought for them stays as long as they are asked for.
 * Source: karpenter state/virtualpods, controllers/capacitybuffer @v1.14.1.
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

/** The buffer of a virtual pod, `namespace/name`; `null` for any other pod. */
export function bufferOf({ uid }: Pick<Pod, 'uid'>): string | null {
  if (!uid.startsWith(uidPrefix)) return null;
  return uid.slice(uidPrefix.length, uid.lastIndexOf('/'));
}

/** True for pods that only stand for the room of a buffer. */
export function isBufferPod({ uid }: Pick<Pod, 'uid'>): boolean {
  return uid.startsWith(uidPrefix);
}

/** Kubernetes holds no more pods in a cluster; it keeps a slip in a manifest from filling memory. */
const maxUnits = 150_000;

/** Units of the buffer: what is asked for as far as the limits hold it, or what they hold. */
export function bufferSize({ podSpec, replicas, share, limits }: CapacityBuffer): number {
  const asked = [
    ...(replicas === null ? [] : [replicas]),
    ...(share === null ? [] : [Math.ceil((share.ofReplicas * share.percent) / 100)]),
  ];
  const held = Object.entries(limits).flatMap(([resource, limit]) => {
    const requested = podSpec.requests[resource] ?? 0;
    return requested > 0 ? [Math.floor(limit / requested)] : [];
  });
  if (asked.length + held.length === 0) return 0;
  const wanted = asked.length === 0 ? maxUnits : Math.max(...asked);
  return Math.max(0, Math.min(wanted, maxUnits, ...held));
}

/** Volumes are not attached for a pod that never comes. */
function virtualSpec(spec: PodSpec): PodSpec {
  return { ...spec, key: `${uidPrefix}${spec.key}`, priority: lowestPriority, volumes: [] };
}
