import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DayClock, type DaySpan } from './day-clock.js';
import { ManualClock } from './manual-clock.js';
import { Timers } from './timers.js';

function setUp(speed = 72) {
  const clock = new ManualClock(1, 1_000);
  const spans: DaySpan[] = [{ since: 1_000, lifeMs: 0, speed }];
  return { clock, spans, day: new DayClock(spans, new Timers(clock, 1)) };
}

describe('DayClock', () => {
  it('runs at a new speed from the change on', () => {
    const { clock, day } = setUp();
    clock.advance(100);
    expect(day.now()).toBe(7_200);
    day.setSpeed(10);
    clock.advance(100);
    expect([day.now(), day.speed]).toEqual([8_200, 10]);
    expect(day.at(1_050)).toBe(3_600);
  });

  it('pauses, and resumes at the speed before', () => {
    const { clock, day } = setUp();
    clock.advance(100);
    day.pause();
    clock.advance(5_000);
    expect([day.now(), day.speed]).toEqual([7_200, 0]);
    day.resume();
    clock.advance(100);
    expect([day.now(), day.speed]).toEqual([14_400, 72]);
  });

  it('is 0 before its start', () => {
    const { day } = setUp();
    expect(day.at(0)).toBe(0);
    expect(day.instantOf(0)).toBe(1_000);
  });

  it('keeps its speeds in the state, so that a restart continues', () => {
    const { clock, spans, day } = setUp();
    clock.advance(100);
    day.setSpeed(5);
    const later = new DayClock(structuredClone(spans), new Timers(clock, 1));
    expect([later.now(), later.speed]).toEqual([day.now(), 5]);
  });

  it('never goes back, and returns the instant of a day time', () => {
    const changes = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 1_000 }),
        speed: fc.integer({ min: 0, max: 99 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(changes, (steps) => {
        const { clock, day } = setUp();
        let last = 0;
        for (const { waitMs, speed } of steps) {
          clock.advance(waitMs);
          expect(day.now()).toBeGreaterThanOrEqual(last);
          last = day.now();
          expect(day.at(day.instantOf(last))).toBeCloseTo(last, 6);
          expect(day.instantOf(last)).toBeLessThanOrEqual(clock.now());
          day.setSpeed(speed);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
