import { invariant, mulberry32 } from '@kerf/core';

/** A reproducible source of random numbers: equal seeds give equal numbers. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = mulberry32(seed);
  }

  /** Returns a number of at least 0 and less than 1. */
  next(): number {
    return this.#random();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns an integer, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.between(0, items.length - 1)];
    invariant(item !== undefined, 'the list to pick from is empty');
    return item;
  }

  /** Returns different items in the order of the list, up to its length. */
  some<T>(items: readonly T[], least: number, most: number): T[] {
    const left = [...items];
    const count = this.between(least, Math.min(most, items.length));
    while (left.length > count) left.splice(this.between(0, left.length - 1), 1);
    return left;
  }

  /** Returns this many values, each created separately. */
  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /** Returns the value or an empty object, to be spread into an object or a list. */
  maybe<T extends object>(probability: number, make: () => T): T | Record<string, never> {
    return this.chance(probability) ? make() : {};
  }
}
