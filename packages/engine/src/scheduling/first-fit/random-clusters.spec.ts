import { Json, planOf, randomFixture, readFixture, validatePlan } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { SchedulingResult } from '../../model/scheduling-result.js';
import { solve as search } from '../../optimize/solve.js';
import { planWithFirstFit } from '../../plan/write-result.js';

// The seeds above 100 are regressions: nodes without a pod of a spread were launched where they broke it.
const seeds = [...Array.from({ length: 100 }, (_, index) => index + 1), 360, 8147, 8588, 9168];
const clusters = seeds.map((seed) => readFixture(new Json(randomFixture(seed))));
const searchMs = 20;

const problemsOf = (plan: (snapshot: ClusterSnapshot) => SchedulingResult) =>
  clusters.flatMap((snapshot) =>
    validatePlan(snapshot, planOf(plan(snapshot))).map((problem) => [
      snapshot.clusterName,
      problem,
    ]),
  );

describe('plans for random clusters', () => {
  it('are possible for the kube-scheduler, whatever offering each node is launched as', () => {
    expect(problemsOf(planWithFirstFit)).toEqual([]);
  });

  it('are possible after the search for a cheaper plan', () => {
    expect(problemsOf((snapshot) => search(snapshot, { searchMs }))).toEqual([]);
  }, 60_000);

  it('are possible with an offering share', () => {
    const limited = { searchMs, offeringSharePercent: 20 };
    expect(problemsOf((snapshot) => search(snapshot, limited))).toEqual([]);
  }, 60_000);

  it('place as many pods and cost no more after the search for a cheaper plan', () => {
    const price = (result: SchedulingResult) => result.totalPriceMicroUsdPerHour ?? Infinity;
    const worse = clusters.filter((snapshot) => {
      const baseline = planWithFirstFit(snapshot);
      const found = search(snapshot, { searchMs, nodeChargeMicroUsdPerHour: 0 });
      const unplaced = found.unschedulable.length - baseline.unschedulable.length;
      return unplaced > 0 || (unplaced === 0 && price(found) > price(baseline));
    });
    expect(worse.map(({ clusterName }) => clusterName)).toEqual([]);
  }, 60_000);
});
