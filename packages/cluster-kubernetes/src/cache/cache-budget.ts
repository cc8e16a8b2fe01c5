import { ChunkedMap } from './chunked-map.js';
import type { Findings } from './findings.js';
import { roughSizeOf } from './rough-size.js';

/** How much of one cluster a worker holds. */
export interface CacheLimits {
  readonly maxObjects: number;
  /** Estimated memory of the objects, as far as they are kept. */
  readonly maxBytes: number;
}

/**
 * Room for 5,000 nodes and 150,000 pods: with their controllers, volumes and other objects, at most
 * 700,000 objects, which count 730 bytes each in a simulated cluster of that kind.
 */
export const defaultCacheLimits: CacheLimits = {
  maxObjects: 1_000_000,
  maxBytes: 512 * 1024 * 1024,
};

/** State that all tables of a cluster cache share. */
export interface TableParts {
  readonly findings: Findings;
  readonly budget: CacheBudget;
}

/** Counts the objects of one cluster cache and their memory, which the cluster controls. */
export class CacheBudget {
  readonly limits: CacheLimits;
  readonly #onExceeded: (problem: string) => void;
  /** Parts that several rows share, with the number of these rows. */
  readonly #shared = new ChunkedMap<object, number>();
  #objects = 0;
  #bytes = 0;
  #isExceeded = false;

  /** @param onExceeded called once; from then on, nothing more must be kept */
  constructor(limits: CacheLimits, onExceeded: (problem: string) => void) {
    this.limits = limits;
    this.#onExceeded = onExceeded;
  }

  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  get objects(): number {
    return this.#objects;
  }

  /** Estimated memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts objects and bytes that are kept; negative numbers no longer are. */
  add(objects: number, bytes: number): void {
    this.#objects += objects;
    this.#bytes += bytes;
    const { maxObjects, maxBytes } = this.limits;
    if (this.#objects > maxObjects) this.#exceed(`more than ${maxObjects} objects`);
    if (this.#bytes > maxBytes) {
      this.#exceed(`objects that take more than ${Math.floor(maxBytes / 1024 / 1024)} MiB`);
    }
  }

  /** Counts a part of a row that other rows may share. */
  addShared(part: object): void {
    const uses = this.#shared.get(part) ?? 0;
    this.#shared.set(part, uses + 1);
    if (uses === 0) this.add(0, roughSizeOf(part));
  }

  /** Counts one use of the part less. */
  removeShared(part: object): void {
    const uses = this.#shared.get(part) ?? 0;
    if (uses > 1) this.#shared.set(part, uses - 1);
    else if (this.#shared.delete(part)) this.add(0, -roughSizeOf(part));
  }

  #exceed(what: string): void {
    if (this.#isExceeded) return;
    this.#isExceeded = true;
    this.#onExceeded(`the cluster has ${what}`);
  }
}
