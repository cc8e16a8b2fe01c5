import { mulberry32 } from '@kerf/core';

/** A repeatable stream of numbers between 0 and 1: the fleet is the same at each start. */
export interface Random {
  readonly next: () => number;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
  readonly between: (low: number, high: number) => number;
  /** Lower-case letters and digits, as Kubernetes appends to names. */
  readonly suffix: (length: number) => string;
}

export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  return {
    next,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    suffix: (length) =>
      Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join(''),
  };
}
