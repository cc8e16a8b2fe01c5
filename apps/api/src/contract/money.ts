import { formatDecimalUsd, isRecord, toInteger } from '@kerf/core';

/** Expected form of an amount of money in requests. */
export const expectedUsd =
  'a decimal string of US dollars with at most nine digits before the point and six after it, e.g. "0.096"';

const unit = /([mM])icroUsd(PerHour)?$/;

/** Returns the API's name of a member whose name inside ends with its unit: `costMicroUsd` is `costUsd`. */
export const usdName = (name: string): string =>
  name.replace(unit, (_, initial: string, rate = '') => `${initial === 'm' ? 'u' : 'U'}sd${rate}`);

/** Returns the scalar of a member by its name inside; `null` if the member is no amount of money. */
export function usdScalar(name: string): 'UsdPerHour' | 'Usd' | null {
  const [end, , rate] = unit.exec(name) ?? [];
  if (end === undefined) return null;
  return rate === undefined ? 'Usd' : 'UsdPerHour';
}

/**
 * Returns stored JSON as the API shows it. A member whose name ends with `MicroUsd` or `MicroUsdPerHour`
 * and whose value is a whole number or null becomes a decimal string of US dollars, or null, and its name
 * ends with `Usd` or `UsdPerHour`. Other members stay as they are.
 */
export function withUsd(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUsd);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => toPublic(name, member)));
}

function toPublic(name: string, member: unknown): readonly [name: string, member: unknown] {
  if (unit.test(name)) {
    if (member === null) return [usdName(name), null];
    const micro = toInteger(member);
    if (micro !== null) return [usdName(name), formatDecimalUsd(micro)];
  }
  return [name, withUsd(member)];
}
