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
import { costOf } from '../packing/patterns.js';
import { findOptimalPlan } from './optimal-plan.js';

describe('findOptimalPlan', () => {
  it('needs no nodes for no pods', () => {
    const model = aPackingModel([], [{ cost: 5, capacity: [1] }]);
    expect(findOptimalPlan(model)).toEqual({ plan: [], cost: 0 });
  });

  it('takes the cheapest offering that holds one pod', () => {
    const model = aPackingModel(
      [{ demand: 1, request: [3] }],
      [
        { cost: 9, capacity: [8] },
        { cost: 4, capacity: [2] },
        { cost: 7, capacity: [3] },
      ],
    );
    const found = findOptimalPlan(model);
    expect(found?.cost).toBe(7);
    expect(found?.plan).toMatchObject([{ nodes: 1, pattern: { offering: { type: 2 } } }]);
  });

  it('mixes offerings: one large node and one small one', () => {
    const model = aPackingModel(
      [{ demand: 5, request: [1] }],
      [
        { cost: 10, capacity: [4] },
        { cost: 3, capacity: [1] },
      ],
    );
    const found = findOptimalPlan(model);
    expect(found?.cost).toBe(13);
    expect(found?.plan.map(({ pattern }) => countsOf(model, pattern)).sort()).toEqual([[1], [4]]);
  });

  it('beats placing large pods first: pods of 6 and 4 share nodes of 10', () => {
    const model = aPackingModel(
      [
        { demand: 2, request: [6] },
        { demand: 2, request: [4] },
      ],
      [{ cost: 10, capacity: [10] }],
    );
    const found = findOptimalPlan(model);
    expect(found?.cost).toBe(20);
    expect(found?.plan.map(({ pattern }) => countsOf(model, pattern))).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('keeps to the maximum number of pods on one node', () => {
    const model = aPackingModel(
      [{ demand: 5, request: [1], maxPerNode: 2 }],
      [{ cost: 10, capacity: [100] }],
    );
    expect(findOptimalPlan(model)?.cost).toBe(30);
  });

  it('takes an offering only for item types that it admits', () => {
    const model = aPackingModel(
      [
        { demand: 1, request: [1] },
        { demand: 1, request: [1] },
      ],
      [
        { cost: 5, capacity: [9], admits: [1] },
        { cost: 8, capacity: [9], admits: [0] },
      ],
    );
    expect(findOptimalPlan(model)?.cost).toBe(13);
  });

  it('finds nothing if some pods fit on no node', () => {
    const model = aPackingModel(
      [
        { demand: 1, request: [1] },
        { demand: 1, request: [9] },
      ],
      [{ cost: 5, capacity: [8] }],
    );
    expect(findOptimalPlan(model)).toBeNull();
  });

  it('finds nothing without offerings', () => {
    expect(findOptimalPlan(aPackingModel([{ demand: 1, request: [] }], []))).toBeNull();
  });

  it('uses nodes that cost nothing', () => {
    const model = aPackingModel(
      [{ demand: 3, request: [2] }],
      [
        { cost: 0, capacity: [2] },
        { cost: 1, capacity: [6] },
      ],
    );
    expect(findOptimalPlan(model)?.cost).toBe(0);
  });

  it('is left out for more than 2,048 parts of the demand', () => {
    const bins = [{ cost: 10, capacity: [1_000] }];
    const itemsOf = (...demands: readonly number[]) =>
      demands.map((demand, index) => ({ demand, request: [index + 1] }));
    // 2^11 = 2,048 parts and 3^11 = 177,147 splits; then 2^12 parts.
    expect(findOptimalPlan(aPackingModel(itemsOf(...Array(11).fill(1)), bins))?.cost).toBe(10);
    expect(findOptimalPlan(aPackingModel(itemsOf(...Array(12).fill(1)), bins))).toBeNull();
  });

  it('is left out for more than 300,000 splits of parts in two', () => {
    const bins = [{ cost: 10, capacity: [1_000] }];
    const modelOf = (demand: number) => aPackingModel([{ demand, request: [1] }], bins);
    // (n + 1) (n + 2) / 2 splits: 299,925 for 773 pods, 300,700 for 774.
    expect(findOptimalPlan(modelOf(773))?.cost).toBe(10);
    expect(findOptimalPlan(modelOf(774))).toBeNull();
  });

  it('costs as much as the optimum by enumeration, and places all pods where they fit', () => {
    fc.assert(
      fc.property(smallPackingModels, (model) => {
        const found = findOptimalPlan(model);
        expect(found?.cost).toBe(optimalCost(model));
        const plan = found?.plan ?? [];
        expect(costOf(plan)).toBe(found?.cost);
        expect(leftBy(model, plan).every((count) => count === 0)).toBe(true);
        expect(isFeasible(model, plan)).toBe(true);
      }),
      { seed: 20_261_127, numRuns: 100 },
    );
  });
});
