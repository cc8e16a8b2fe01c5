import { describe, expect, it } from 'vitest';
import { toLifecycle } from './to-lifecycle.js';

const times = {
  requestedAt: '2026-11-21T14:00:00Z',
  launchedAt: '2026-11-21T14:00:03Z',
  registeredAt: '2026-11-21T14:00:34Z',
  initializedAt: null,
  terminatedAt: null,
};

describe('toLifecycle', () => {
  it('returns the duration of each step', () => {
    expect(toLifecycle(times, null)).toEqual([
      { name: 'Requested', at: times.requestedAt, duration: null },
      { name: 'Launched', at: times.launchedAt, duration: '3 s' },
      { name: 'Registered', at: times.registeredAt, duration: '31 s' },
      { name: 'Initialized', at: null, duration: null },
    ]);
  });

  it('ends with the termination', () => {
    const ended = {
      ...times,
      initializedAt: times.registeredAt,
      terminatedAt: '2026-11-21T15:00:00Z',
    };
    const steps = toLifecycle(ended, '2026-11-21T14:58:00Z');
    expect(steps.slice(-2).map(({ name, duration }) => [name, duration])).toEqual([
      ['Terminating', '57 min'],
      ['Terminated', '2 min'],
    ]);
  });
});
