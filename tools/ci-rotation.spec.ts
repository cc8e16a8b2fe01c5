import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LongSuite, longSuites, type Pass, type Stamps, takeTurns } from './ci-rotation.ts';

const root = new URL('..', import.meta.url).pathname;
const script = readFileSync(join(root, '.ci/run'), 'utf8');

const suites: readonly LongSuite[] = ['one', 'two', 'three', 'four'].map((name) => ({
  name,
  title: name,
  inputs: [name],
  seconds: 60,
}));
const passed = (run: number, inputs = 'same'): Pass => ({
  run,
  at: '2026-01-02T03:04:05.000Z',
  inputs,
  seconds: 10,
});
const turns = (stamps: Stamps, inputs = 'same', commit = '000000') =>
  takeTurns(suites, stamps, () => inputs, commit).map(({ suite, reason }) => [suite.name, reason]);

describe('the rotation of long suites in CI', () => {
  it('takes suites first that have missed three runs, then those never seen, then changed ones', () => {
    const passes = { one: passed(9), two: passed(8, 'other'), three: passed(6) };
    expect(turns({ runs: 10, passes })).toEqual([
      ['four', 'Due'],
      ['three', 'Due'],
      ['two', 'Changed'],
      ['one', 'Unchanged'],
    ]);
  });

  it('begins with another suite for another commit on a machine without stamps', () => {
    expect(turns({ runs: 1, passes: {} }, 'same', '00002f').at(0)).toEqual(['four', 'New']);
    expect(turns({ runs: 1, passes: {} }, 'same', '000040').at(0)).toEqual(['one', 'New']);
  });

  it('runs every suite at least once in four runs, however many fit into one', () => {
    const fits = integer({ min: 0, max: suites.length });
    assert(
      property(array(fits, { minLength: 12, maxLength: 12 }), (room) => {
        const runsOf = new Map<string, number[]>(suites.map(({ name }) => [name, []]));
        const passes: Record<string, Pass> = {};
        for (const [index, places] of room.entries()) {
          const run = index + 1;
          const order = takeTurns(suites, { runs: run, passes }, () => `${run}`, `${run}`);
          for (const [place, { suite, reason }] of order.entries()) {
            if (reason !== 'Due' && place >= places) continue;
            passes[suite.name] = passed(run, `${run}`);
            runsOf.get(suite.name)?.push(run);
          }
        }
        for (const runs of runsOf.values()) {
          const gaps = [...runs, room.length + 1].map((run, index) => run - (runs[index - 1] ?? 0));
          expect(Math.max(...gaps)).toBeLessThanOrEqual(4);
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('names suites that .ci/run can run, with inputs that exist', () => {
    for (const { name, inputs } of longSuites) {
      expect(script).toContain(`\nsuite_${name.replaceAll('-', '_')}() `);
      expect(inputs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    }
  });
});
