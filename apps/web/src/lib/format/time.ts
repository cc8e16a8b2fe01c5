const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `41 s`, `12 min`, `3 h 20 m`, `2 d 4 h`: two units at most, never rounded up. */
export function formatAge(ms: number): string {
  const length = Math.max(0, ms);
  if (length < minute) return `${Math.floor(length / second)} s`;
  if (length < hour) return `${Math.floor(length / minute)} min`;
  if (length < day) return pair(length, [hour, 'h'], [minute, 'm']);
  return pair(length, [day, 'd'], [hour, 'h']);
}

function pair(
  length: number,
  [large, largeName]: readonly [number, string],
  [small, smallName]: readonly [number, string],
): string {
  const rest = Math.floor((length % large) / small);
  const head = `${Math.floor(length / large)} ${largeName}`;
  return rest === 0 ? head : `${head} ${rest} ${smallName}`;
}

/** `in 4 min` or `4 min ago`. */
export function formatRelative(at: number, now: number): string {
  return at > now ? `in ${formatAge(at - now)}` : `${formatAge(now - at)} ago`;
}

export type TimeZone = 'local' | 'utc';

/** `21 Nov 2026, 14:02:11 UTC`. */
export function formatInstant(at: number, timeZone: TimeZone): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    ...zone(timeZone),
  }).format(at);
}

/** `14:02` on the day of `now`, `Mon 14:02` in the week after it, else `21 Nov, 14:02`. */
export function formatClock(at: number, now: number, timeZone: TimeZone): string {
  const isNear = Math.abs(at - now) < 6 * day;
  const isToday = Math.abs(at - now) < day && dayOf(at, timeZone) === dayOf(now, timeZone);
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? {} : isNear ? { weekday: 'short' } : { day: 'numeric', month: 'short' }),
    ...zone(timeZone),
  }).format(at);
}

/** A length of time in settings: `1.5 s`, `15 s`, `24 h`. */
export function formatDurationMs(ms: number): string {
  return ms < minute ? `${ms / second} s` : formatAge(ms);
}

const dayOf = (at: number, timeZone: TimeZone): string =>
  new Intl.DateTimeFormat('en-CA', zone(timeZone)).format(at);

const zone = (timeZone: TimeZone): { timeZone?: string } =>
  timeZone === 'utc' ? { timeZone: 'UTC' } : {};
