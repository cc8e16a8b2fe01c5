import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourOf, replicasAt, workloadRunsAt } from './daily-load.js';
import type { RecurringWorkload } from './load-plans.js';

const hourMs = 3_600_000;
const web = { name: 'web', replicas: 40, curve: { lowRatio: 0.4, busiestHour: 20 } };
const tests: RecurringWorkload = {
  kind: 'Job',
  namespace: 'ci',
  name: 'tests',
  everyHours: 3,
  lastsHours: 2,
  probability: 0.7,
  pods: [4, 9],
  requests: { cpu: '1' },
};

describe('the simulated day', () => {
  it('begins at ten and repeats after 24 hours', () => {
    expect([0, 13.5, 14, 38].map((hours) => hourOf(hours * hourMs))).toEqual([10, 23.5, 0, 0]);
  });

  it('has the most replicas at the busiest hour and the given ratio at the quietest', () => {
    expect(replicasAt(web, 10 * hourMs, 7)).toBeGreaterThanOrEqual(38);
    expect(replicasAt(web, 22 * hourMs, 7)).toBeLessThanOrEqual(16);
    expect(replicasAt(web, 22 * hourMs, 7)).toBeGreaterThanOrEqual(15);
  });

  it('has from one replica to those of the plan, determined by the seed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90 * 24 }),
        fc.integer({ min: 1, max: 50 }),
        (hours, replicas) => {
          const deployment = { ...web, replicas };
          const wanted = replicasAt(deployment, hours * hourMs, 7);
          expect(wanted).toBeGreaterThanOrEqual(1);
          expect(wanted).toBeLessThanOrEqual(replicas);
          expect(replicasAt(deployment, hours * hourMs, 7)).toBe(wanted);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('recurring workloads', () => {
  const quarterHours = Array.from({ length: 4 * 24 * 10 }, (_, index) => index * (hourMs / 4));
  const seen = quarterHours.map((dayTimeMs) => workloadRunsAt(tests, dayTimeMs, 7));

  it('run for the planned time, with the planned number of pods', () => {
    const spans = Map.groupBy(seen.flat(), ({ name }) => name);
    expect(spans.size).toBeGreaterThan(40);
    expect(spans.size).toBeLessThan(72);
    // The last run is cut off by the end of the ten days.
    for (const runs of [...spans.values()].slice(0, -1)) {
      expect(Math.abs(runs.length - 8)).toBeLessThanOrEqual(1);
      expect(new Set(runs.map(({ pods }) => pods)).size).toBe(1);
      expect(runs[0]?.pods).toBeGreaterThanOrEqual(4);
      expect(runs[0]?.pods).toBeLessThanOrEqual(9);
    }
  });

  it('are absent at times', () => {
    expect(seen.some((runs) => runs.length === 0)).toBe(true);
    expect(seen.some((runs) => runs.length > 0)).toBe(true);
  });

  it('differ from one seed to another', () => {
    const other = quarterHours.map((dayTimeMs) => workloadRunsAt(tests, dayTimeMs, 8));
    expect(other).not.toEqual(seen);
  });
});
