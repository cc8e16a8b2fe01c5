import { useCallback, useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/api/server-clock.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { formatAge, formatInstant, formatRelative } from '../../lib/format/time.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all times on the page; it runs only while a time is shown. */
function subscribeToSeconds(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tick of listeners) tick();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns `read(now)`; renders again only when the result changes. */
export function useNow<T extends string | number | boolean>(read: (now: number) => T): T {
  return useSyncExternalStore(subscribeToSeconds, () => read(serverNow()));
}

export interface RelativeTimeProps {
  /** RFC 3339, or milliseconds since 1970. */
  readonly at: string | number;
  /** `age`: "3 h 20 min"; `relative`: "3 h 20 min ago". */
  readonly form?: 'age' | 'relative';
}

/** A time relative to now, kept up to date; the absolute time on hover. */
export function RelativeTime({ at, form = 'relative' }: RelativeTimeProps) {
  const { timeZone } = usePreferences();
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const read = useCallback(
    (now: number) => (form === 'age' ? formatAge(now - ms) : formatRelative(ms, now)),
    [ms, form],
  );
  const text = useNow(read);
  return (
    <time className="num" dateTime={new Date(ms).toISOString()} title={formatInstant(ms, timeZone)}>
      {text}
    </time>
  );
}
