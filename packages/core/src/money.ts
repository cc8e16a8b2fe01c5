import { invariant } from './invariant.js';
import { err, ok, type Result } from './result.js';
import type { MicroUsdPerHour } from './units.js';

const pattern = /^(\d{1,9})(?:\.(\d+))?$/;

/**
 * Parses a decimal price such as `0.0960000000` exactly; half a millionth is rounded up.
 * @returns micro-USD per hour, or an error sentence
 */
export function parseUsd(text: string): Result<MicroUsdPerHour, string> {
  const [, whole, fraction = ''] = pattern.exec(text.trim()) ?? [];
  if (whole === undefined) return err(`${JSON.stringify(text)} is not a price such as 0.096`);
  const micro = Number(whole) * 1e6 + Number(fraction.slice(0, 6).padEnd(6, '0'));
  return ok(Number(fraction[6] ?? '0') >= 5 ? micro + 1 : micro);
}

/** The form of an amount in the API: up to nine digits before the point and six after it. */
export const decimalUsdPattern = /^-?\d{1,9}(?:\.\d{1,6})?$/;

/**
 * Parses an amount of US dollars in the form of {@link decimalUsdPattern}, e.g. `0.096`, exactly.
 * @returns micro-USD; `null` if the text has another form
 */
export function parseDecimalUsd(text: string): number | null {
  if (!decimalUsdPattern.test(text)) return null;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const micro = Number(whole + fraction.padEnd(6, '0'));
  return text.startsWith('-') && micro > 0 ? -micro : micro;
}

/**
 * Returns micro-USD as the shortest exact decimal text of US dollars: 96000 is `0.096`.
 * @throws InvariantViolation if the number is not a safe integer
 */
export function formatDecimalUsd(micro: number): string {
  invariant(Number.isSafeInteger(micro), `${micro} is a whole number of micro-USD`);
  const digits = String(Math.abs(micro)).padStart(7, '0');
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
  return micro < 0 ? `-${text}` : text;
}

/**
 * Returns an amount for a sentence, as the dashboard shows it: `$1,204.50`, `$3.072`, `$0.0960`.
 * @param digits after the point; by the size of the amount if absent
 */
export function usdText(micro: MicroUsdPerHour, digits?: number): string {
  const usd = Math.abs(micro) / 1e6;
  const [whole = '', fraction] = usd.toFixed(digits ?? usualDigits(usd)).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, ',');
  return `${micro < 0 ? '−' : ''}$${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** Small prices of nodes differ in their third and fourth digit. */
function usualDigits(usd: number): number {
  if (usd === 0 || usd >= 100) return 2;
  return usd >= 1 ? 3 : 4;
}

/** Hours of a month, as AWS counts them (365 × 24 / 12). */
export const hoursPerMonth = 730;
