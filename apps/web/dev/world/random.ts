/** A repeatable stream of numbers between 0 and 1 (mulberry32): the fleet is the same at each start. */
export interface Random {
  readonly next: () => number;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
  readonly between: (low: number, high: number) => number;
  /** Lower-case letters and digits, as Kubernetes appends to names. */
  readonly suffix: (length: number) => string;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  return {
    next,
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    suffix: (length) =>
      Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join(''),
  };
}
