import { mulberry32 } from '@kerf/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aPackingModel,
  countsOf,
  isFeasible,
  leftBy,
  optimalCost,
  smallPackingModels,
} from '../../testing/packing-models.js';
import { solveLpRelaxation } from '../linear-programs/lp-relaxation.js';
import type { PackingModel } from '../packing/packing-model.js';
import { costOf } from '../packing/patterns.js';
import { WorkBudget } from '../work-budget.js';
import { type FoundPlan, searchPlan } from './plan-search.js';

function search(
  model: PackingModel,
  given: { readonly firstMs?: number; readonly budgetMs?: number } = {},
): FoundPlan | null {
  return searchPlan(model, solveLpRelaxation(model, new WorkBudget(1_000)), {
    firstBudget: new WorkBudget(given.firstMs ?? 1_000),
    budget: new WorkBudget(given.budgetMs ?? 20),
    random: mulberry32(1),
  });
}

/** Pods of several sizes; `count` of each. */
const sizes = (count: number, ...requests: readonly number[]) =>
  requests.map((request) => ({ demand: count, request: [request] }));

describe('searchPlan', () => {
  it('finds the optimum by greedy packing, if pods fill nodes', () => {
    const model = aPackingModel(sizes(8, 2), [{ cost: 10, capacity: [8] }]);
    const found = search(model);
    expect(found?.method).toBe('Greedy');
    expect(costOf(found?.plan ?? [])).toBe(20);
  });

  it('proves a bound by column generation', () => {
    const model = aPackingModel(sizes(5, 6), [{ cost: 10, capacity: [10] }]);
    const found = search(model);
    expect(costOf(found?.plan ?? [])).toBe(50);
    expect(found?.duals?.lowerBound).toBeCloseTo(50, 4);
  });

  it('has no dual prices with more than 80 item types, and a plan all the same', () => {
    const requests = Array.from({ length: 81 }, (_, index) => index + 20);
    const bins = [{ cost: 10, capacity: [250] }];
    const few = search(aPackingModel(sizes(1, ...requests.slice(1)), bins));
    expect(few?.duals).not.toBeNull();
    const model = aPackingModel(sizes(1, ...requests), bins);
    const many = search(model);
    expect(many?.duals).toBeNull();
    expect(leftBy(model, many?.plan ?? []).every((count) => count === 0)).toBe(true);
  });

  it('keeps the first plan without a budget for better ones', () => {
    const model = aPackingModel(sizes(8, 2, 3), [{ cost: 10, capacity: [8] }]);
    const found = search(model, { budgetMs: 0 });
    expect(found?.method).toBe('Greedy');
    expect(found?.duals).toBeNull();
    expect(leftBy(model, found?.plan ?? [])).toEqual([0, 0]);
  });

  it('fills nodes without cost already in the first plan, before it pays for one', () => {
    const model = aPackingModel(sizes(4, 1, 1), [
      { cost: 10, capacity: [4] },
      { cost: 0, capacity: [2], admits: [0] },
    ]);
    for (const budgetMs of [0, 20]) {
      const plan = search(model, { budgetMs })?.plan ?? [];
      expect(costOf(plan)).toBe(10);
      expect(leftBy(model, plan)).toEqual([0, 0]);
    }
  });

  it('finds nothing without a budget for the first plan', () => {
    const model = aPackingModel(sizes(8, 2), [{ cost: 10, capacity: [8] }]);
    expect(search(model, { firstMs: 0 })).toBeNull();
  });

  it('finds nothing if some pods fit on no node', () => {
    const model = aPackingModel(sizes(1, 2, 9), [{ cost: 10, capacity: [8] }]);
    expect(search(model)).toBeNull();
  });

  it('returns equal plans for equal input', () => {
    const model = aPackingModel(sizes(5, 3, 4, 5, 7), [
      { cost: 10, capacity: [11] },
      { cost: 14, capacity: [17] },
    ]);
    expect(search(model)).toEqual(search(model));
  });

  it('beats greedy packing where it is not optimal', () => {
    // Pods of 7, 6 and 4 and nodes of 10, 12 and 17: the first greedy plan is not the best.
    const model = aPackingModel(sizes(9, 7, 6, 4, 3), [
      { cost: 10, capacity: [10] },
      { cost: 11, capacity: [12] },
      { cost: 16, capacity: [17] },
    ]);
    const first = search(model, { budgetMs: 0 });
    const best = search(model, { budgetMs: 200 });
    expect(costOf(best?.plan ?? [])).toBeLessThan(costOf(first?.plan ?? []));
    expect(['ColumnGeneration', 'LargeNeighborhoodSearch']).toContain(best?.method);
    expect(isFeasible(model, best?.plan ?? [])).toBe(true);
    expect(leftBy(model, best?.plan ?? [])).toEqual([0, 0, 0, 0]);
  });

  describe('tells which method found the plan', () => {
    /** Returns what the first greedy plan costs, what the best plan costs, and who found it. */
    function compare(model: PackingModel) {
      const costs = [0, 20].map((budgetMs) => costOf(search(model, { budgetMs })?.plan ?? []));
      return { costs, method: search(model)?.method, optimum: optimalCost(model) };
    }

    it('greedy packing: the cheapest of its variants', () => {
      const model = aPackingModel(
        [
          { demand: 7, request: [5] },
          { demand: 4, request: [2] },
          { demand: 5, request: [8] },
        ],
        [{ cost: 11, capacity: [17] }],
      );
      expect(compare(model)).toEqual({ costs: [66, 55], method: 'Greedy', optimum: 55 });
    });

    it('column generation: the solution of the LP, rounded', () => {
      const model = aPackingModel(
        [
          { demand: 9, request: [7] },
          { demand: 3, request: [5] },
        ],
        [
          { cost: 15, capacity: [13] },
          { cost: 16, capacity: [14] },
        ],
      );
      expect(compare(model)).toEqual({ costs: [94, 93], method: 'ColumnGeneration', optimum: 93 });
    });

    it('large-neighborhood search: nodes removed and planned again', () => {
      const model = aPackingModel(
        [
          { demand: 9, request: [5] },
          { demand: 6, request: [7] },
        ],
        [
          { cost: 15, capacity: [12] },
          { cost: 12, capacity: [11] },
        ],
      );
      expect(compare(model)).toEqual({
        costs: [123, 111],
        method: 'LargeNeighborhoodSearch',
        optimum: 111,
      });
    });

    it('the first one that found it, if others cost the same', () => {
      const model = aPackingModel(sizes(5, 6), [{ cost: 10, capacity: [10] }]);
      expect(compare(model)).toEqual({ costs: [50, 50], method: 'Greedy', optimum: 50 });
    });
  });

  describe('ends when the plan is proved to be within 0.05 % of the optimum', () => {
    /** Returns whether the search went on to large neighborhoods, which draw random numbers. */
    function goesOn(model: PackingModel): boolean {
      let draws = 0;
      const random = mulberry32(1);
      searchPlan(model, solveLpRelaxation(model, new WorkBudget(1_000)), {
        firstBudget: new WorkBudget(1_000),
        budget: new WorkBudget(20),
        random: () => {
          draws += 1;
          return random();
        },
      });
      return draws > 0;
    }

    it('by the LP relaxation, if nodes are full', () => {
      expect(goesOn(aPackingModel(sizes(8, 2), [{ cost: 10, capacity: [8] }]))).toBe(false);
    });

    it('by the LP relaxation, also with too many item types for column generation', () => {
      const requests = Array.from({ length: 81 }, () => 1);
      const full = aPackingModel(sizes(1, ...requests), [{ cost: 10, capacity: [81] }]);
      expect(goesOn(full)).toBe(false);
    });

    it('by column generation, if whole pods leave capacity unused', () => {
      // Cut pods would need 3 nodes of 10; whole ones need 5.
      expect(goesOn(aPackingModel(sizes(5, 6), [{ cost: 10, capacity: [10] }]))).toBe(false);
    });

    it('and goes on if the gap is larger: nine pods in pairs need 4.5 nodes at least', () => {
      expect(goesOn(aPackingModel(sizes(9, 5), [{ cost: 10, capacity: [10] }]))).toBe(true);
    });
  });

  it('uses resources evenly that have no dual price', () => {
    // CPU limits the nodes. Memory has no price, but pods that need much of it share no node.
    const model = aPackingModel(
      [
        { demand: 4, request: [2, 6] },
        { demand: 4, request: [2, 1] },
      ],
      [{ cost: 10, capacity: [4, 8] }],
    );
    const found = search(model, { budgetMs: 0 });
    expect(costOf(found?.plan ?? [])).toBe(40);
    expect(found?.plan.map(({ pattern }) => countsOf(model, pattern))).toEqual([[1, 1]]);
  });

  it('finds the optimum of small problems, and never a bound above it', () => {
    fc.assert(
      fc.property(smallPackingModels, (model) => {
        const found = search(model);
        const optimum = optimalCost(model);
        expect(costOf(found?.plan ?? [])).toBe(optimum);
        expect(found?.duals?.lowerBound ?? 0).toBeLessThanOrEqual((optimum ?? 0) + 1e-6);
        expect(leftBy(model, found?.plan ?? []).every((count) => count === 0)).toBe(true);
        expect(isFeasible(model, found?.plan ?? [])).toBe(true);
      }),
      { seed: 20_261_127, numRuns: 40 },
    );
  });
});
