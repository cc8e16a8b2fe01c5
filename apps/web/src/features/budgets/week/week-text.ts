import { countOf } from '@kerf/core';
import { extentLabels } from '../../../app/pauses/pause-text.js';
import type { BudgetIntervalState } from '../../../gql/graphql.js';
import { describeBudget } from '../../../lib/format/budget.js';
import { formatWeekTime, type TimeZone } from '../../../lib/format/time.js';
import {
  intervalAt,
  pausesOfRow,
  type WeekInterval,
  type WeekPause,
  type WeekRow,
} from './to-week-rows.js';

/** States in a word, so that color is not the only sign. */
export const stateWords: Readonly<Record<BudgetIntervalState, string>> = {
  BLOCKED: 'Blocked',
  LIMITED: 'Limited',
  OPEN: 'Open',
  UNKNOWN: 'Unknown',
};

/** `0 of 20`, or `All 20`. */
export function allowedText({ state, allowed }: WeekInterval, nodes: number): string {
  if (state === 'OPEN') return `All ${nodes}`;
  return `${allowed} of ${nodes}`;
}

/** Returns what limits an interval: the budget in words, or why there is none. */
export function limitText(interval: WeekInterval, { pool, reasons }: WeekRow): string {
  const budget = pool.budgets.find(({ index }) => index === interval.limitingBudget);
  if (budget !== undefined) return describeBudget(budget);
  if (interval.state === 'OPEN') return 'No budget limits it';
  if (interval.state === 'BLOCKED') return unreadableText(pool.problems);
  return reasons.includes('UNHEALTHY') ? 'No budget names it: 10% of nodes' : 'Unknown';
}

const unreadableText = ([problem]: WeekRow['pool']['problems']): string =>
  problem === undefined
    ? 'The NodePool cannot be read'
    : `Cannot be read: ${problem.field} ${problem.message}`;

/** `Mon 23 Nov 09:00 – Mon 23 Nov 17:00`. */
export const timesText = (
  { from, to }: { readonly from: string; readonly to: string },
  zone: TimeZone,
): string => `${formatWeekTime(Date.parse(from), zone)} – ${formatWeekTime(Date.parse(to), zone)}`;

/** `Disruption paused by ada: bad AMI`. */
export const pauseText = ({ stops, owner, reason }: WeekPause): string =>
  `${extentLabels[stops]} paused by ${owner}: ${reason}`;

/** Returns what limits the row at a time, in words: a pause first, then a budget. */
export function limitNow(row: WeekRow, now: number): string {
  const pause = pausesOfRow(row).find(({ to }) => to === null || Date.parse(to) > now);
  if (pause !== undefined) return pauseText(pause);
  const interval = intervalAt(row.intervals, now);
  if (interval !== undefined) {
    return `${stateWords[interval.state]}: ${limitText(interval, row)}`;
  }
  const [problem] = row.pool.problems;
  if (row.intervals.length > 0) return 'Not in this week';
  return problem === undefined ? 'Unknown' : `${problem.field} ${problem.message}`;
}

/** Returns the week of a row for screen readers; the open row has all intervals. */
export function weekLabel(row: WeekRow, zone: TimeZone): string {
  const blocked = row.intervals.filter(({ state }) => state === 'BLOCKED');
  if (row.intervals.length === 0) return 'Intervals unknown';
  if (blocked.length === 0) return `${countOf(row.intervals.length, 'interval')}, none blocked`;
  const shown = blocked.slice(0, shownIntervals).map((interval) => timesText(interval, zone));
  const others = blocked.length - shown.length;
  return `Blocked ${shown.join(', ')}${others > 0 ? ` and ${others} more times` : ''}`;
}

const shownIntervals = 7;

/** Returns the field of the manifest that limits an interval; `undefined` if no budget does. */
export const budgetField = ({ limitingBudget }: WeekInterval): string | undefined =>
  limitingBudget === null ? undefined : `spec.disruption.budgets[${limitingBudget}]`;
