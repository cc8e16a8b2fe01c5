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
import type { PackingModel } from '../packing/packing-model.js';
import { costOf, demandOf, type PatternRun } from '../packing/patterns.js';
import { WorkBudget } from '../work-budget.js';
import { packGreedily } from './greedy-packing.js';
import { NodeKnapsack } from './node-knapsack.js';

/** Packs the demand; values are those of item types, by default 1 each. */
function pack(
  model: PackingModel,
  given: {
    readonly values?: readonly number[];
    readonly mixing?: number;
    readonly left?: Float64Array;
    readonly budgetMs?: number;
  } = {},
): PatternRun[] | null {
  const budget = new WorkBudget(given.budgetMs ?? 1_000);
  const values = Float64Array.from(given.values ?? model.itemTypes.map(() => 1));
  return packGreedily(
    model,
    new NodeKnapsack(model, budget),
    { values, evaluations: 100, mixing: given.mixing ?? Infinity },
    { left: given.left ?? demandOf(model), offerings: model.offerings, budget },
  );
}

const nodesOf = (model: PackingModel, plan: PatternRun[] | null) =>
  plan?.map(({ pattern, nodes }) => ({
    type: pattern.offering.type,
    counts: countsOf(model, pattern),
    nodes,
  }));

describe('packGreedily', () => {
  it('needs no nodes if no pods are left', () => {
    const model = aPackingModel([{ demand: 4, request: [1] }], [{ cost: 5, capacity: [4] }]);
    expect(pack(model, { left: Float64Array.of(0) })).toEqual([]);
  });

  it('repeats the best pattern as often as the demand fills it, then places the rest', () => {
    const model = aPackingModel([{ demand: 11, request: [1] }], [{ cost: 5, capacity: [4] }]);
    expect(nodesOf(model, pack(model))).toEqual([
      { type: 0, counts: [4], nodes: 2 },
      { type: 0, counts: [3], nodes: 1 },
    ]);
  });

  it('takes the offering with the highest ratio of value to cost, and a cheaper one for the rest', () => {
    const model = aPackingModel(
      [{ demand: 9, request: [1] }],
      [
        { cost: 3, capacity: [1] },
        { cost: 8, capacity: [8] },
      ],
    );
    expect(nodesOf(model, pack(model))).toEqual([
      { type: 1, counts: [8], nodes: 1 },
      { type: 0, counts: [1], nodes: 1 },
    ]);
  });

  it('takes the first of offerings with equal ratios', () => {
    const model = aPackingModel(
      [{ demand: 2, request: [1] }],
      [
        { cost: 4, capacity: [2] },
        { cost: 4, capacity: [3] },
      ],
    );
    expect(nodesOf(model, pack(model))).toEqual([{ type: 0, counts: [2], nodes: 1 }]);
  });

  it('keeps to the maximum number of pods on one node', () => {
    const model = aPackingModel(
      [{ demand: 4, request: [1], maxPerNode: 2 }],
      [{ cost: 5, capacity: [9] }],
    );
    expect(nodesOf(model, pack(model))).toEqual([{ type: 0, counts: [2], nodes: 2 }]);
  });

  it('decreases the pods that are left to 0', () => {
    const model = aPackingModel([{ demand: 4, request: [1] }], [{ cost: 5, capacity: [3] }]);
    const left = Float64Array.of(4);
    pack(model, { left });
    expect([...left]).toEqual([0]);
  });

  it('fills nodes without cost first', () => {
    const model = aPackingModel(
      [{ demand: 3, request: [1] }],
      [
        { cost: 5, capacity: [4] },
        { cost: 0, capacity: [2] },
      ],
    );
    expect(nodesOf(model, pack(model))).toEqual([
      { type: 1, counts: [2], nodes: 1 },
      { type: 1, counts: [1], nodes: 1 },
    ]);
  });

  it('evaluates offerings by their ratio although a free one holds none of the pods that are left', () => {
    // The free node holds only the first pod. 12 of the others have the ratio 3 on the last offering
    // and 10 the ratio 2.5, above the 2 of the first offering.
    const model = aPackingModel(
      [
        { demand: 1, request: [1] },
        { demand: 22, request: [1] },
      ],
      [
        { cost: 1, capacity: [2], admits: [1] },
        { cost: 1, capacity: [1], admits: [1] },
        { cost: 0, capacity: [1], admits: [0] },
        { cost: 2, capacity: [1], admits: [1] },
        { cost: 4, capacity: [12], admits: [1] },
      ],
    );
    expect(nodesOf(model, pack(model))).toEqual([
      { type: 2, counts: [1, 0], nodes: 1 },
      { type: 4, counts: [0, 12], nodes: 1 },
      { type: 4, counts: [0, 10], nodes: 1 },
    ]);
  });

  it('plans the other pods as if a free node that holds none of them did not exist', () => {
    // No two ratios are equal, so that the order of the offerings does not matter.
    const paid = [
      { cost: 101, capacity: [2] },
      { cost: 107, capacity: [1] },
      { cost: 203, capacity: [1] },
      { cost: 409, capacity: [12] },
      { cost: 311, capacity: [5] },
      { cost: 713, capacity: [9] },
    ].map((bin) => ({ ...bin, admits: [1] }));
    const free = { cost: 0, capacity: [1], admits: [0] };
    const orders = fc.record({
      bins: fc.shuffledSubarray(paid, { minLength: paid.length }),
      at: fc.nat(paid.length),
      demand: fc.integer({ min: 1, max: 40 }),
    });
    const bought = (demand: number, bins: readonly (typeof free)[], freePods: number) => {
      const model = aPackingModel(
        [
          { demand: freePods, request: [1] },
          { demand, request: [1] },
        ],
        bins,
      );
      return pack(model)
        ?.filter(({ pattern }) => pattern.offering.cost > 0)
        .map(({ pattern: { offering, counts }, nodes }) => ({
          cost: offering.cost,
          capacity: [...offering.capacity],
          counts: [...counts],
          nodes,
        }));
    };
    fc.assert(
      fc.property(orders, ({ bins, at, demand }) => {
        expect(bought(demand, bins.toSpliced(at, 0, free), 1)).toEqual(bought(demand, bins, 0));
      }),
      { seed: 20_261_127, numRuns: 100 },
    );
  });

  it('finds no plan if some pods fit on no node', () => {
    const model = aPackingModel(
      [
        { demand: 1, request: [9] },
        { demand: 1, request: [1] },
      ],
      [{ cost: 5, capacity: [4] }],
    );
    expect(pack(model)).toBeNull();
  });

  it('finds no plan for pods without value: no pattern has a positive ratio', () => {
    const model = aPackingModel([{ demand: 1, request: [1] }], [{ cost: 5, capacity: [4] }]);
    expect(pack(model, { values: [0] })).toBeNull();
  });

  it('finds no plan if the budget is spent', () => {
    const model = aPackingModel([{ demand: 1, request: [1] }], [{ cost: 5, capacity: [4] }]);
    expect(pack(model, { budgetMs: 0 })).toBeNull();
  });

  it('mixes item types on a node as the demand is mixed, if the mixing is low', () => {
    // The first item type has a slightly higher value, so that without a limit it fills nodes alone.
    const model = aPackingModel(
      [
        { demand: 8, request: [1] },
        { demand: 8, request: [1] },
      ],
      [{ cost: 4, capacity: [4] }],
    );
    const values = [1.01, 1];
    expect(nodesOf(model, pack(model, { values }))).toEqual([
      { type: 0, counts: [4, 0], nodes: 2 },
      { type: 0, counts: [0, 4], nodes: 2 },
    ]);
    const [first] = nodesOf(model, pack(model, { values, mixing: 1 })) ?? [];
    // A node at 4 is a quarter of the value of 16.08: at most ceil(8 × 0.249) = 2 pods of each.
    expect(first?.counts).toEqual([2, 2]);
  });

  it('places all pods on nodes that hold them, at no less than the optimum', () => {
    const cases = fc.record({
      model: smallPackingModels,
      values: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 3 }),
      mixing: fc.constantFrom(1, 1.5, Infinity),
    });
    fc.assert(
      fc.property(cases, ({ model, values, mixing }) => {
        const plan = pack(model, { values: values.slice(0, model.itemTypes.length), mixing });
        expect(plan).not.toBeNull();
        if (plan === null) return;
        expect(leftBy(model, plan).every((count) => count === 0)).toBe(true);
        expect(isFeasible(model, plan)).toBe(true);
        expect(costOf(plan)).toBeGreaterThanOrEqual(optimalCost(model) ?? Infinity);
      }),
      { seed: 20_261_127, numRuns: 80 },
    );
  });
});
