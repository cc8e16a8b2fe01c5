import { keyOf } from '../resources/kube-object.js';
import type { Pod } from '../resources/types/pod.js';

/**
 * Pods that wait for a node. Active ones are tried, the most important first and among equals the
 * oldest; the others have been refused and wait for the cluster to change.
 */
export class SchedulingQueue {
  private readonly active = new Map<string, Pod>();
  private readonly refused = new Map<string, Pod>();
  private order: Pod[] | null = null;

  get hasWork(): boolean {
    return this.active.size > 0;
  }

  add(pod: Pod): void {
    const key = keyOf(pod);
    this.refused.delete(key);
    this.active.set(key, pod);
    this.order = null;
  }

  /** Takes over a pod's newer state without trying it again. */
  refresh(pod: Pod): void {
    const key = keyOf(pod);
    if (this.active.has(key)) this.add(pod);
    else if (this.refused.has(key)) this.refused.set(key, pod);
  }

  has(pod: Pod): boolean {
    const key = keyOf(pod);
    return this.active.has(key) || this.refused.has(key);
  }

  remove(pod: Pod): void {
    const key = keyOf(pod);
    if (this.active.delete(key)) this.order = null;
    this.refused.delete(key);
  }

  /** The next pod to try; it counts as refused until something else is said. */
  next(): Pod | undefined {
    this.order ??= [...this.active.values()].toSorted(byUrgency).reverse();
    const pod = this.order.pop();
    if (pod === undefined) return undefined;
    const key = keyOf(pod);
    this.active.delete(key);
    this.refused.set(key, pod);
    return pod;
  }

  /** Tries refused pods again. @param isConcerned which of them the change may help */
  retry(isConcerned: (pod: Pod) => boolean): void {
    for (const pod of [...this.refused.values()].filter(isConcerned)) this.add(pod);
  }
}

function byUrgency(left: Pod, right: Pod): number {
  const difference = (right.spec.priority ?? 0) - (left.spec.priority ?? 0);
  if (difference !== 0) return difference;
  const [leftTime, rightTime] = [left.metadata.creationTimestamp, right.metadata.creationTimestamp];
  if (leftTime !== rightTime) return leftTime < rightTime ? -1 : 1;
  return Number(left.metadata.resourceVersion) - Number(right.metadata.resourceVersion);
}
