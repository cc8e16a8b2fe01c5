/**
 * Versions that a caller accepts as the current one: a number, any of several, or `'any'` for
 * whatever it is. A list without members accepts none.
 */
export type ExpectedVersion = number | readonly number[] | 'any';

/** Whether the caller accepts what is stored now. */
export function isExpectedVersion(version: number, expected: ExpectedVersion): boolean {
  if (expected === 'any') return true;
  return typeof expected === 'number' ? version === expected : expected.includes(version);
}
