import type { IntOrString } from '../resources/types/common.js';

/** Returns a number, or a percentage such as `25%` of a total. */
export function resolveAmount(
  value: IntOrString | undefined,
  total: number,
  rounding: 'up' | 'down',
): number {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  const share = (Number.parseInt(value, 10) * total) / 100;
  return rounding === 'up' ? Math.ceil(share) : Math.floor(share);
}
