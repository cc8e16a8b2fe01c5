import type { Pod } from '../../resources/types/pod.js';

/** True for a pod that runs or will: it has not ended and nobody asked it to. */
export function isActive({ status, metadata }: Pod): boolean {
  return !isFinished(status?.phase) && metadata.deletionTimestamp === undefined;
}

export function isFinished(phase: string | undefined): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Since when a pod is ready, in epoch ms; `null` when it is not. */
export function readySince({ status }: Pod): number | null {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'True') return null;
  return Date.parse(ready.lastTransitionTime ?? '') || 0;
}

export function isReady(pod: Pod): boolean {
  return readySince(pod) !== null;
}

/** Ready for long enough to count on. */
export function isAvailable(pod: Pod, minReadySeconds: number, now: number): boolean {
  const since = readySince(pod);
  return since !== null && now - since >= minReadySeconds * 1000;
}
