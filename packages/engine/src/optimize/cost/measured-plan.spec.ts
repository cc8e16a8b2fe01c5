import { labelKeys } from '@kerf/core';
import { aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { isAtLeastAsGood, type MeasuredPlan, measurePlan } from './measured-plan.js';

/** A type that holds one of the default pods, at an on-demand price in one zone. */
const aType = (name: string, price: number) =>
  anInstanceType(name)
    .with({ milliCpu: 1_000 })
    .reserving({})
    .offered(anOffering('zone-a', 'on-demand', price));

const snapshot = aSnapshot().withInstanceTypes(aType('a', 100), aType('b', 130));

function measured(
  given: ReturnType<typeof aSnapshot>,
  options: { readonly nodeCharge?: number; readonly offeringSharePercent?: number } = {},
): MeasuredPlan {
  const problem = compileProblem(given.build());
  const { nodeCharge = 0, offeringSharePercent = 100 } = options;
  return measurePlan(problem, firstFit(problem), { nodeCharge, offeringSharePercent });
}

describe('measurePlan', () => {
  it('costs nothing without pods', () => {
    expect(measured(snapshot)).toMatchObject({
      priceMicroUsdPerHour: 0,
      diversityMicroUsdPerHour: 0,
      claims: [],
      nodes: 0,
      unplaced: new Set(),
    });
  });

  it('sums up the cheapest prices of the nodes, and adds the node charge only to their costs', () => {
    const plan = measured(snapshot.withPods(aPod().times(3)), { nodeCharge: 7 });
    expect(plan).toMatchObject({ priceMicroUsdPerHour: 300, nodes: 3 });
    expect(plan.claims.map(({ cost }) => cost)).toEqual([107, 107, 107]);
    expect(plan.claims.map(({ claim, type }) => claim.template.types[type]?.source.name)).toEqual([
      'a',
      'a',
      'a',
    ]);
  });

  it('lists pods without a node', () => {
    const pods = [aPod('a'), aPod('b').requesting({ milliCpu: 9_000 })];
    const plan = measured(snapshot.withPods(...pods));
    expect(plan).toMatchObject({ nodes: 1, unplaced: new Set(['b']) });
  });

  it('reports the extra price of the offering share', () => {
    const plan = measured(snapshot.withPods(aPod().times(4)), { offeringSharePercent: 50 });
    expect(plan).toMatchObject({ priceMicroUsdPerHour: 460, diversityMicroUsdPerHour: 60 });
  });

  it('does not restrict NodeClaims with a share of 100 % and more', () => {
    const pods = aPod().times(4);
    for (const offeringSharePercent of [100, 200])
      expect(measured(snapshot.withPods(pods), { offeringSharePercent })).toMatchObject({
        priceMicroUsdPerHour: 400,
        diversityMicroUsdPerHour: 0,
      });
  });

  it('counts pods as unplaced whose NodeClaim cannot satisfy minValues', () => {
    const problem = compileProblem(
      snapshot
        .withNodePools(aNodePool().requiring(labelKeys.instanceType, 'Exists', [], 2))
        .withPods(aPod())
        .build(),
    );
    const result = firstFit(problem);
    const options = { nodeCharge: 0, offeringSharePercent: 100 };
    expect(measurePlan(problem, result, options).nodes).toBe(1);
    for (const claim of result.claims) claim.types = Int32Array.of(1);
    expect(measurePlan(problem, result, options)).toMatchObject({
      nodes: 0,
      priceMicroUsdPerHour: 0,
      unplaced: new Set(['web']),
    });
  });
});

describe('isAtLeastAsGood', () => {
  const base = measured(snapshot);
  const aPlan = (priceMicroUsdPerHour: number, nodes: number, ...unplaced: readonly string[]) => ({
    ...base,
    priceMicroUsdPerHour,
    nodes,
    unplaced: new Set(unplaced),
  });

  it('is true for a cheaper plan with the same pods', () => {
    expect(isAtLeastAsGood(aPlan(90, 2), aPlan(100, 2), 5)).toBe(true);
  });

  it('is true for fewer nodes at the same price, if nodes are charged', () => {
    expect(isAtLeastAsGood(aPlan(100, 1), aPlan(100, 2), 5)).toBe(true);
    expect(isAtLeastAsGood(aPlan(100, 1), aPlan(100, 2), 0)).toBe(false);
  });

  it('is false for an equal plan', () => {
    expect(isAtLeastAsGood(aPlan(100, 2), aPlan(100, 2), 5)).toBe(false);
  });

  it('is false for a higher price, though the total with node charges is lower', () => {
    expect(isAtLeastAsGood(aPlan(101, 1), aPlan(100, 2), 5)).toBe(false);
  });

  it('is false for a lower price with so many nodes that the total is not lower', () => {
    expect(isAtLeastAsGood(aPlan(95, 3), aPlan(100, 2), 5)).toBe(false);
  });

  it('is false if a pod has no node that had one', () => {
    expect(isAtLeastAsGood(aPlan(90, 1, 'a'), aPlan(100, 2), 5)).toBe(false);
    expect(isAtLeastAsGood(aPlan(90, 1, 'a'), aPlan(100, 2, 'b'), 5)).toBe(false);
  });

  it('is true if the same pods have no node, or fewer', () => {
    expect(isAtLeastAsGood(aPlan(90, 1, 'a'), aPlan(100, 2, 'a', 'b'), 5)).toBe(true);
  });
});
