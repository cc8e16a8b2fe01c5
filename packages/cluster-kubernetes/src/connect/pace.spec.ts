import { describe, expect, it } from 'vitest';
import { Pace } from './pace.js';

describe('the pace of a cluster', () => {
  it('allows a burst, then half of the time for as much as a first list needs, then a fifth', async () => {
    let cpuMs = 0;
    let now = 0;
    const pause = async (ms: number): Promise<void> => {
      now += ms;
    };
    const pace = new Pace({ now: () => now, cpu: () => cpuMs, pause });
    const shareOf = async (ms: number): Promise<number> => {
      const before = now;
      for (let spent = 0; spent < ms; spent += 100) {
        await pace.run(() => {
          cpuMs += 100;
          now += 100;
        });
      }
      return ms / (now - before);
    };
    expect(await shareOf(500)).toBe(1);
    await shareOf(1_000);
    expect(await shareOf(10_000)).toBeCloseTo(0.5, 1);
    await shareOf(30_000);
    expect(await shareOf(10_000)).toBeCloseTo(0.2, 1);
    now += 200_000;
    expect(await shareOf(500)).toBe(1);
  });

  it('lets other work run between two pieces, in the order in which they were requested', async () => {
    const pace = new Pace();
    const seen: string[] = [];
    const noteOther = (): void => {
      seen.push('other');
      if (!seen.includes('second')) setImmediate(noteOther);
    };
    setImmediate(noteOther);
    await Promise.allSettled([
      pace.run(() => {
        seen.push('first');
        throw new Error('a piece fails');
      }),
      pace.run(() => seen.push('second')),
    ]);
    expect(seen.indexOf('other', seen.indexOf('first'))).toBeLessThan(seen.indexOf('second'));
  });
});
