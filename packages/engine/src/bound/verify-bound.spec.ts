import { Json, randomFixture, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { solve } from '../optimize/solve.js';
import { verifyBound } from './verify-bound.js';

const clusters = Array.from({ length: 100 }, (_, index) =>
  readFixture(new Json(randomFixture(index + 1))),
);

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
