import { describe, expect, it } from 'vitest';
import { toLifeCycle } from './to-lifecycle.js';

const times = {
  requestedAt: '2026-11-21T14:00:00Z',
  launchedAt: '2026-11-21T14:00:03Z',
  registeredAt: '2026-11-21T14:00:34Z',
  initializedAt: null,
  terminatedAt: null,
};

describe('toLifeCycle', () => {
  it('returns the duration of each step', () => {
    expect(toLifeCycle(times, null)).toEqual([
      { name: 'Requested', at: times.requestedAt, took: null },
      { name: 'Launched', at: times.launchedAt, took: '3 s' },
      { name: 'Registered', at: times.registeredAt, took: '31 s' },
      { name: 'Initialized', at: null, took: null },
    ]);
  });

  it('ends with the termination', () => {
    const ended = {
      ...times,
      initializedAt: times.registeredAt,
      terminatedAt: '2026-11-21T15:00:00Z',
    };
    const steps = toLifeCycle(ended, '2026-11-21T14:58:00Z');
    expect(steps.slice(-2).map(({ name, took }) => [name, took])).toEqual([
      ['Terminating', '57 min'],
      ['Terminated', '2 min'],
    ]);
  });
});
