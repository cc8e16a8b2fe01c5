/**
 * Versions that a caller accepts as the current one: a number, any of several, or `'any'` for every
 * version. An empty list accepts none.
 */
export type ExpectedVersion = number | readonly number[] | 'any';

/** Returns true when the caller accepts the stored version. */
export function isExpectedVersion(version: number, expected: ExpectedVersion): boolean {
  if (expected === 'any') return true;
  return typeof expected === 'number' ? version === expected : expected.includes(version);
}
