/** One measured value. */
export interface Figure {
  /** The measured operation, unique within its benchmark: `solve 10,000 pods`. */
  readonly name: string;
  readonly value: number;
  /** `ms`, `pods/s`, `$/h`, `MiB`, `nodes`, `ratio`. */
  readonly unit: string;
  /** The goal in the same unit; absent if there is none. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
  /** How it was measured, such as the number of runs or the percentile. */
  readonly note?: string;
}

/** Returns a percentile of an unsorted list, by nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('an empty list has no percentile');
  return value;
}
