import { useCallback } from 'react';
import { usePreferences } from '../../lib/browser/preferences.js';
import { formatClock, type TimeZone } from '../../lib/format/time.js';
import { useNow } from '../values/relative-time.js';
import classes from './figure-trend.module.css';
import { Sparkline } from './sparkline.js';

/** A figure over the last day. */
export interface Trend {
  /** RFC 3339; `null` while nothing is recorded. */
  readonly from: string | null;
  /** The figure at `from`; `null` if it is unknown. */
  readonly before: number | null;
  /** Averages of the time between then and now; `null` without data. */
  readonly values: readonly (number | null)[];
}

export interface FigureTrendProps {
  /** The name of the figure, e.g. `Spend`. */
  readonly name: string;
  /** Absent while it loads, and if it could not be loaded. */
  readonly trend: Trend | undefined;
  /** The figure that is shown. */
  readonly current: number;
  /** Returns a value in words, without a sign. */
  readonly format: (value: number) => string;
}

/** The line of a figure over the last day, and its change: `▲ $0.12/h since yesterday`. */
export function FigureTrend({ name, trend, current, format }: FigureTrendProps) {
  const { timeZone } = usePreferences();
  const from = trend?.from ?? null;
  const since = useNow(
    useCallback(
      (now: number) => (from === null ? '' : sinceWords(from, now, timeZone)),
      [from, timeZone],
    ),
  );
  if (trend === undefined) return <span className={classes['trend']} />;
  const { before, values } = trend;
  if (since === '' || before === null) {
    return <span className={classes['trend']}>change unknown: no history yet</span>;
  }
  const line = [before, ...values, current];
  const most = format(Math.max(...line.filter((value) => value !== null)));
  return (
    <span className={classes['trend']}>
      <Sparkline
        values={line}
        label={`${name} ${since}: from ${format(before)} to ${format(current)}, at most ${most}`}
      />
      <span>
        {changeWords(current - before, format)} {since}
      </span>
    </span>
  );
}

/** `▲ $0.12/h`, `▼ 3` or `unchanged`. A change too small to be shown is none. */
export function changeWords(change: number, format: (value: number) => string): string {
  const magnitude = format(Math.abs(change));
  if (!/[1-9]/.test(magnitude)) return 'unchanged';
  return `${change > 0 ? '▲' : '▼'} ${magnitude}`;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `since yesterday`, or `since 14:05` when less than a day is known; empty for less than a minute. */
export function sinceWords(from: string, now: number, timeZone: TimeZone): string {
  const at = Date.parse(from);
  if (now - at < minuteMs) return '';
  // The answer of the API is a little older than now.
  if (now - at >= dayMs - minuteMs) return 'since yesterday';
  return `since ${formatClock(at, now, timeZone)}`;
}
