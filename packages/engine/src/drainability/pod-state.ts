import { type Instant, taintKeys } from '@kerf/core';
import type { BoundPod } from '../model/pod.js';
import type { Taint } from '../model/taint.js';
import { findUntolerated } from '../requirements/taints.js';
import { parseGoDuration } from './go-duration.js';

const disrupted: Taint = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' };

/** Neither ended nor about to. */
export function isActive(pod: BoundPod): boolean {
  return !pod.isTerminal && !pod.isTerminating;
}

/**
 * The pod has to run elsewhere when its node goes. A terminating pod of a StatefulSet counts: its
 * successor needs the room.
 * Source: karpenter pkg/utils/pod/scheduling.go IsReschedulable @v1.14.1.
 */
export function isReschedulable(pod: BoundPod): boolean {
  const willRun = isActive(pod) || (pod.ownerKind === 'StatefulSet' && pod.isTerminating);
  return willRun && pod.ownerKind !== 'DaemonSet' && pod.ownerKind !== 'Node';
}

/** The eviction API is asked for this pod when its node is drained. */
export function isEvictable(pod: BoundPod, now: Instant): boolean {
  const toleratesDisruption = findUntolerated([disrupted], pod.spec.tolerations) === null;
  return (
    isActive(pod) &&
    !toleratesDisruption &&
    pod.ownerKind !== 'Node' &&
    protectionOf(pod, now) === null
  );
}

/**
 * How the annotation `karpenter.sh/do-not-disrupt` protects the pod now: for good (`until: null`), or
 * for a time since its start. `null` when it does not; a text that is no duration is passed over.
 */
export function protectionOf(
  pod: BoundPod,
  now: Instant,
): { readonly until: Instant | null } | null {
  if (pod.doNotDisrupt === 'true') return { until: null };
  const duration = pod.doNotDisrupt === null ? null : parseGoDuration(pod.doNotDisrupt);
  if (duration === null) return null;
  if (pod.startedAt === null) return { until: null };
  const until = pod.startedAt + duration;
  return now < until ? { until } : null;
}
