import { cpuIndex, memoryIndex } from '../resources/resource-space.js';
import type { QueuedPod } from './problem.js';

/**
 * Pods in the order in which they are tried: most CPU first, then most memory, then the older, then
 * by uid. A pod that was not placed goes to the back; when every pod that is left has been tried
 * since the last one was placed, the queue is done.
 * Source: karpenter provisioning/scheduling/queue.go @v1.14.1.
 */
export class PodQueue {
  readonly #pods: QueuedPod[];
  #next = 0;
  #failuresInARow = 0;

  constructor(pods: readonly QueuedPod[]) {
    this.#pods = inOrderOfTrial(pods);
  }

  /** The next pod to try; `undefined` when all are placed or none of the rest can be. */
  next(): QueuedPod | undefined {
    if (this.#failuresInARow >= this.#pods.length - this.#next) return undefined;
    const pod = this.#pods[this.#next];
    this.#next += 1;
    return pod;
  }

  placed(): void {
    this.#failuresInARow = 0;
  }

  failed(pod: QueuedPod): void {
    this.#failuresInARow += 1;
    this.#pods.push(pod);
  }

  /** Pods that were not placed. */
  get rest(): readonly QueuedPod[] {
    return this.#pods.slice(this.#next);
  }
}

/** The order in which pods are tried first. */
export function inOrderOfTrial(pods: readonly QueuedPod[]): QueuedPod[] {
  return pods.toSorted(compare);
}

function compare(a: QueuedPod, b: QueuedPod): number {
  const left = a.podClass.requests;
  const right = b.podClass.requests;
  return (
    (right[cpuIndex] ?? 0) - (left[cpuIndex] ?? 0) ||
    (right[memoryIndex] ?? 0) - (left[memoryIndex] ?? 0) ||
    a.pod.createdAt - b.pod.createdAt ||
    (a.pod.uid < b.pod.uid ? -1 : 1)
  );
}
