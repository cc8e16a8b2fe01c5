import { type Instant, taintKeys } from '@kerf/core';
import type { BoundPod } from '../model/pod.js';
import type { Taint } from '../model/taint.js';
import { findUntolerated } from '../requirements/taints.js';
import { parseGoDuration } from './go-duration.js';

const disrupted: Taint = { key: taintKeys.disrupted, value: '', effect: 'NoSchedule' };

/** Returns true if the pod is neither terminal nor terminating. */
export function isActive(pod: BoundPod): boolean {
  return !pod.isTerminal && !pod.isTerminating;
}

/**
 * Returns true if the pod has to run on another node when its node is removed. A terminating pod of
 * a StatefulSet counts: its successor needs the capacity. Source: karpenter
 * pkg/utils/pod/scheduling.go IsReschedulable @v1.14.1.
 */
export function isReschedulable(pod: BoundPod): boolean {
  const willRun = isActive(pod) || (pod.ownerKind === 'StatefulSet' && pod.isTerminating);
  return willRun && pod.ownerKind !== 'DaemonSet' && pod.ownerKind !== 'Node';
}

/** Returns true if a drain of the node evicts the pod through the Eviction API. */
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
 * Returns true if the pod has the annotation `karpenter.sh/do-not-disrupt` with a text that is
 * neither `true` nor a duration, so that it has no effect.
 */
export function hasInvalidProtection({ doNotDisrupt }: BoundPod): boolean {
  return doNotDisrupt !== null && doNotDisrupt !== 'true' && parseGoDuration(doNotDisrupt) === null;
}

/**
 * Returns how the annotation `karpenter.sh/do-not-disrupt` protects the pod now: without a limit
 * (`until: null`), or until a time after its start. `null` if it does not; an invalid text is
 * ignored.
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
