import type { IntOrString } from '../resources/types/common.js';

/** A number, or a share of a total such as `25%`. */
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
