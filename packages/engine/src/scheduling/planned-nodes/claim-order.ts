import { grownArray } from '../../grown-array.js';
import { insertionLimit, longListLength, patternDefeatingSort } from './pattern-defeating-sort.js';

/**
 * Planned NodeClaims in the order in which karpenter tries them: fewest pods first, and equals as
 * Go's sort before every pod leaves them. Between two sorts, one NodeClaim got a pod or was added;
 * if the sort would move only that one, it is moved without sorting.
 */
export class ClaimOrder {
  #claims: Int32Array = new Int32Array(64);
  #podCounts: Int32Array = new Int32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** NodeClaims by position, with spare capacity at the end; valid until the next change. */
  get byPosition(): Int32Array {
    return this.#claims;
  }

  /** Returns the NodeClaim at a position. */
  at(position: number): number {
    return this.#claims[position] ?? -1;
  }

  /** Returns the position of a NodeClaim; `-1` if it is not in the order. */
  positionOf(claim: number): number {
    return this.#claims.subarray(0, this.#length).indexOf(claim);
  }

  /**
   * Adds a NodeClaim with its first pod.
   * @returns its position if later NodeClaims only moved by one; `null` if all were
   * sorted
   */
  append(claim: number): number | null {
    if (this.#length === this.#claims.length) this.#grow();
    this.#claims[this.#length] = claim;
    this.#podCounts[this.#length] = 1;
    this.#length += 1;
    return this.#restore(this.#length - 1);
  }

  /**
   * Records one more pod of the NodeClaim at a position.
   * @returns the position if only that NodeClaim moved, to the right; `null` if all were sorted
   */
  addPod(position: number): number | null {
    this.#podCounts[position] = this.#podCountAt(position) + 1;
    return this.#restore(position);
  }

  #restore(changed: number): number | null {
    if (!this.#sortOnlyMoves(changed)) {
      patternDefeatingSort(
        {
          isLess: (a, b) => this.#podCountAt(a) < this.#podCountAt(b),
          swap: (a, b) => this.#swap(a, b),
        },
        this.#length,
      );
      return null;
    }
    const podCount = this.#podCountAt(changed);
    const target =
      changed === this.#length - 1
        ? this.#endOfRun(podCount, 0, changed)
        : this.#endOfRun(podCount - 1, changed + 1, this.#length) - 1;
    this.#move(changed, target);
    return Math.min(changed, target);
  }

  /**
   * Short lists are sorted by insertion. In long lists the misplaced item is shifted, unless it is
   * at one of the few positions from which the sort chooses its pivot. Lists in between must be in
   * order already.
   */
  #sortOnlyMoves(changed: number): boolean {
    const length = this.#length;
    if (length <= insertionLimit || this.#isInOrder(changed)) return true;
    if (length < longListLength) return false;
    const quarter = Math.floor(length / 4);
    return [quarter, quarter * 2, quarter * 3].every(
      (sampled) => changed !== sampled - 1 && changed !== sampled,
    );
  }

  #isInOrder(changed: number): boolean {
    const podCount = this.#podCountAt(changed);
    const isAfterLess = changed === 0 || this.#podCountAt(changed - 1) <= podCount;
    return (
      isAfterLess && (changed === this.#length - 1 || podCount <= this.#podCountAt(changed + 1))
    );
  }

  #podCountAt(position: number): number {
    return this.#podCounts[position] ?? 0;
  }

  /** Returns the first position in a range with more pods than this. */
  #endOfRun(podCount: number, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#podCountAt(middle) <= podCount) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #move(from: number, to: number): void {
    const claim = this.at(from);
    const podCount = this.#podCountAt(from);
    for (const array of [this.#claims, this.#podCounts]) {
      if (from < to) array.copyWithin(from, from + 1, to + 1);
      else array.copyWithin(to + 1, to, from);
    }
    this.#claims[to] = claim;
    this.#podCounts[to] = podCount;
  }

  #swap(a: number, b: number): void {
    const claim = this.at(a);
    const podCount = this.#podCountAt(a);
    this.#claims[a] = this.at(b);
    this.#podCounts[a] = this.#podCountAt(b);
    this.#claims[b] = claim;
    this.#podCounts[b] = podCount;
  }

  #grow(): void {
    const length = this.#claims.length * 2;
    this.#claims = grownArray(this.#claims, length);
    this.#podCounts = grownArray(this.#podCounts, length);
  }
}
