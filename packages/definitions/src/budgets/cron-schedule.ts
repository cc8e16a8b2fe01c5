import type { Instant } from '@kerf/core';
import { Cron } from 'croner';

/** The macros of Karpenter's cron, as five fields. */
const nicknames: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

// The library accepts more than Karpenter's cron (seconds, years, L, W, #, Sunday as 7), and a real
// Karpenter would refuse such text. So the fields are checked here first.
const fieldOf = (value: string): string => {
  const item = `([*?]|${value}(-${value})?)(/[0-9]{1,2})?`;
  return `${item}(,${item})*`;
};
const number = '[0-9]{1,2}';
const numberOrName = '([0-9]{1,2}|[A-Za-z]{3})';
const fiveFields = new RegExp(
  `^${[number, number, number, numberOrName, numberOrName].map(fieldOf).join(' +')}$`,
);
const sundayAsSeven = /(^|[,-])0?7/;

/** The times that match a schedule, in UTC. */
export interface CronSchedule {
  /** Returns the first match after the instant; `null` if there is none. */
  nextAfter(instant: Instant): Instant | null;
  /** Returns the last match at or before the instant; `null` if there is none. */
  lastUntil(instant: Instant): Instant | null;
}

/** Returns true if Karpenter's cron accepts the text and some day matches it. */
export const isCronSchedule = (text: string): boolean => parseCron(text) !== null;

/** @returns `null` for invalid text, and for a schedule that never matches (30 February) */
export function parseCron(text: string): CronSchedule | null {
  const pattern = nicknames.get(text) ?? text;
  const [, , day = '', , weekday = ''] = pattern.split(/ +/);
  if (!fiveFields.test(pattern) || sundayAsSeven.test(weekday)) return null;
  const cron = readPattern(pattern, isOpen(day) || isOpen(weekday));
  if (cron === null || cron.nextRun(new Date(0)) === null) return null;
  return {
    nextAfter: (instant) => cron.nextRun(new Date(instant))?.getTime() ?? null,
    lastUntil: (instant) => cron.previousRuns(1, secondAfter(instant))[0]?.getTime() ?? null,
  };
}

const isOpen = (field: string): boolean => /^[*?]/.test(field);

/** The library searches before its reference time, in whole seconds. */
const secondAfter = (instant: Instant): Date => new Date((Math.floor(instant / 1000) + 1) * 1000);

/**
 * Days of the month and of the week are alternatives unless one of them begins with a star; then
 * both must match. The library reports values out of range only by throwing.
 */
function readPattern(pattern: string, domAndDow: boolean): Cron | null {
  try {
    return new Cron(pattern, { mode: '5-part', sloppyRanges: true, utcOffset: 0, domAndDow });
  } catch {
    return null;
  }
}
