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
import type { PackingModel } from '../packing/packing-model.js';
import { costOf, demandOf, type PackingPlan } from '../packing/patterns.js';
import { WorkBudget } from '../work-budget.js';
import { ColumnGeneration } from './column-generation.js';
import { dive } from './dive.js';
import { packGreedily } from './greedy-packing.js';
import { NodeKnapsack } from './node-knapsack.js';

type Complete = (left: Float64Array, values: Float64Array) => PackingPlan | null;

/** Dives from the LP of the model; by default nothing completes a part of a plan. */
function diveInto(
  model: PackingModel,
  complete: Complete = () => null,
  budgetMs = 1_000,
): PackingPlan | null {
  const columns = new ColumnGeneration(model);
  const estimates = Float64Array.from(model.itemTypes, () => 20);
  const { values } = columns.run(demandOf(model), estimates, new WorkBudget(50));
  return dive(model, columns, { values, budget: new WorkBudget(budgetMs), complete });
}

/** Completes a part of a plan by greedy packing. */
function greedily(model: PackingModel): Complete {
  return (left, values) => {
    const budget = new WorkBudget(1_000);
    return packGreedily(
      model,
      new NodeKnapsack(model, budget),
      { values, evaluations: 50, mixing: Infinity },
      { left, offerings: model.offerings, budget },
    );
  };
}

describe('dive', () => {
  it('takes the solution of the LP, if it has whole nodes', () => {
    const model = aPackingModel([{ demand: 8, request: [2] }], [{ cost: 10, capacity: [8] }]);
    const plan = diveInto(model);
    expect(plan).toMatchObject([{ nodes: 2 }]);
    expect(leftBy(model, plan ?? [])).toEqual([0]);
  });

  it('fixes the whole nodes of the LP before the rest is completed', () => {
    // Two of 4 pods each on the large offering; the LP would cut a third one for the last pod.
    const model = aPackingModel(
      [{ demand: 9, request: [2] }],
      [
        { cost: 10, capacity: [8] },
        { cost: 4, capacity: [2] },
      ],
    );
    const small = aPattern(offeringAt(model, 1), [1]);
    const lefts: number[][] = [];
    const plan = diveInto(model, (left) => {
      lefts.push([...left]);
      return [{ pattern: small, nodes: left[0] ?? 0 }];
    });
    expect(lefts[0]).toEqual([1]);
    expect(costOf(plan ?? [])).toBe(24);
    expect(leftBy(model, plan ?? [])).toEqual([0]);
  });

  it('prefers its own nodes to a completion that costs more', () => {
    const model = aPackingModel([{ demand: 8, request: [2] }], [{ cost: 10, capacity: [8] }]);
    const pattern = aPattern(offeringAt(model, 0), [1]);
    const plan = diveInto(model, () => [{ pattern, nodes: 1 }]);
    expect(costOf(plan ?? [])).toBe(20);
  });

  it('fixes one node of the largest amount, if all amounts are below 1', () => {
    const model = aPackingModel([{ demand: 1, request: [6] }], [{ cost: 10, capacity: [10] }]);
    expect(costOf(diveInto(model) ?? [])).toBe(10);
  });

  it('keeps the cheapest of the plans that its depths complete, neither the first nor the last', () => {
    // Two of five pods share a node, so that the LP has halves of nodes and several depths.
    const model = aPackingModel(
      Array.from({ length: 5 }, () => ({ demand: 1, request: [5] })),
      [
        { cost: 10, capacity: [10] },
        { cost: 100, capacity: [50] },
        { cost: 1, capacity: [50], admits: [] },
      ],
    );
    const completions: number[] = [];
    const plan = diveInto(model, (left) => {
      const isSecond = completions.length === 1;
      completions.push(left.reduce((sum, count) => sum + count, 0));
      return [{ pattern: aPattern(offeringAt(model, isSecond ? 2 : 1), [...left]), nodes: 1 }];
    });
    expect(completions.length).toBeGreaterThan(2);
    expect(completions).toEqual(completions.toSorted((a, b) => b - a));
    expect(costOf(plan ?? [])).toBe(10 + 1);
    expect(leftBy(model, plan ?? [])).toEqual([0, 0, 0, 0, 0]);
  });

  it('finds nothing when the budget is spent', () => {
    const model = aPackingModel([{ demand: 1, request: [6] }], [{ cost: 10, capacity: [10] }]);
    expect(diveInto(model, () => null, 0)).toBeNull();
  });

  it('finds an empty plan for no pods', () => {
    expect(diveInto(aPackingModel([], [{ cost: 10, capacity: [10] }]))).toEqual([]);
  });

  it('finds nothing if some pods fit on no node', () => {
    const model = aPackingModel(
      [
        { demand: 1, request: [6] },
        { demand: 1, request: [11] },
      ],
      [{ cost: 10, capacity: [10] }],
    );
    expect(diveInto(model, () => null, 50)).toBeNull();
  });

  it('gives the completion arrays that it may change', () => {
    const model = aPackingModel([{ demand: 9, request: [4] }], [{ cost: 10, capacity: [10] }]);
    const plan = diveInto(model, (left) => {
      left.fill(0);
      return null;
    });
    expect(leftBy(model, plan ?? [])).toEqual([0]);
    expect(costOf(plan ?? [])).toBe(50);
  });

  it('places all pods on nodes that hold them, at no less than the optimum', () => {
    fc.assert(
      fc.property(smallPackingModels, fc.boolean(), (model, isCompleted) => {
        const plan = diveInto(model, isCompleted ? greedily(model) : undefined);
        expect(plan).not.toBeNull();
        if (plan === null) return;
        expect(leftBy(model, plan).every((count) => count === 0)).toBe(true);
        expect(isFeasible(model, plan)).toBe(true);
        expect(costOf(plan)).toBeGreaterThanOrEqual(optimalCost(model) ?? Infinity);
      }),
      { seed: 20_261_127, numRuns: 60 },
    );
  });
});
