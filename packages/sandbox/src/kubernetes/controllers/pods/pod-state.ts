import type { Pod } from '../../resources/types/pod.js';

/** Returns true for a pod that is neither finished nor in deletion. */
export function isActive({ status, metadata }: Pod): boolean {
  return !isFinished(status?.phase) && metadata.deletionTimestamp === undefined;
}

export function isFinished(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Returns the time since which a pod is ready, in epoch ms; `null` if it is not ready. */
export function readySince({ status }: Pod): number | null {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'True') return null;
  return Date.parse(ready.lastTransitionTime ?? '') || 0;
}

/** Returns true if a pod has been ready for `minReadySeconds`. */
export function isAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  const since = readySince(pod);
  return since !== null && now - since >= minReadySeconds * 1000;
}
