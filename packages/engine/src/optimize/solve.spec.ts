import { knownAnswers } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { verifyBound } from '../bound/verify-bound.js';
import type { PlanCost } from '../model/plan-cost.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { planWithFirstFit as solveByFirstFit } from '../plan/write-result.js';
import { solve } from './solve.js';

const answers = knownAnswers();
const answerOf = (name: string) => answers.find((answer) => answer.name === name)!;
const costOf = (result: SchedulingResult): PlanCost => result.cost!;

/** One workload of each mix; the benchmarks run all of them. */
const names = [
  'kwok-benchGeneric-s1',
  'kwok-complementary10-s2',
  'kwok-mixed200-s3',
  'real32-perfSuite2-s1',
  'real32-web50-s2',
  'real32arm-constrained200-s1',
  'diverse-1000',
];

describe('solve', () => {
  it.each(names)(
    'costs no more than the FirstFit baseline and proves its gap: %s',
    (name) => {
      const { snapshot } = answerOf(name);
      const firstFitPass = solveByFirstFit(snapshot);
      const result = solve(snapshot);
      const cost = costOf(result);
      expect(result.unschedulable).toEqual([]);
      expect(result.totalPriceMicroUsdPerHour).toBeLessThanOrEqual(
        firstFitPass.totalPriceMicroUsdPerHour!,
      );
      expect(cost.firstFitNodes).toBe(firstFitPass.newNodeClaims.length);
      expect(cost.gapRatio).toBeCloseTo(
        cost.planMicroUsdPerHour / cost.lowerBoundMicroUsdPerHour - 1,
      );
      const {
        offeringPremiumMicroUsdPerHour,
        unusedCapacityMicroUsdPerHour,
        placementPremiumMicroUsdPerHour,
      } = cost.gapParts;
      const gap =
        offeringPremiumMicroUsdPerHour +
        unusedCapacityMicroUsdPerHour +
        placementPremiumMicroUsdPerHour;
      expect(gap).toBeGreaterThanOrEqual(
        cost.planMicroUsdPerHour - cost.lowerBoundMicroUsdPerHour - 10,
      );
      expect(verifyBound(snapshot, result)).toEqual({
        isProved: true,
        lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour,
      });
    },
    60_000,
  );

  it('returns the FirstFit baseline without a search budget', () => {
    const { snapshot } = answerOf('real32-web50-s2');
    const result = solve(snapshot, { searchMs: 0 });
    expect(costOf(result).method).toBe('FirstFit');
    expect(result.newNodeClaims).toEqual(solveByFirstFit(snapshot).newNodeClaims);
  });

  it('returns the FirstFit baseline after the deadline', () => {
    const { snapshot } = answerOf('real32-web50-s2');
    const result = solve(snapshot, { searchMs: 10_000, isPastDeadline: () => true });
    expect(costOf(result).method).toBe('FirstFit');
  });

  it('plans fewer nodes with a node charge', () => {
    const { snapshot } = answerOf('kwok-complementary10-s2');
    const free = solve(snapshot, { nodeChargeMicroUsdPerHour: 0 });
    const charged = solve(snapshot, { nodeChargeMicroUsdPerHour: 500_000 });
    expect(charged.newNodeClaims.length).toBeLessThan(free.newNodeClaims.length);
    expect(verifyBound(snapshot, charged).isProved).toBe(true);
  });
});

describe('solve, for a few pods', () => {
  const { snapshot } = answerOf('real32arm-constrained200-s1');
  const few = (count: number) => ({ ...snapshot, pods: snapshot.pods.slice(0, count) });

  it.each([1, 3, 8])('finds the cheapest nodes for %d pods and proves it', (count) => {
    const result = solve(few(count));
    const { gapRatio, planMicroUsdPerHour, firstFitMicroUsdPerHour, nodeGaps } = costOf(result);
    expect(gapRatio).toBe(0);
    expect(planMicroUsdPerHour).toBeLessThanOrEqual(firstFitMicroUsdPerHour);
    expect(nodeGaps).toHaveLength(result.newNodeClaims.length);
    expect(verifyBound(few(count), result).isProved).toBe(true);
  });

  it('splits the cost of each node into dual prices of its pods and parts of the gap', () => {
    const { planMicroUsdPerHour, nodeGaps } = costOf(solve(few(200)));
    const total = nodeGaps.reduce(
      (sum, gap) =>
        sum +
        gap.dualValueMicroUsdPerHour +
        gap.offeringPremiumMicroUsdPerHour +
        gap.unusedCapacityMicroUsdPerHour +
        gap.placementPremiumMicroUsdPerHour,
      0,
    );
    expect(Math.abs(total - planMicroUsdPerHour)).toBeLessThan(2 * nodeGaps.length);
  });
});

describe('solve, with an offering share', () => {
  const { snapshot } = answerOf('real32-web50-s2');
  const alike = (result: SchedulingResult): number =>
    Math.max(
      ...[
        ...Map.groupBy(result.newNodeClaims, ({ expected }) =>
          [expected.instanceType, expected.zone].join(),
        ).values(),
      ].map(({ length }) => length),
    );

  it('limits the nodes of one type in one zone and reports the cost of the limit', () => {
    const free = solve(snapshot);
    const result = solve(snapshot, { offeringSharePercent: 10 });
    const { length } = result.newNodeClaims;
    expect(alike(free)).toBeGreaterThan(free.newNodeClaims.length / 10);
    expect(alike(result)).toBeLessThanOrEqual(Math.floor(length / 10));
    expect(costOf(result).diversityMicroUsdPerHour).toBeGreaterThan(0);
    expect(costOf(free).diversityMicroUsdPerHour).toBe(0);
    expect(verifyBound(snapshot, result).isProved).toBe(true);
  }, 60_000);

  it('always allows one node of an offering', () => {
    const only = { ...snapshot, pods: snapshot.pods.slice(0, 1) };
    expect(solve(only, { offeringSharePercent: 1 }).newNodeClaims).toHaveLength(1);
  });
});
