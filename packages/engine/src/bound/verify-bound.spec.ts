import { Json, randomFixture, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { solve } from '../optimize/solve.js';
import { verifyBound } from './verify-bound.js';

// Of those after the hundred, each was once refused: alternatives that were given up, and labels of
// daemons and pods that must exist and must not.
const seeds = [...Array.from({ length: 100 }, (_, index) => index + 1), 677, 691, 729, 1523, 2999];
const clusters = seeds.map((seed) => readFixture(new Json(randomFixture(seed))));

describe('the bound of a plan for a random cluster', () => {
  it('is proved by its certificate, and no plan is below it', () => {
    const wrong = clusters.flatMap((snapshot) => {
      const result = solve(snapshot, { searchMs: 5 });
      const verdict = verifyBound(snapshot, result);
      if (!verdict.isProved) return [[snapshot.clusterName, verdict.problem]];
      const { planMicroUsdPerHour = 0 } = result.cost ?? {};
      return verdict.lowerBoundMicroUsdPerHour <= planMicroUsdPerHour
        ? []
        : [[snapshot.clusterName, 'the plan costs less than the bound']];
    });
    expect(wrong).toEqual([]);
  }, 60_000);
});
