import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { array, number } from 'zod/mini';
import { endOfWeek, weekOf, weekOfDay } from './week.js';

const hourMs = 3_600_000;
const at = (text: string): number => Date.parse(text);
const hoursOf = (days: readonly number[]) =>
  days.slice(1).map((end, index) => (end - (days[index] ?? 0)) / hourMs);

/** The time zone of a process cannot be changed in a worker of Vitest. */
function daysInBerlin(time: number): readonly number[] {
  const file = `${import.meta.dirname}/week.ts`;
  const script = `import { weekOf } from '${file}'; console.log(JSON.stringify(weekOf(${time}, 'local')));`;
  const options = { env: { TZ: 'Europe/Berlin' }, encoding: 'utf8' } as const;
  const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', script], options);
  return array(number()).parse(JSON.parse(answer));
}

describe('a week', () => {
  it('begins on Monday, also for its first and last instant', () => {
    const monday = at('2026-11-23T00:00:00Z');
    const sunday = at('2026-11-29T23:59:59.999Z');
    for (const time of [monday, sunday]) expect(weekOf(time, 'utc')[0]).toBe(monday);
    expect(endOfWeek(weekOf(monday, 'utc'))).toBe(sunday + 1);
  });

  it.each([
    ['2026-03-25T12:00:00Z', '2026-03-22T23:00:00Z', 23],
    ['2026-10-21T12:00:00Z', '2026-10-18T22:00:00Z', 25],
  ])('of %s in Berlin has a Sunday with another number of hours', (time, monday, hours) => {
    const days = daysInBerlin(at(time));
    expect(days[0]).toBe(at(monday));
    expect(hoursOf(days)).toEqual([24, 24, 24, 24, 24, 24, hours]);
  });

  it('is that of a day of the URL, and of now if the URL has none that can be read', () => {
    const now = at('2026-11-23T10:00:00Z');
    expect(weekOfDay('2026-11-17', now, 'utc')[0]).toBe(at('2026-11-16T00:00:00Z'));
    for (const day of [undefined, 'soon', '2026-13-40']) {
      expect(weekOfDay(day, now, 'utc')[0]).toBe(at('2026-11-23T00:00:00Z'));
    }
  });
});
