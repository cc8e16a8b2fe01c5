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
import { findBestPattern } from './best-pattern.js';
import { ColumnGeneration } from './column-generation.js';
import { patternValueCeiling } from './node-knapsack.js';

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

  it('excludes patterns that only cut pods would make profitable', () => {
    // Beside a pod of 6, a node of 10 has room for four fifths of a pod of 5, but for no whole one.
    const model = aPackingModel(
      [
        { demand: 4, request: [6] },
        { demand: 4, request: [5] },
      ],
      [{ cost: 10, capacity: [10] }],
    );
    const { best, cost, runs } = solve(model);
    expect(cost).toBeCloseTo(4 * 10 + 2 * 10, 4);
    expect(best?.lowerBound).toBeCloseTo(60, 3);
    expect(best?.values[0]).toBeCloseTo(10, 3);
    expect(best?.values[1]).toBeCloseTo(5, 3);
    const used = runs.filter(({ nodes }) => nodes > 1e-3);
    const patterns = used.map(({ pattern }) => countsOf(model, pattern).join()).sort();
    expect(patterns).toEqual(['0,2', '1,0']);
  });

  it('limits nodes by the scarcest of CPU, memory, pods and extended resources', () => {
    // Milli-CPU, MiB, pods, GPUs: two pods with a GPU on a node, and beside them six others.
    const model = aPackingModel(
      [
        { demand: 4, request: [500, 1_024, 1, 1] },
        { demand: 12, request: [250, 512, 1, 0] },
      ],
      [{ cost: 1_250_000, capacity: [8_000, 32_768, 8, 2] }],
    );
    const { best, cost, runs } = solve(model, { estimate: 100_000 });
    expect(cost).toBeCloseTo(2 * 1_250_000, -1);
    expect(best?.lowerBound).toBeCloseTo(2 * 1_250_000, -1);
    const used = runs.filter(({ nodes }) => nodes > 1e-3);
    expect(used.map(({ pattern }) => countsOf(model, pattern))).toEqual([[2, 6]]);
  });

  it('counts a pod in full that a node without cost could hold but does not admit', () => {
    const model = aPackingModel(
      [
        { demand: 2, request: [1] },
        { demand: 2, request: [1] },
      ],
      [
        { cost: 0, capacity: [1], admits: [0] },
        { cost: 10, capacity: [1] },
      ],
    );
    const { best } = solve(model);
    expect(best?.lowerBound).toBeCloseTo(20, 4);
    expect(best?.values[0]).toBe(0);
    expect(best?.values[1]).toBeCloseTo(10, 4);
  });

  it('proves its bound with the dual prices of resources, which are 0 where a node costs nothing', () => {
    const model = aPackingModel(
      [
        { demand: 3, request: [6, 1] },
        { demand: 6, request: [2, 1] },
      ],
      [
        { cost: 10, capacity: [10, 9] },
        { cost: 0, capacity: [1, 9] },
        { cost: 7, capacity: [7, 9] },
      ],
    );
    const { best } = solve(model);
    expect(best?.lowerBound).toBeCloseTo(30, 3);
    const { values, multipliers } = best ?? { values: new Float64Array(2), multipliers: [] };
    expect([...(multipliers[1] ?? [])]).toEqual([0, 0]);
    expect(multipliers[0]?.some((price) => price > 0)).toBe(true);
    // They bound the patterns of the first offering, and guide the search over those of the last.
    const maxCounts = demandOf(model);
    const tasks = model.offerings.map((offering, index) => ({
      offering,
      task: { values, maxCounts, multipliers: multipliers[index] ?? new Float64Array(2) },
    }));
    expect(tasks.map(({ offering, task }) => patternValueCeiling(model, offering, task))).toEqual([
      expect.closeTo(10, 4),
      0,
      expect.closeTo(7.75, 4),
    ]);
    for (const { offering, task } of tasks.slice(2)) {
      const floor = offering.cost * (1 + 1e-5);
      const search = { ...task, floor, evaluations: 1_000 };
      expect(findBestPattern(model, offering, search, new WorkBudget(1))).toEqual({
        pattern: null,
        isProved: true,
      });
    }
  });

  describe('with work for one round', () => {
    /** The budget is checked between rounds, so that the first one is complete. */
    const oneRound = 0.001;

    it('scales estimates down until no pattern has more value than its node costs: a bound at once', () => {
      // The estimate of 20 is far too high: a node of 10 holds one pod. With 10, it is a proof.
      const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
      const { best, runs } = solve(model, { estimate: 20, budgetMs: oneRound });
      expect(best?.lowerBound).toBeCloseTo(40);
      expect(best?.values[0]).toBeCloseTo(10);
      expect(runs).toEqual([]);
    });

    it('scales the dual prices of resources with those of the pods', () => {
      const model = aPackingModel(
        [
          { demand: 1, request: [6] },
          { demand: 4, request: [5] },
        ],
        [{ cost: 10, capacity: [10] }],
      );
      const { best } = solve(model, { estimate: 20, budgetMs: oneRound });
      const { values, multipliers } = best ?? { values: new Float64Array(2), multipliers: [] };
      const ceiling = patternValueCeiling(model, offeringAt(model, 0), {
        values,
        maxCounts: demandOf(model),
        multipliers: multipliers[0] ?? new Float64Array(1),
      });
      expect(ceiling).toBeCloseTo(10, 4);
    });

    it('proves a bound that the estimates give, if they are too low', () => {
      // 1.05 times the estimate is the upper limit of a dual price in the first round.
      const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
      const { best } = solve(model, { estimate: 2, budgetMs: oneRound });
      expect(best?.lowerBound).toBeCloseTo(4 * 2.1, 4);
    });

    it('proves nothing if 16 new patterns end the round before all offerings were priced', () => {
      const onlyOwn = (count: number): PackingModel =>
        aPackingModel(
          Array.from({ length: count }, () => ({ demand: 1, request: [1] })),
          Array.from({ length: count }, (_, own) => ({ cost: 10, capacity: [1], admits: [own] })),
        );
      const after = (count: number, budgetMs: number) =>
        solve(onlyOwn(count), { estimate: 20, budgetMs }).best?.lowerBound ?? null;
      expect(after(16, oneRound)).toBeCloseTo(160, 3);
      expect(after(17, oneRound)).toBeNull();
      // The next rounds begin where the last one ended, so that all offerings are priced in the end.
      expect(after(17, 1_000)).toBeCloseTo(170, 3);
      expect(after(40, 1_000)).toBeCloseTo(400, 3);
    });
  });

  it('keeps the highest bound of its rounds', () => {
    const model = aPackingModel([{ demand: 4, request: [6] }], [{ cost: 10, capacity: [10] }]);
    const columns = new ColumnGeneration(model);
    columns.run(demandOf(model), Float64Array.of(20), new WorkBudget(1_000));
    const { best } = columns;
    columns.run(demandOf(model), Float64Array.of(1), new WorkBudget(0.001));
    expect(columns.best).toBe(best);
  });

  it('does not take a demand for the whole that differs in one item type', () => {
    const model = aPackingModel(
      [
        { demand: 4, request: [6] },
        { demand: 4, request: [4] },
      ],
      [{ cost: 10, capacity: [10] }],
    );
    expect(solve(model, { demand: Float64Array.of(4, 3) }).best).toBeNull();
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
