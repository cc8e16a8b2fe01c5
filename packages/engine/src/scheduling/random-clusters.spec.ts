import { Json, planOf, randomFixture, readFixture, validatePlan } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { solve } from './solve.js';

const seeds = Array.from({ length: 100 }, (_, index) => index + 1);

describe('plans for random clusters', () => {
  it('are what the kube-scheduler would do, whatever offering each node is bought as', () => {
    const problems = seeds.flatMap((seed) => {
      const snapshot = readFixture(new Json(randomFixture(seed)));
      return validatePlan(snapshot, planOf(solve(snapshot))).map((problem) => [seed, problem]);
    });
    expect(problems).toEqual([]);
  });
});
