import { compareText } from '@kerf/core';
import { isBufferPod } from '../../buffers/buffer-pods.js';
import { cpuIndex, memoryIndex } from '../../resources/resource-space.js';
import type { QueuedPod } from '../problem/problem.js';

/**
 * Pending pods in the order of scheduling: most CPU first, then most memory, then oldest, then by
 * uid. A pod that was not placed goes to the back; the queue ends when all remaining pods were
 * tried since the last one was placed. Source: karpenter provisioning/scheduling/queue.go @v1.14.1.
 * Differs: virtual pods come last, so that they never take capacity that a pending pod needs.
 */
export class PodQueue {
  readonly #pods: QueuedPod[];
  #next = 0;
  #failuresInARow = 0;

  constructor(pods: readonly QueuedPod[]) {
    this.#pods = sortPendingPods(pods);
  }

  /** Returns the next pod to try; `undefined` if all are placed or none of the rest can be. */
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

/** Pods of equal size, sorted by age. */
interface SizeGroup {
  readonly cpu: number;
  readonly memory: number;
  readonly pods: QueuedPod[];
}

/**
 * Returns the pods in the order of scheduling. There are few sizes, so pods are sorted within each
 * size.
 */
export function sortPendingPods(pods: readonly QueuedPod[]): QueuedPod[] {
  const bySize = new Map<string, SizeGroup>();
  const virtual = new Map<string, SizeGroup>();
  const byPodGroup: (SizeGroup | undefined)[] = [];
  for (const queued of pods) {
    const { index, requests } = queued.podGroup;
    const known = byPodGroup[index];
    if (known !== undefined) {
      known.pods.push(queued);
      continue;
    }
    const cpu = requests[cpuIndex] ?? 0;
    const memory = requests[memoryIndex] ?? 0;
    const sizes = isBufferPod(queued.pod) ? virtual : bySize;
    const size = `${cpu}/${memory}`;
    const group = sizes.get(size) ?? { cpu, memory, pods: [] };
    group.pods.push(queued);
    sizes.set(size, group);
    byPodGroup[index] = group;
  }
  return [bySize, virtual].flatMap((sizes) =>
    [...sizes.values()]
      .sort((a, b) => b.cpu - a.cpu || b.memory - a.memory)
      .flatMap((group) => group.pods.sort(byAge)),
  );
}

function byAge({ pod: a }: QueuedPod, { pod: b }: QueuedPod): number {
  return a.createdAt - b.createdAt || compareText(a.uid, b.uid);
}
