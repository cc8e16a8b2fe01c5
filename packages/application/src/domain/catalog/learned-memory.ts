import { type Bytes, compareKeys, type DurationMs, type Instant } from '@kerf/core';

/** The memory capacity that nodes of an instance type report with an image. */
export interface LearnedMemory {
  readonly instanceType: string;
  readonly imageId: string;
  readonly memoryBytes: Bytes;
}

/** A learned value, and the time until which it holds unless a node reports it again. */
interface HeldMemory extends LearnedMemory {
  readonly until: Instant;
}

/** How long a value holds after a node reported it. Source: karpenter aws pkg/cache @v1.14. */
export const learnedMemoryMs: DurationMs = 60 * 24 * 60 * 60_000;

/**
 * The smallest memory capacity that nodes reported in the last 60 days, by instance type and image.
 * It replaces the estimate of the cluster's `vmMemoryOverheadRatio`.
 */
export class LearnedMemories {
  readonly #held = new Map<string, HeldMemory>();
  #values: readonly LearnedMemory[] = [];

  /** The values, sorted by instance type and image; the same list as long as none has changed. */
  get values(): readonly LearnedMemory[] {
    return this.#values;
  }

  /** Records the memory that nodes report now; a value that is larger than the held one is ignored. */
  record(reported: readonly LearnedMemory[], now: Instant): void {
    let hasChanged = false;
    for (const [key, { until }] of this.#held) {
      if (until > now) continue;
      this.#held.delete(key);
      hasChanged = true;
    }
    for (const { instanceType, imageId, memoryBytes } of reported) {
      const key = `${instanceType}/${imageId}`;
      const held = this.#held.get(key)?.memoryBytes ?? Infinity;
      if (memoryBytes > held) continue;
      if (memoryBytes < held) hasChanged = true;
      const until = now + learnedMemoryMs;
      this.#held.set(key, { instanceType, imageId, memoryBytes, until });
    }
    if (hasChanged) this.#values = this.#sorted();
  }

  #sorted(): readonly LearnedMemory[] {
    return [...this.#held.entries()]
      .toSorted(compareKeys)
      .map(([, { until: _, ...value }]) => value);
  }
}
