import { mulberry32 } from '@kerf/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aPackingModel,
  aPattern,
  isFeasible,
  leftBy,
  offeringAt,
  optimalCost,
  smallPackingModels,
} from '../../testing/packing-models.js';
import { solveLpRelaxation } from '../linear-programs/lp-relaxation.js';
import type { PackingModel } from '../packing/packing-model.js';
import { costOf, type PackingPlan } from '../packing/patterns.js';
import { WorkBudget } from '../work-budget.js';
import { searchLargeNeighborhoods } from './large-neighborhood-search.js';
import { NodeKnapsack } from './node-knapsack.js';

/** Improves a plan with dual prices of the LP relaxation. */
function improve(
  model: PackingModel,
  plan: PackingPlan,
  given: { readonly budgetMs?: number; readonly seed?: number; readonly target?: number } = {},
): PackingPlan {
  const budget = new WorkBudget(given.budgetMs ?? 20);
  return searchLargeNeighborhoods(model, new NodeKnapsack(model, budget), plan, {
    values: solveLpRelaxation(model, new WorkBudget(1_000)).values,
    budget,
    random: mulberry32(given.seed ?? 1),
    target: given.target ?? 0,
  });
}

/** Returns a plan with one node per pod, of the last offering. */
function onePerNode(model: PackingModel): PackingPlan {
  const offering = offeringAt(model, model.offerings.length - 1);
  return model.itemTypes.flatMap(({ demand }, itemType) => ({
    pattern: aPattern(
      offering,
      model.itemTypes.map((_, at) => (at === itemType ? 1 : 0)),
    ),
    nodes: demand,
  }));
}

const pairs = aPackingModel(
  [
    { demand: 6, request: [6] },
    { demand: 6, request: [4] },
  ],
  [{ cost: 10, capacity: [10] }],
);

describe('searchLargeNeighborhoods', () => {
  it('joins nodes: pods of 6 and 4 that have a node each end up in pairs', () => {
    const plan = improve(pairs, onePerNode(pairs));
    expect(costOf(plan)).toBe(60);
    expect(leftBy(pairs, plan)).toEqual([0, 0]);
    expect(isFeasible(pairs, plan)).toBe(true);
  });

  it('replaces a node by one of a cheaper offering', () => {
    const model = aPackingModel(
      [{ demand: 1, request: [1] }],
      [
        { cost: 3, capacity: [1] },
        { cost: 10, capacity: [10] },
      ],
    );
    expect(costOf(improve(model, onePerNode(model)))).toBe(3);
  });

  it('returns the plan without a budget, as nodes of their own', () => {
    const pattern = aPattern(offeringAt(pairs, 0), [1, 1]);
    expect(improve(pairs, [{ pattern, nodes: 3 }], { budgetMs: 0 })).toEqual(
      Array.from({ length: 3 }, () => ({ pattern, nodes: 1 })),
    );
  });

  it('ends at the target', () => {
    const plan = onePerNode(pairs);
    expect(costOf(improve(pairs, plan, { target: 120 }))).toBe(120);
    const stopped = costOf(improve(pairs, plan, { target: 100 }));
    expect(stopped).toBeLessThanOrEqual(100);
  });

  it('ends without improvements before the budget is spent', () => {
    const budget = new WorkBudget(1_000);
    const pattern = aPattern(offeringAt(pairs, 0), [1, 1]);
    searchLargeNeighborhoods(pairs, new NodeKnapsack(pairs, budget), [{ pattern, nodes: 6 }], {
      values: Float64Array.of(6, 4),
      budget,
      random: mulberry32(1),
      target: 0,
    });
    expect(budget.leftMs).toBeGreaterThan(900);
  });

  it('finds nothing to do in an empty plan', () => {
    expect(improve(pairs, [])).toEqual([]);
  });

  it('does not change the plan that it is given', () => {
    const plan = onePerNode(pairs);
    improve(pairs, plan);
    expect(plan).toEqual(onePerNode(pairs));
  });

  it('returns the same plan for the same seed', () => {
    const first = improve(pairs, onePerNode(pairs), { seed: 7 });
    expect(improve(pairs, onePerNode(pairs), { seed: 7 })).toEqual(first);
  });

  it('costs no more than before, and still places all pods on nodes that hold them', () => {
    fc.assert(
      fc.property(smallPackingModels, fc.nat(1_000), (model, seed) => {
        const before = onePerNode(model);
        const plan = improve(model, before, { seed, budgetMs: 4 });
        expect(costOf(plan)).toBeLessThanOrEqual(costOf(before));
        expect(costOf(plan)).toBeGreaterThanOrEqual(optimalCost(model) ?? Infinity);
        expect(leftBy(model, plan).every((count) => count === 0)).toBe(true);
        expect(isFeasible(model, plan)).toBe(true);
      }),
      { seed: 20_261_127, numRuns: 40 },
    );
  });
});
