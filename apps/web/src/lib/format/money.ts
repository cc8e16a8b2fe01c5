import { hoursPerMonth } from '@kerf/core';

/** `MicroUsdPerHour` of the schema as a number; the largest fleet's bill stays far below 2^53. */
export const toMicroUsd = (text: string): number => Number(text);

export const toMicroUsdOrNull = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : toMicroUsd(text);

/** `$0.0960/h`; small prices keep the digits that tell types apart. */
export const formatHourly = (microUsd: number): string => `${formatUsd(microUsd)}/h`;

/** What a month of 730 hours at this price costs: `$70.08/month`. */
export const formatMonthly = (microUsd: number): string => `${formatMonthlyUsd(microUsd)}/month`;

/** A month's dollars without the unit, for columns that carry it in their head. */
export function formatMonthlyUsd(microUsd: number): string {
  const usd = (microUsd / 1e6) * hoursPerMonth;
  return formatDollars(usd, Math.abs(usd) >= 100 ? 0 : 2);
}

/** An hour's dollars without the unit; in a column all with the same `digits`. */
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

/** Making one costs more than a table row; a table asks for hundreds. */
function decimals(digits: number): Intl.NumberFormat {
  const known = formats.get(digits);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(digits, made);
  return made;
}
