import { createBudgetSchedule } from '@kerf/definitions';
import { describe, expect, it } from 'vitest';
import type { BudgetManifest } from '../domain/definition/node-pool-manifest.js';
import { type BudgetLane, budgetCalendars, type CalendarPool } from './budget-calendar.js';

const at = (text: string): number => Date.parse(text);
/** Monday until Monday, in UTC. */
const week = { from: at('2026-11-23T00:00:00Z'), to: at('2026-11-30T00:00:00Z') };

const poolWith = (
  budgets: readonly BudgetManifest[],
  more: Partial<CalendarPool> = {},
): CalendarPool => ({ nodes: 20, budgets, unreadable: null, ...more });

const calendarOf = (pool: CalendarPool, period = week) =>
  budgetCalendars(createBudgetSchedule(), period)(pool);

const lanesOf = (...budgets: readonly BudgetManifest[]) => calendarOf(poolWith(budgets)).lanes;

/** `24 09:00–24 17:00 Blocked 0 by 1`, days of November 2026 in UTC. */
const lines = (lane: BudgetLane | undefined): readonly string[] =>
  (lane?.intervals ?? []).map(
    ({ from, to, state, permitted, limitingBudget }) =>
      `${clock(from)}–${clock(to)} ${state} ${permitted} by ${limitingBudget}`,
  );
const clock = (instant: number) =>
  new Date(instant).toISOString().slice(8, 16).replace('T', ' ').replace(/ $/, '');

const blockedAtWork = { nodes: '0', schedule: '0 9 * * 1-5', duration: '8h' };

