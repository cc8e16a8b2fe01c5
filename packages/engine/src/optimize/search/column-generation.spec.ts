import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aPackingModel,
  aPattern,
  countsOf,
  isFeasible,
  offeringAt,
  optimalCost,
  patternsOf,
  smallPackingModels,
  valueOf,
} from '../../testing/packing-models.js';
import type { PackingModel } from '../packing/packing-model.js';
import { demandOf } from '../packing/patterns.js';
import { WorkBudget } from '../work-budget.js';
import { ColumnGeneration } from './column-generation.js';

/** Solves the LP over all patterns, from estimates that are the same for all item types. */
function solve(
  model: PackingModel,
  given: {
    readonly estimate?: number;
    readonly demand?: Float64Array;
    readonly budgetMs?: number;
  } = {},
) {
  const columns = new ColumnGeneration(model);
  const { runs, values } = columns.run(
    given.demand ?? demandOf(model),
    Float64Array.from(model.itemTypes, () => given.estimate ?? 1),
    new WorkBudget(given.budgetMs ?? 1_000),
  );
  const cost = runs.reduce((sum, { pattern, nodes }) => sum + nodes * pattern.offering.cost, 0);
  return { columns, runs, values, cost, best: columns.best };
}

describe('ColumnGeneration', () => {
  it('needs fractional nodes: five pods of which two fit on a node need 2.5', () => {
    const model = aPackingModel([{ demand: 5, request: [4] }], [{ cost: 10, capacity: [10] }]);
    const { runs, values, best } = solve(model);
    expect(runs.map(({ pattern }) => countsOf(model, pattern))).toEqual([[2]]);
    expect(runs[0]?.nodes).toBeCloseTo(2.5, 4);
    expect(values[0]).toBeCloseTo(5);
    expect(best?.lowerBound).toBeCloseTo(25);
  });

  it('proves a higher bound than the LP relaxation, in which pods may be cut', () => {
    // Cut pods of 6 would need 0.6 of a node each; whole ones need a node.
    const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
    const { best } = solve(model);
    expect(best?.lowerBound).toBeCloseTo(40);
    expect(best?.values[0]).toBeCloseTo(10);
  });

  it('combines item types in patterns: pods of 6 and 4 share a node', () => {
    const model = aPackingModel(
      [
        { demand: 3, request: [6] },
        { demand: 3, request: [4] },
      ],
      [{ cost: 10, capacity: [10] }],
    );
    const { cost, best, runs } = solve(model);
    expect(cost).toBeCloseTo(30, 4);
    expect(best?.lowerBound).toBeCloseTo(30, 4);
    const used = runs.filter(({ nodes }) => nodes > 1e-3);
    expect(used.map(({ pattern }) => countsOf(model, pattern))).toEqual([[1, 1]]);
  });

  it('takes each offering where it costs least', () => {
    const model = aPackingModel(
      [
        { demand: 4, request: [1] },
        { demand: 2, request: [1] },
      ],
      [
        { cost: 8, capacity: [4] },
        { cost: 3, capacity: [2], admits: [1] },
      ],
    );
    const { best } = solve(model);
    expect([...(best?.values ?? [])].map((value) => Number(value.toFixed(4)))).toEqual([2, 1.5]);
    expect(best?.lowerBound).toBeCloseTo(11, 4);
  });

  it('finds the dual prices from any estimate, also from far too low and too high ones', () => {
    const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
    for (const estimate of [0, 1e-6, 10, 1e6])
      expect(solve(model, { estimate }).best?.lowerBound).toBeCloseTo(40, 4);
  });

  it('proves nothing without a round: the budget is spent, or there are no pods', () => {
    const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
    expect(solve(model, { budgetMs: 0 }).best).toBeNull();
    expect(solve(model, { budgetMs: 0 }).runs).toEqual([]);
    expect(solve(aPackingModel([], [{ cost: 1, capacity: [1] }])).best).toBeNull();
  });

  it('solves a part of the demand without a bound for the whole', () => {
    const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
    const { cost, best } = solve(model, { demand: Float64Array.of(2) });
    expect(cost).toBeCloseTo(20, 4);
    expect(best).toBeNull();
  });

  it('keeps the bound of the whole demand, when it solves parts of it', () => {
    const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
    const { columns, best } = solve(model);
    columns.run(Float64Array.of(1), Float64Array.of(1), new WorkBudget(1_000));
    expect(columns.best).toBe(best);
  });

  it('has no pattern with more pods than the demand has', () => {
    const model = aPackingModel([{ demand: 3, request: [1] }], [{ cost: 10, capacity: [10] }]);
    const { runs, cost } = solve(model);
    expect(runs.map(({ pattern }) => countsOf(model, pattern))).toEqual([[3]]);
    expect(cost).toBeCloseTo(10, 4);
  });

  it('keeps to the maximum number of pods on one node', () => {
    const model = aPackingModel(
      [{ demand: 6, request: [1], maxPerNode: 2 }],
      [{ cost: 10, capacity: [10] }],
    );
    expect(solve(model).best?.lowerBound).toBeCloseTo(30, 4);
  });

  it('uses the patterns of a plan that it is given, if no better ones are found in the budget', () => {
    const model = aPackingModel([{ demand: 6, request: [1] }], [{ cost: 10, capacity: [10] }]);
    const columns = new ColumnGeneration(model);
    const seeded = aPattern(offeringAt(model, 0), [6]);
    columns.seed([
      { pattern: seeded, nodes: 1 },
      { pattern: aPattern(offeringAt(model, 0), [6]), nodes: 1 },
    ]);
    const { runs } = columns.run(demandOf(model), Float64Array.of(5), new WorkBudget(1_000));
    expect(runs).toHaveLength(1);
    expect(runs[0]?.pattern).toBe(seeded);
  });

  it('counts pods that fit on nodes without cost as free, and the others in full', () => {
    const model = aPackingModel(
      [
        { demand: 2, request: [1] },
        { demand: 2, request: [3] },
      ],
      [
        { cost: 0, capacity: [1] },
        { cost: 10, capacity: [3] },
      ],
    );
    const { best } = solve(model);
    expect(best?.lowerBound).toBeCloseTo(20, 4);
    expect(best?.values[0]).toBe(0);
  });

  it('proves nothing if all nodes cost nothing', () => {
    const model = aPackingModel([{ demand: 2, request: [1] }], [{ cost: 0, capacity: [1] }]);
    expect(solve(model).best).toBeNull();
  });

  it('bounds the optimum from below, with dual prices that no pattern exceeds', () => {
    fc.assert(
      fc.property(smallPackingModels, (model) => {
        const { best, cost, runs } = solve(model, { estimate: 20 });
        const optimum = optimalCost(model) ?? 0;
        expect(best).not.toBeNull();
        if (best === null) return;
        expect(best.lowerBound).toBeLessThanOrEqual(optimum + 1e-6);
        // The LP is solved to optimality, so its cost is its bound.
        expect(best.lowerBound).toBeCloseTo(cost, 2);
        const total = valueOf([...demandOf(model)], best.values);
        expect(total).toBeCloseTo(best.lowerBound);
        expect(best.multipliers).toHaveLength(model.offerings.length);
        expect(isFeasible(model, runs)).toBe(true);
        for (const offering of model.offerings) {
          for (const counts of patternsOf(model, offering))
            expect(valueOf(counts, best.values)).toBeLessThanOrEqual(offering.cost * (1 + 1e-5));
        }
      }),
      { seed: 20_261_127, numRuns: 60 },
    );
  });
});
