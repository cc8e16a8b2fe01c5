import { createBudgetSchedule } from '@kerf/definitions';
import { aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { BudgetManifest } from '../domain/definition/node-pool-manifest.js';
import { replacementTime } from './replacement-time.js';

const minute = 60_000;
const hour = 60 * minute;
/** A Monday. */
const monday = Date.UTC(2026, 10, 23, 7);
const { spec, name } = aNodePoolDefinition({ clusterId: 'clu_1', name: 'web' });

const timeOf = (
  budgets: readonly BudgetManifest[],
  { nodes = 20, drifting = 20, now = monday } = {},
) =>
  replacementTime(
    { name, spec: { ...spec, disruption: { ...spec.disruption, budgets } }, nodes, drifting },
    { now, schedule: createBudgetSchedule(), startMs: 2 * minute },
  );
const atLeast = (ms: number) => ({ kind: 'AtLeast', ms });

describe('the least time to replace drifted nodes', () => {
  it('is one start for each group that the budgets allow at a time', () => {
    expect(timeOf([{ nodes: '10%' }])).toEqual(atLeast(10 * 2 * minute));
    expect(timeOf([{ nodes: '10%' }], { drifting: 3 })).toEqual(atLeast(2 * 2 * minute));
    expect(timeOf([{ nodes: '7' }, { nodes: '50%' }])).toEqual(atLeast(3 * 2 * minute));
    expect(timeOf([{ nodes: '1', reasons: ['Empty'] }])).toEqual(atLeast(2 * minute));
  });

  it('contains the wait until a window opens', () => {
    const morning = { nodes: '0', schedule: '0 6 * * *', duration: '3h' };
    expect(timeOf([morning, { nodes: '20' }])).toEqual(atLeast(2 * hour + 2 * minute));
  });

  it('continues in the next window if one is too short', () => {
    const exceptTenMinutes = { nodes: '0', schedule: '10 7 * * *', duration: '23h50m' };
    const time = timeOf([exceptTenMinutes, { nodes: '1' }], { drifting: 7 });
    // Five are begun in the ten minutes of Monday, two on Tuesday.
    expect(time).toEqual(atLeast(24 * hour + 2 * 2 * minute));
  });

  it('is unknown if the budgets never allow it, or not within 30 days', () => {
    const reason = 'the disruption budgets of NodePool web do not allow it within 30 days';
    expect(timeOf([{ nodes: '0' }])).toEqual({ kind: 'Unknown', reason });
    const oneAMonth = { nodes: '0', schedule: '1 0 1 * *', duration: '1000h' };
    expect(timeOf([oneAMonth], { now: Date.UTC(2026, 10, 1, 1) })).toEqual({
      kind: 'Unknown',
      reason,
    });
  });
});
