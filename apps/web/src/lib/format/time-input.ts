import type { TimeZone } from './time.js';

/** Returns a time as the text of an input of the type `datetime-local`, without seconds; empty if it is not one. */
export function toTimeInput(at: string | undefined, zone: TimeZone): string {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  if (Number.isNaN(time)) return '';
  const aheadMs = zone === 'utc' ? 0 : -new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time + aheadMs).toISOString().slice(0, 16);
}

/** Returns the time that was entered in the viewer's time zone, RFC 3339; absent if none was. */
export const fromTimeInput = (text: string, zone: TimeZone): string | undefined =>
  text === '' ? undefined : new Date(zone === 'utc' ? `${text}Z` : text).toISOString();
