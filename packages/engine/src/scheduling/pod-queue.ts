import { isBufferPod } from '../buffers/buffer-pods.js';
import { cpuIndex, memoryIndex } from '../resources/resource-space.js';
import type { PodClass } from './pod-class.js';
import type { QueuedPod } from './problem.js';

/**
 * Pods in the order in which they are tried: most CPU first, then most memory, then the older, then
 * by uid. A pod that was not placed goes to the back; when every pod that is left has been tried
 * since the last one was placed, the queue is done.
 * Source: karpenter provisioning/scheduling/queue.go @v1.14.1. Differs: pods that only keep room for
 * others come last, so that they never take the room that a waiting pod needs.
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

/** The order in which pods are tried first. Few sizes, so pods are sorted among those of their own. */
export function inOrderOfTrial(pods: readonly QueuedPod[]): QueuedPod[] {
  const bySize = new Map<string, QueuedPod[]>();
  const virtual = new Map<string, QueuedPod[]>();
  const byClass = new Map<PodClass, QueuedPod[]>();
  for (const queued of pods) {
    const { podClass } = queued;
    const known = byClass.get(podClass);
    if (known !== undefined) {
      known.push(queued);
      continue;
    }
    const size = `${podClass.requests[cpuIndex]}/${podClass.requests[memoryIndex]}`;
    const sizes = isBufferPod(queued.pod) ? virtual : bySize;
    const alike = sizes.get(size) ?? [];
    alike.push(queued);
    sizes.set(size, alike);
    byClass.set(podClass, alike);
  }
  return [bySize, virtual].flatMap((sizes) =>
    [...sizes.values()].sort(bySizeOfFirst).flatMap((alike) => alike.sort(byAge)),
  );
}

function bySizeOfFirst([a]: readonly QueuedPod[], [b]: readonly QueuedPod[]): number {
  const left = a?.podClass.requests ?? [];
  const right = b?.podClass.requests ?? [];
  return (
    (right[cpuIndex] ?? 0) - (left[cpuIndex] ?? 0) ||
    (right[memoryIndex] ?? 0) - (left[memoryIndex] ?? 0)
  );
}

function byAge({ pod: a }: QueuedPod, { pod: b }: QueuedPod): number {
  return a.createdAt - b.createdAt || (a.uid < b.uid ? -1 : 1);
}
