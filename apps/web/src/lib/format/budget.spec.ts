import { describe, expect, it } from 'vitest';
import { describeBudget, describeSchedule } from './budget.js';

describe('describeSchedule', () => {
  it.each([
    ['0 9 * * 1-5', 'Mon–Fri from 09:00 UTC'],
    ['30 22 * * *', 'daily from 22:30 UTC'],
    ['0 0 * * 7', 'Sun from 00:00 UTC'],
    ['@daily', 'daily from 00:00 UTC'],
    ['@hourly', 'every hour at :00'],
    ['15 * * * *', 'every hour at :15'],
    ['*/5 9-17 * * 1-5', 'cron */5 9-17 * * 1-5 UTC'],
    ['0 * * * 1', 'cron 0 * * * 1 UTC'],
    ['0 9 1 * *', 'cron 0 9 1 * * UTC'],
    ['nonsense', 'cron nonsense UTC'],
  ])('describes %s as %s', (schedule, text) => {
    expect(describeSchedule(schedule)).toBe(text);
  });
});

describe('describeBudget', () => {
  it('numbers budgets from 1, in the order of the manifest', () => {
    const budget = { index: 0, nodes: '10%', schedule: null, duration: null, reasons: [] };
    expect(describeBudget(budget)).toBe('Budget 1: 10% of nodes');
  });

  it('adds the reasons and the window', () => {
    expect(
      describeBudget({
        index: 1,
        nodes: '0',
        schedule: '0 9 * * 1-5',
        duration: '8h',
        reasons: ['DRIFTED', 'UNDERUTILIZED'],
      }),
    ).toBe('Budget 2: 0 nodes for Drifted and Underutilized, Mon–Fri from 09:00 UTC for 8h');
  });

  it('returns "None" when no budget applies', () => {
    expect(describeBudget(null)).toBe('None');
  });
});
