/**
 * Compares texts by code unit, for `sort`: the same on every machine, unlike `localeCompare`.
 * @returns a negative number, 0 or a positive number
 */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Compares entries of an object or map by {@link compareText} of their keys, for `sort`. */
export function compareKeys(
  [a]: readonly [string, unknown],
  [b]: readonly [string, unknown],
): number {
  return compareText(a, b);
}

/** Compares numbers for `sort`; unlike a difference, it finds that infinity equals itself. */
export function compareNumbers<T extends number | bigint>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
