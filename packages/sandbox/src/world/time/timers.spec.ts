import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.js';
import { Timers } from './timers.js';

describe('Timers', () => {
  it('runs tasks in order, at the sped-up time', () => {
    const clock = new ManualClock(10, 0);
    const timers = new Timers(clock, 10);
    const ran: [string, number][] = [];
    timers.at(200, () => ran.push(['second', clock.now()]));
    timers.at(100, () => ran.push(['first', clock.now()]));
    timers.at(-5, () => ran.push(['at once', clock.now()]));
    clock.advance(1_500);
    expect(ran).toEqual([
      ['at once', 0],
      ['first', 100],
    ]);
    clock.advance(500);
    expect(ran.at(-1)).toEqual(['second', 200]);
  });

  it('runs no canceled or stopped task', () => {
    const clock = new ManualClock(1, 0);
    const timers = new Timers(clock, 1);
    const ran: string[] = [];
    const cancel = timers.at(10, () => ran.push('cancelled'));
    timers.at(20, () => ran.push('stopped'));
    cancel();
    timers.stopAll();
    clock.advance(100);
    expect(ran).toEqual([]);
  });

  it('converts simulated time to real time', () => {
    expect(new Timers(new ManualClock(10), 10).realMs(8_000)).toBe(800);
  });
});
