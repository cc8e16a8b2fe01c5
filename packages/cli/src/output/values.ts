import type { Reason } from '@kerf/client';

/** Writes millionths of a dollar, e.g. `$0.096`. */
export function dollars(microUsd: string | null): string | null {
  if (microUsd === null) return null;
  const amount = Number(microUsd) / 1_000_000;
  const digits = Math.abs(amount) < 1 ? 4 : 2;
  return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(digits)}`;
}

/** Writes a share in percent; `null` if the whole is zero. */
export const percent = (part: number, whole: number): string | null =>
  whole === 0 ? null : `${Math.round((100 * part) / whole)}%`;

/** Writes the time since a moment, e.g. `3h`. */
export function age(since: string | null, now: number): string | null {
  if (since === null) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** Writes a reason: its code, and its data as `name=value`. */
export function reasonText(reason: Reason): string {
  const details = [...detailsOf(reason)].map(
    ([name, value]) => `${name.replace('MicroUsd', '')}=${value}`,
  );
  return [reason.code, ...details].join(' ');
}

/** Returns the data of a reason as texts, without absent members. */
export function detailsOf({ data }: Reason): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(data).flatMap(([name, value]) =>
      value === null ? [] : [[name, detailText(name, value)]],
    ),
  );
}

/** The names of numbers say what they are. */
function detailText(name: string, value: unknown): string {
  if (typeof value === 'number' && name === 'until') return new Date(value).toISOString();
  if (typeof value === 'number' && name.includes('MicroUsd')) return dollars(String(value)) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
