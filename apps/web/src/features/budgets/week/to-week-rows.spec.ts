import { describe, expect, it } from 'vitest';
import type { CalendarFieldsFragment } from '../../../gql/graphql.js';
import { intervalAt, pausesOfRow, rowReasons, toWeekRows } from './to-week-rows.js';
import { limitNow, limitText, weekLabel } from './week-text.js';

const now = Date.parse('2026-11-23T10:00:00Z');
const interval = {
  from: '2026-11-23T09:00:00Z',
  to: '2026-11-23T17:00:00Z',
  state: 'BLOCKED',
  allowed: 0,
  limitingBudget: 0,
} as const;

const poolWith = (fields: Partial<CalendarFieldsFragment>): CalendarFieldsFragment => ({
  clusterId: 'clu_1',
  clusterName: 'prod',
  nodePool: 'general',
  nodes: 20,
  budgets: [{ index: 0, nodes: '0', schedule: null, duration: null, reasons: [] }],
  lanes: [{ reasons: ['DRIFTED'], intervals: [interval] }],
  pauses: [],
  maintenanceWindows: [],
  problems: [],
  ...fields,
});

const rowOf = (fields: Partial<CalendarFieldsFragment>) => {
  const [row] = toWeekRows([poolWith(fields)]);
  if (row === undefined) throw new Error('no row');
  return row;
};

const pauseOf = (stops: 'CONSOLIDATION' | 'DISRUPTION', to: string | null = null) => ({
  id: 'pau_1',
  scope: 'ORGANIZATION' as const,
  stops,
  reason: 'bad AMI',
  owner: 'ada',
  from: '2026-11-23T00:00:00Z',
  to,
});

describe('the rows of the week', () => {
  it('are one for a NodePool whose intervals are unknown, which says why', () => {
    const problems = [{ field: 'spec.disruption.budgets', message: 'has too many windows' }];
    const row = rowOf({ lanes: [], problems });
    expect([rowReasons(row), weekLabel(row, 'utc')]).toEqual(['Unknown', 'Intervals unknown']);
    expect(limitNow(row, now)).toBe('spec.disruption.budgets has too many windows');
  });

  it('are held back by pauses of their reasons, while these are in force', () => {
    expect(pausesOfRow(rowOf({ pauses: [pauseOf('CONSOLIDATION')] }))).toEqual([]);
    const paused = rowOf({ pauses: [pauseOf('DISRUPTION')] });
    expect(limitNow(paused, now)).toBe('Disruption paused by ada: bad AMI');
    const over = rowOf({ pauses: [pauseOf('DISRUPTION', '2026-11-23T09:59:00Z')] });
    expect(limitNow(over, now)).toBe('Blocked: Budget 1: 0 nodes');
  });

  it('have no interval at the end of the last one', () => {
    const { intervals } = rowOf({});
    expect(intervalAt(intervals, Date.parse(interval.to) - 1)).toBe(interval);
    expect(intervalAt(intervals, Date.parse(interval.to))).toBeUndefined();
    expect(limitNow(rowOf({}), Date.parse(interval.to))).toBe('Not in this week');
  });

  it('say that the default limit is for repair only', () => {
    const limited = { ...interval, state: 'LIMITED', limitingBudget: null } as const;
    const row = { ...rowOf({}), reasons: ['UNHEALTHY' as const] };
    expect(limitText(limited, row)).toBe('No budget names it: 10% of nodes');
    expect(limitText({ ...limited, state: 'OPEN' }, row)).toBe('No budget limits it');
  });
});
