import type { BudgetManifest } from '@kerf/application';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBudgetSchedule } from './budget-schedule.js';
import { parseCron } from './cron-schedule.js';

const at = (text: string): number => Date.parse(text);
const resolve = (budget: BudgetManifest, now: string | number) =>
  createBudgetSchedule().resolve(budget, 1, typeof now === 'string' ? at(now) : now);
const status = (budget: BudgetManifest, now: string) => {
  const { state, changesAt } = resolve(budget, now);
  return [state, changesAt === null ? null : new Date(changesAt).toISOString()];
};

const workingHours = { nodes: '0', schedule: '0 9 * * 1-5', duration: '8h' };

describe('a budget', () => {
  it('without a schedule is always active', () => {
    expect(resolve({ nodes: '10%', reasons: ['Empty'] }, 0)).toEqual({
      max: { kind: 'Percent', value: 10 },
      reasons: ['Empty'],
      state: 'Active',
      changesAt: null,
      index: 1,
    });
    expect(resolve({ nodes: '3' }, 0)).toMatchObject({
      max: { kind: 'Count', value: 3 },
      reasons: [],
    });
  });

  it.each([
    ['before its window', '2026-11-23T08:59:59Z', 'Inactive', '2026-11-23T09:00:00.000Z'],
    ['at the start of its window', '2026-11-23T09:00:00Z', 'Active', '2026-11-23T17:00:00.000Z'],
    ['in its window', '2026-11-23T13:30:00Z', 'Active', '2026-11-23T17:00:00.000Z'],
    ['at the end of its window', '2026-11-23T17:00:00Z', 'Inactive', '2026-11-24T09:00:00.000Z'],
    ['over the weekend', '2026-11-21T12:00:00Z', 'Inactive', '2026-11-23T09:00:00.000Z'],
  ])('for working hours %s', (_when, now, state, changesAt) => {
    expect(status(workingHours, now)).toEqual([state, changesAt]);
  });

  it('with overlapping windows stays active until the end of the last one', () => {
    const overlapping = { nodes: '1', schedule: '0 9-11 * * 1-5', duration: '1h30m' };
    expect(status(overlapping, '2026-11-23T09:10:00Z')).toEqual([
      'Active',
      '2026-11-23T12:30:00.000Z',
    ]);
  });

  it('with adjacent windows stays active too', () => {
    const touching = { nodes: '1', schedule: '* 9-16 * * 1-5', duration: '1m' };
    expect(status(touching, '2026-11-23T09:10:00Z')).toEqual([
      'Active',
      '2026-11-23T17:00:00.000Z',
    ]);
  });

  it('with endless windows does not change', () => {
    const always = { nodes: '1', schedule: '@hourly', duration: '2h' };
    expect(status(always, '2026-11-23T09:10:00Z')).toEqual(['Active', null]);
  });

  it.each([
    { nodes: 'ten' },
    { nodes: '101%' },
    { nodes: '-1' },
    { nodes: '1', schedule: '0 9 * * 1-5' },
    { nodes: '1', duration: '8h' },
    { nodes: '1', schedule: 'at nine', duration: '8h' },
    { nodes: '1', schedule: '@daily', duration: 'a day' },
    { nodes: '1', schedule: '0 0 30 2 *', duration: '8h' },
  ])('that cannot be read is reported: %o', (budget) => {
    expect(resolve(budget, 0)).toMatchObject({ state: 'Unreadable', changesAt: null });
  });

  it('is active if and only if the first match after now − duration is not after now', () => {
    const schedules = ['0 9 * * 1-5', '*/7 * * * *', '30 2 1 * *', '0 0,12 * * 0', '@daily'];
    fc.assert(
      fc.property(
        fc.constantFrom(...schedules),
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') }),
        (schedule, minutes, now) => {
          const length = minutes * 60_000;
          const next = parseCron(schedule)?.nextAfter(now - length) ?? Infinity;
          const { state } = resolve({ nodes: '1', schedule, duration: `${minutes}m` }, now);
          expect(state).toBe(next <= now ? 'Active' : 'Inactive');
        },
      ),
      { seed: 7, numRuns: 500 },
    );
  });

  it('changes at the returned time, and not a millisecond before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('0 9 * * 1-5', '*/7 8-9 * * *', '30 2 1 * *', '0 0,12 * * 0'),
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') }),
        (schedule, minutes, now) => {
          const budget = { nodes: '1', schedule, duration: `${minutes}m` };
          const { state, changesAt } = resolve(budget, now);
          if (changesAt === null) return;
          expect(changesAt).toBeGreaterThan(now);
          expect(resolve(budget, changesAt - 1).state).toBe(state);
          expect(resolve(budget, changesAt).state).not.toBe(state);
        },
      ),
      { seed: 7, numRuns: 500 },
    );
  });
});
