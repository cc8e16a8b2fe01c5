/** One measured thing. */
export interface Figure {
  /** What was measured, unique within its bench: `solve 10,000 pods`. */
  readonly name: string;
  readonly value: number;
  /** `ms`, `pods/s`, `$/h`, `MiB`, `nodes`, `ratio`. */
  readonly unit: string;
  /** What it should reach, in the same unit; absent where there is no goal. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** How it was measured, where the name does not say: number of runs, percentile. */
  readonly note?: string;
}

/** Of an unsorted list, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('a percentile of nothing');
  return value;
}
