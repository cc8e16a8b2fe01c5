import { invariant } from '@kerf/core';

/** Chance that can be had again: the same seed throws the same numbers. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, less than 1. Algorithm: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.between(0, items.length - 1)];
    invariant(item !== undefined, 'nothing to pick from');
    return item;
  }

  /** Different items in the order of the list, so many if there are. */
  some<T>(items: readonly T[], least: number, most: number): T[] {
    const left = [...items];
    const wanted = this.between(least, Math.min(most, items.length));
    while (left.length > wanted) left.splice(this.between(0, left.length - 1), 1);
    return left;
  }

  /** That many things, each made anew. */
  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /** The thing, or nothing: to be spread into an object or a list. */
  maybe<T extends object>(probability: number, make: () => T): T | Record<string, never> {
    return this.chance(probability) ? make() : {};
  }
}
