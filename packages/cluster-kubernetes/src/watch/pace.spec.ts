import { describe, expect, it } from 'vitest';
import { Pace } from './pace.js';

describe('the pace of events', () => {
  it('allows bursts, and afterwards a fifth of the time', () => {
    const pace = new Pace(0);
    let now = 0;
    const spend = (ms: number): number => {
      now += ms;
      const waitMs = pace.spend(ms, now);
      now += waitMs;
      return waitMs;
    };
    expect(spend(1_000)).toBe(0);
    expect(spend(1_000)).toBe(0);
    for (let round = 0; round < 100; round += 1) spend(100);
    const before = now;
    for (let round = 0; round < 100; round += 1) spend(100);
    expect(10_000 / (now - before)).toBeCloseTo(0.2, 3);
    now += 60_000;
    expect(spend(1_900)).toBe(0);
  });
});
