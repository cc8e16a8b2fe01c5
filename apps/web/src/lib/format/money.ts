import { getOrCreate, hoursPerMonth, invariant, parseDecimalUsd } from '@kerf/core';

/**
 * An amount of the API in micro-USD.
 * @throws InvariantViolation if it is no decimal string of US dollars
 */
export function toMicroUsd(usd: string): number {
  const microUsd = parseDecimalUsd(usd);
  invariant(microUsd !== null, `${usd} is a decimal string of US dollars`);
  return microUsd;
}

export const toMicroUsdOrNull = (usd: string | null | undefined): number | null =>
  usd === null || usd === undefined ? null : toMicroUsd(usd);

/** `$0.0960/h`; small prices have more digits. */
export const formatHourly = (microUsd: number): string => `${formatUsd(microUsd)}/h`;

/** Cost per month of 730 hours: `$70.08/month`. */
export const formatMonthly = (microUsd: number): string => `${formatMonthlyUsd(microUsd)}/month`;

/** Dollars per month without the unit, for columns with the unit in the header. */
export function formatMonthlyUsd(microUsd: number): string {
  const usd = (microUsd / 1e6) * hoursPerMonth;
  return formatDollars(usd, Math.abs(usd) >= 100 ? 0 : 2);
}

/** Dollars per hour without the unit; `digits` aligns the values of a column. */
export function formatUsd(microUsd: number, digits?: number): string {
  const usd = microUsd / 1e6;
  return formatDollars(usd, digits ?? digitsFor(Math.abs(usd)));
}

function digitsFor(magnitude: number): number {
  if (magnitude === 0 || magnitude >= 100) return 2;
  return magnitude >= 1 ? 3 : 4;
}

/** With its sign, for changes: `+$0.096/h`, `−$148/month`. */
export const withSign = (microUsd: number, format: (magnitude: number) => string): string =>
  `${signOf(microUsd)}${format(Math.abs(microUsd))}`;

function signOf(value: number): string {
  if (value === 0) return '±';
  return value > 0 ? '+' : '−';
}

/** `$1,204.50`. */
export function formatDollars(usd: number, digits: number): string {
  return `${usd < 0 ? '−' : ''}$${decimals(digits).format(Math.abs(usd))}`;
}

const formats = new Map<number, Intl.NumberFormat>();

/** Cached, because creating a formatter is slow. */
function decimals(digits: number): Intl.NumberFormat {
  return getOrCreate(
    formats,
    digits,
    () =>
      new Intl.NumberFormat('en-US', {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
}
