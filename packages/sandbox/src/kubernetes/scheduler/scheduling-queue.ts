import { compareText } from '@kerf/core';
import { keyOf } from '../resources/kube-object.js';
import type { Pod } from '../resources/types/pod.js';

/**
 * Pods without a node. Active pods are tried in order of priority, then age. Unschedulable pods
 * wait for a change of the cluster.
 */
export class SchedulingQueue {
  readonly #active = new Map<string, Pod>();
  readonly #refused = new Map<string, Pod>();
  /** Active pods, the most urgent last; may contain pods that were removed. */
  #order: Pod[] = [];
  /** Active pods that are not in the order yet. */
  #incoming: Pod[] = [];

  get hasWork(): boolean {
    return this.#active.size > 0;
  }

  add(pod: Pod): void {
    const key = keyOf(pod);
    this.#refused.delete(key);
    this.#active.set(key, pod);
    this.#incoming.push(pod);
  }

  /** Updates a pod without trying it again. */
  refresh(pod: Pod): void {
    const key = keyOf(pod);
    if (this.#active.has(key)) this.add(pod);
    else if (this.#refused.has(key)) this.#refused.set(key, pod);
  }

  has(pod: Pod): boolean {
    const key = keyOf(pod);
    return this.#active.has(key) || this.#refused.has(key);
  }

  remove(pod: Pod): void {
    const key = keyOf(pod);
    this.#active.delete(key);
    this.#refused.delete(key);
  }

  /** Returns the next pod, which counts as unschedulable until its result is set. */
  next(): Pod | undefined {
    if (this.#incoming.length > 0) {
      this.#order = merged(this.#order, this.#incoming.toSorted(byUrgency).reverse());
      this.#incoming = [];
    }
    for (let pod = this.#order.pop(); pod !== undefined; pod = this.#order.pop()) {
      const key = keyOf(pod);
      if (this.#active.get(key) !== pod) continue;
      this.#active.delete(key);
      this.#refused.set(key, pod);
      return pod;
    }
    return undefined;
  }

  /**
   * Activates unschedulable pods.
   * @param isAffected returns true for pods that the change may help
   */
  retry(isAffected: (pod: Pod) => boolean): void {
    for (const pod of [...this.#refused.values()].filter(isAffected)) this.add(pod);
  }
}

function byUrgency(left: Pod, right: Pod): number {
  const difference = (right.spec.priority ?? 0) - (left.spec.priority ?? 0);
  if (difference !== 0) return difference;
  return (
    compareText(left.metadata.creationTimestamp, right.metadata.creationTimestamp) ||
    Number(left.metadata.resourceVersion) - Number(right.metadata.resourceVersion)
  );
}

/** Merges two lists that are in queue order. */
function merged(left: readonly Pod[], right: readonly Pod[]): Pod[] {
  if (left.length === 0) return [...right];
  const result: Pod[] = [];
  let index = 0;
  for (const pod of left) {
    for (let other = right[index]; other !== undefined && byUrgency(other, pod) > 0; ) {
      result.push(other);
      index += 1;
      other = right[index];
    }
    result.push(pod);
  }
  return [...result, ...right.slice(index)];
}
