import type { KubeObject } from '../resources/kube-object.js';

/** One committed write of one object. */
export interface Change {
  readonly revision: number;
  readonly key: string;
  /** `null` for a creation. */
  readonly before: KubeObject | null;
  /** `null` for a removal. */
  readonly after: KubeObject | null;
  /** The new state; for a removal the last state with the revision of the removal. */
  readonly object: KubeObject;
}

/** Age of the oldest change that watches can start from, as with etcd's usual compaction. */
const maxAgeMs = 5 * 60_000;
const maxChanges = 5_000;

/** The latest changes of one resource, oldest first. */
export class ChangeLog {
  #compactedRevision: number;
  #entries: { readonly at: number; readonly change: Change }[] = [];
  #start = 0;

  /** @param compactedRevision changes up to this revision, inclusive, are not available */
  constructor(compactedRevision: number) {
    this.#compactedRevision = compactedRevision;
  }

  append(change: Change, now: number): void {
    this.#entries.push({ at: now, change });
    while (this.#isTooLong() || this.#isTooOld(now)) this.#dropOldest();
    if (this.#start > maxChanges) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
  }

  /** Returns the changes after a revision, oldest first; `null` if some were compacted. */
  after(revision: number): readonly Change[] | null {
    if (revision < this.#compactedRevision) return null;
    return this.#entries.slice(this.#firstAfter(revision)).map((entry) => entry.change);
  }

  /** Removes changes up to a revision; clients at earlier revisions have to list again. */
  compact(revision: number): void {
    this.#compactedRevision = revision;
    this.#entries = [];
    this.#start = 0;
  }

  #firstAfter(revision: number): number {
    let low = this.#start;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && entry.change.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isTooLong(): boolean {
    return this.#entries.length - this.#start > maxChanges;
  }

  #isTooOld(now: number): boolean {
    const oldest = this.#entries[this.#start];
    return oldest !== undefined && now - oldest.at > maxAgeMs;
  }

  #dropOldest(): void {
    const oldest = this.#entries[this.#start];
    if (oldest !== undefined) this.#compactedRevision = oldest.change.revision;
    this.#start += 1;
  }
}
