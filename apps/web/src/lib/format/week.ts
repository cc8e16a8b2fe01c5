import type { TimeZone } from './time.js';

/** The days of a week: the starts of Monday to Sunday, and of the Monday after it. */
export type WeekDays = readonly [monday: number, ...later: number[]];

/**
 * Returns the days of the week of a time in the viewer's time zone. A day may have 23 or 25 hours: summer
 * time begins or ends.
 */
export function weekOf(at: number, zone: TimeZone): WeekDays {
  const startOf = zone === 'utc' ? utcDays(at) : localDays(at);
  return [startOf(0), ...[1, 2, 3, 4, 5, 6, 7].map(startOf)];
}

/** Returns the start of the Monday after a week. */
export const endOfWeek = (days: WeekDays): number => days.at(-1) ?? days[0];

/** Returns the days of the week that contains a day, `2026-11-23`; of now if it is none. */
export function weekOfDay(day: string | undefined, now: number, zone: TimeZone): WeekDays {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '');
  const noon = isDay ? Date.parse(`${day}T12:00${zone === 'utc' ? 'Z' : ''}`) : Number.NaN;
  return weekOf(Number.isNaN(noon) ? now : noon, zone);
}

type DayStart = (offset: number) => number;

function utcDays(at: number): DayStart {
  const date = new Date(at);
  const monday = date.getUTCDate() - daysSinceMonday(date.getUTCDay());
  return (offset) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), monday + offset);
}

function localDays(at: number): DayStart {
  const date = new Date(at);
  const monday = date.getDate() - daysSinceMonday(date.getDay());
  return (offset) => new Date(date.getFullYear(), date.getMonth(), monday + offset).getTime();
}

const daysSinceMonday = (weekday: number): number => (weekday + 6) % 7;
