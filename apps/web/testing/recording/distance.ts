/**
 * Returns how different the variables of two requests are: the number of values that differ. Texts that begin alike
 * and numbers of similar size count for less than 1. An absent value is the same as `null`. Requests about different objects, whose IDs differ,
 * have an infinite distance.
 */
export function distanceOf(a: unknown, b: unknown): number {
  if (isNothing(a) && isNothing(b)) return 0;
  if (isId(a) || isId(b)) return a === b ? 0 : Number.POSITIVE_INFINITY;
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].reduce((sum, key) => sum + distanceOf(a[key], b[key]), 0);
  }
  if (typeof a === 'string' && typeof b === 'string') return distanceOfTexts(a, b);
  if (typeof a === 'number' && typeof b === 'number') return distanceOfNumbers(a, b);
  return a === b ? 0 : 1;
}

function distanceOfTexts(a: string, b: string): number {
  const length = Math.max(a.length, b.length);
  let shared = 0;
  while (shared < length && a[shared] === b[shared]) shared += 1;
  return length === 0 ? 0 : 1 - shared / length;
}

const distanceOfNumbers = (a: number, b: number): number =>
  a === b ? 0 : Math.min(1, Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b)));

const isNothing = (value: unknown): boolean => value === null || value === undefined;

const isId = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z]{3}_[0-9a-f]{32}$/.test(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