describe('the calendar of a NodePool', () => {
  it('without budgets is open for all reasons, except that 10% may be repaired', () => {
    const [open, repair] = lanesOf();
    expect(open?.reasons).toEqual(['Empty', 'Underutilized', 'Drifted']);
    expect(lines(open)).toEqual(['23 00:00–30 00:00 Open 20 by null']);
    expect(repair?.reasons).toEqual(['Unhealthy']);
    expect(lines(repair)).toEqual(['23 00:00–30 00:00 Limited 2 by null']);
  });

  it('has one lane for reasons with the same intervals, and shows which budget limits', () => {
    const lanes = lanesOf({ nodes: '10%' }, { nodes: '1', reasons: ['Drifted'] });
    expect(lanes.map(({ reasons }) => reasons)).toEqual([
      ['Empty', 'Underutilized', 'Unhealthy'],
      ['Drifted'],
    ]);
    expect(lanes.flatMap(lines)).toEqual([
      '23 00:00–30 00:00 Limited 2 by 0',
      '23 00:00–30 00:00 Limited 1 by 1',
    ]);
  });

  it('begins and ends intervals where windows do', () => {
    const [lane] = lanesOf({ nodes: '10%' }, blockedAtWork);
    expect(lines(lane).slice(0, 3)).toEqual([
      '23 00:00–23 09:00 Limited 2 by 0',
      '23 09:00–23 17:00 Blocked 0 by 1',
      '23 17:00–24 09:00 Limited 2 by 0',
    ]);
    expect(lane?.intervals).toHaveLength(11);
  });

  it('names the budget that blocks while the NodePool has no nodes', () => {
    const [lane] = calendarOf(poolWith([{ nodes: '10%' }, blockedAtWork], { nodes: 0 })).lanes;
    expect(lines(lane).slice(0, 2)).toEqual([
      '23 00:00–23 09:00 Limited 0 by 0',
      '23 09:00–23 17:00 Blocked 0 by 1',
    ]);
  });

  it('has windows over midnight and over both edges of the week', () => {
    const [lane] = lanesOf({ nodes: '0', schedule: '0 22 * * 0,2', duration: '10h' });
    expect(lines(lane)).toEqual([
      '23 00:00–23 08:00 Blocked 0 by 0',
      '23 08:00–24 22:00 Open 20 by null',
      '24 22:00–25 08:00 Blocked 0 by 0',
      '25 08:00–29 22:00 Open 20 by null',
      '29 22:00–30 00:00 Blocked 0 by 0',
    ]);
  });

  it('takes the lowest of overlapping budgets while they overlap', () => {
    const [lane] = lanesOf(
      { nodes: '5', schedule: '0 8 * * 1', duration: '6h' },
      { nodes: '1', schedule: '0 10 * * 1', duration: '2h' },
    );
    expect(lines(lane).slice(1, 5)).toEqual([
      '23 08:00–23 10:00 Limited 5 by 0',
      '23 10:00–23 12:00 Limited 1 by 1',
      '23 12:00–23 14:00 Limited 5 by 0',
      '23 14:00–30 00:00 Open 20 by null',
    ]);
  });

  it('has the same length of a window in a week with a change to summer time, as windows are in UTC', () => {
    // Europe changes on 29 March 2026 at 01:00 UTC, so the viewer's week has 167 hours.
    const period = { from: at('2026-03-22T23:00:00Z'), to: at('2026-03-29T22:00:00Z') };
    const budget = { nodes: '0', schedule: '0 0 * * 0', duration: '4h' };
    const [lane] = calendarOf(poolWith([budget]), period).lanes;
    expect(lines(lane)).toEqual([
      '22 23:00–29 00:00 Open 20 by null',
      '29 00:00–29 04:00 Blocked 0 by 0',
      '29 04:00–29 22:00 Open 20 by null',
    ]);
  });

  it('stays blocked while windows follow each other, also more of them than one look finds', () => {
    const budget = { nodes: '0', schedule: '* 6-17 * * 1', duration: '1m' };
    expect(lines(lanesOf(budget)[0])).toEqual([
      '23 00:00–23 06:00 Open 20 by null',
      '23 06:00–23 18:00 Blocked 0 by 0',
      '23 18:00–30 00:00 Open 20 by null',
    ]);
  });

  it('is blocked if a budget cannot be read, and says which field', () => {
    const { lanes, problems } = calendarOf(
      poolWith([{ nodes: '50%' }, { nodes: '1', schedule: 'at nine', duration: '8h' }]),
    );
    expect(lanes.flatMap(lines)).toEqual(['23 00:00–30 00:00 Blocked 0 by 1']);
    expect(problems).toEqual([
      {
        path: 'spec.disruption.budgets[1].schedule',
        message: 'at nine is not a cron schedule in UTC such as 0 9 * * 1-5',
      },
    ]);
  });

  it.each([
    [{ nodes: 'ten', schedule: '@hourly', duration: '1m' }, 'nodes'],
    [{ nodes: '1', duration: '1h' }, 'schedule'],
    [{ nodes: '1', schedule: '@daily' }, 'duration'],
  ])('is blocked all week by %o, because of its field %s', (budget, field) => {
    const { lanes, problems } = calendarOf(poolWith([budget]));
    expect(lanes.flatMap(lines)).toEqual(['23 00:00–30 00:00 Blocked 0 by 0']);
    expect(problems.map(({ path }) => path)).toEqual([`spec.disruption.budgets[0].${field}`]);
  });

  it('is blocked if its object cannot be read, whatever its budgets allow', () => {
    const unreadable = { field: 'spec.disruption.budgets[0].schedule', detail: 'is no schedule' };
    const { lanes, problems } = calendarOf(poolWith([{ nodes: '100%' }], { unreadable }));
    expect(lanes.flatMap(lines)).toEqual(['23 00:00–30 00:00 Blocked 0 by null']);
    expect(problems).toEqual([{ path: unreadable.field, message: 'is no schedule' }]);
  });

  it('limits a percentage of no nodes to 0 without being blocked', () => {
    const { lanes } = calendarOf(poolWith([{ nodes: '10%' }], { nodes: 0 }));
    expect(lanes.flatMap(lines)).toEqual(['23 00:00–30 00:00 Limited 0 by 0']);
  });

  it('has no intervals if a schedule has too many windows, and says what to do', () => {
    for (const schedule of ['*/5 * * * *', '* * * * *']) {
      const budget = { nodes: '0', schedule, duration: '1m' };
      const { lanes, problems } = calendarOf(poolWith([{ nodes: '1' }, budget]));
      expect(lanes).toEqual([]);
      expect(problems).toEqual([
        {
          path: 'spec.disruption.budgets[1].schedule',
          message:
            'has more than 400 windows in this period; choose a shorter period, or use fewer and longer windows',
        },
      ]);
    }
  });

  it('has the intervals of hourly windows for a week, and of endless ones', () => {
    const [hourly] = lanesOf({ nodes: '0', schedule: '@hourly', duration: '30m' });
    expect(hourly?.intervals).toHaveLength(336);
    const [endless] = lanesOf({ nodes: '0', schedule: '@hourly', duration: '2h' });
    expect(lines(endless)).toEqual(['23 00:00–30 00:00 Blocked 0 by 0']);
  });
});
