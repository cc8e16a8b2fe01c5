import type { Instant } from '@kerf/core';
import { Cron } from 'croner';

/** The words that Karpenter's cron knows, in five fields. */
const nicknames: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

// The library reads more than Karpenter's cron (seconds, years, L, W, #, Sunday as 7); such text
// would mean nothing to a real Karpenter, so the fields are checked here first.
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

/** A schedule's hits, in UTC. */
export interface CronSchedule {
  /** The first hit after the instant; `null` when there is none. */
  nextAfter(instant: Instant): Instant | null;
  /** The last hit at or before the instant; `null` when there is none. */
  lastUntil(instant: Instant): Instant | null;
}

/** True for a schedule that Karpenter's cron reads, and that some day fulfils. */
export const isCronSchedule = (text: string): boolean => parseCron(text) !== null;

/** @returns `null` for what is not a schedule, and for one that never hits (30 February) */
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

/** The library looks back to before its reference, in whole seconds. */
const secondAfter = (instant: Instant): Date => new Date((Math.floor(instant / 1000) + 1) * 1000);

/**
 * Days of the month and of the week are alternatives unless one of them begins with a star; then
 * both must hold. The library says only by throwing that a value is out of its range.
 */
function readPattern(pattern: string, domAndDow: boolean): Cron | null {
  try {
    return new Cron(pattern, { mode: '5-part', sloppyRanges: true, utcOffset: 0, domAndDow });
  } catch {
    return null;
  }
}
