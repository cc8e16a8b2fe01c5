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

/** Returns a decimal text of US dollars with six digits after the point: 96000 is `0.096000`. */
export function formatUsd(micro: MicroUsdPerHour): string {
  const magnitude = Math.abs(micro);
  const text = `${Math.floor(magnitude / 1e6)}.${String(magnitude % 1e6).padStart(6, '0')}`;
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
