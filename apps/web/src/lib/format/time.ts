import { getOrCreate } from '@kerf/core';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `41 s`, `12 min`, `3 h 20 m`, `2 d 4 h`: two units at most, never rounded up. */
export function formatAge(ms: number): string {
  const length = Math.max(0, ms);
  if (length < minuteMs) return `${Math.floor(length / secondMs)} s`;
  if (length < hourMs) return `${Math.floor(length / minuteMs)} min`;
  if (length < dayMs) return pair(length, [hourMs, 'h'], [minuteMs, 'm']);
  return pair(length, [dayMs, 'd'], [hourMs, 'h']);
}

/** A duration: `410 ms`, or as in {@link formatAge}. */
export const formatDuration = (ms: number): string =>
  ms < secondMs ? `${Math.max(0, Math.round(ms))} ms` : formatAge(ms);

function pair(
  length: number,
  [large, largeName]: readonly [number, string],
  [small, smallName]: readonly [number, string],
): string {
  const rest = Math.floor((length % large) / small);
  const head = `${Math.floor(length / large)} ${largeName}`;
  return rest === 0 ? head : `${head} ${rest} ${smallName}`;
}

/** `in 4 min`, `now` or `4 min ago`. */
export function formatRelative(at: number, now: number): string {
  if (Math.abs(at - now) < secondMs) return 'now';
  return at > now ? `in ${formatAge(at - now)}` : `${formatAge(now - at)} ago`;
}

export type TimeZone = 'local' | 'utc';

const parts = {
  instant: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
  today: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  later: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  weekTime: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  },
  day: { day: '2-digit', month: '2-digit', year: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating a formatter is slow. */
function formatOf(name: keyof typeof parts, timeZone: TimeZone): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`;
  return getOrCreate(formats, key, () => {
    const zone = timeZone === 'utc' ? { timeZone: 'UTC' } : {};
    return new Intl.DateTimeFormat('en-GB', { ...parts[name], ...zone });
  });
}

/** `21 Nov 2026, 14:02:11 UTC`. */
export const formatInstant = (at: number, timeZone: TimeZone): string =>
  formatOf('instant', timeZone).format(at);

/** `Mon 23 Nov`. */
export const formatWeekday = (at: number, timeZone: TimeZone): string =>
  formatOf('weekday', timeZone).format(at).replaceAll(',', '');

/** `Mon 23 Nov 14:02`. */
export const formatWeekTime = (at: number, timeZone: TimeZone): string =>
  formatOf('weekTime', timeZone).format(at).replaceAll(',', '');

/** `14:02` on the day of `now`, `Mon 14:02` in the week after it, else `21 Nov, 14:02`. */
export function formatClock(at: number, now: number, timeZone: TimeZone): string {
  const distance = Math.abs(at - now);
  const day = formatOf('day', timeZone);
  const isToday = distance < dayMs && day.format(at) === day.format(now);
  const near = distance < 6 * dayMs ? 'week' : 'later';
  return formatOf(isToday ? 'today' : near, timeZone).format(at);
}
