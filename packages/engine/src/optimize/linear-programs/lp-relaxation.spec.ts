import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aPackingModel,
  optimalCost,
  patternsOf,
  smallPackingModels,
  valueOf,
} from '../../testing/packing-models.js';
import type { PackingModel } from '../packing/packing-model.js';
import { WorkBudget } from '../work-budget.js';
import { solveLpRelaxation } from './lp-relaxation.js';

const relaxationOf = (model: PackingModel) => solveLpRelaxation(model, new WorkBudget(1_000));

const boundOf = (model: PackingModel): number =>
  valueOf(
    model.itemTypes.map(({ demand }) => demand),
    relaxationOf(model).values,
  );

describe('solveLpRelaxation', () => {
  it('prices a pod by its part of the node, if only one resource is scarce', () => {
    const model = aPackingModel([{ demand: 6, request: [2, 1] }], [{ cost: 40, capacity: [8, 8] }]);
    const { values, multipliers } = relaxationOf(model);
    // A quarter of a node at 40; the second resource is never full.
    expect(values[0]).toBeCloseTo(10);
    expect(multipliers.map((own) => [...own].map((price) => Math.round(price)))).toEqual([[40, 0]]);
  });

  it('prices pods by the offering that costs least per unit', () => {
    const model = aPackingModel(
      [{ demand: 5, request: [1] }],
      [
        { cost: 12, capacity: [4] },
        { cost: 16, capacity: [8] },
      ],
    );
    expect(relaxationOf(model).values[0]).toBeCloseTo(2);
  });

  it('prices both resources, if nodes of two shapes are needed for them', () => {
    // Two offerings at 10: (4,1) and (1,4). One unit of each resource costs 2.
    const model = aPackingModel(
      [{ demand: 10, request: [1, 1] }],
      [
        { cost: 10, capacity: [4, 1] },
        { cost: 10, capacity: [1, 4] },
      ],
    );
    expect(relaxationOf(model).values[0]).toBeCloseTo(4);
  });

  it('prices a pod by the cheapest group of offerings that admits it', () => {
    const model = aPackingModel(
      [
        { demand: 4, request: [1] },
        { demand: 4, request: [1] },
      ],
      [
        { cost: 30, capacity: [3] },
        { cost: 12, capacity: [3], admits: [1] },
      ],
    );
    const { values } = relaxationOf(model);
    expect(values[0]).toBeCloseTo(10);
    expect(values[1]).toBeCloseTo(4);
  });

  it('gives pods that no offering admits a dual price of 0', () => {
    const model = aPackingModel(
      [
        { demand: 4, request: [1] },
        { demand: 4, request: [1] },
      ],
      [{ cost: 30, capacity: [3], admits: [0] }],
    );
    const { values } = relaxationOf(model);
    expect(values[0]).toBeCloseTo(10);
    expect(values[1]).toBe(0);
  });

  it('gives pods that fit on nodes without cost a dual price of exactly 0', () => {
    const model = aPackingModel(
      [
        { demand: 4, request: [1] },
        { demand: 4, request: [3] },
      ],
      [
        { cost: 0, capacity: [2], admits: [0] },
        { cost: 9, capacity: [3] },
      ],
    );
    for (const budgetMs of [0, 1_000]) {
      const { values } = solveLpRelaxation(model, new WorkBudget(budgetMs));
      expect(values[0]).toBe(0);
    }
    expect(relaxationOf(model).values[1]).toBeCloseTo(9);
  });

  it('has prices that no offering exceeds, if the first one costs nothing', () => {
    const free = { cost: 0, capacity: [1, 0] };
    const model = aPackingModel(
      [{ demand: 4, request: [1, 1] }],
      [{ cost: 9, capacity: [3, 3] }, free],
    );
    const { values, multipliers } = relaxationOf(model);
    // Free nodes hold no pod, but all of the first resource; the second one costs 3 per pod.
    expect(values[0]).toBeCloseTo(3);
    expect(multipliers[0]?.[0]).toBe(0);
    // Also if the simplex method does not even start: the second resource keeps its price.
    expect(solveLpRelaxation(model, new WorkBudget(0)).values[0]).toBeCloseTo(3);
  });

  it('lets pods that several groups admit use what others leave', () => {
    // Pods 0 need the large node, and leave memory there. Four of pods 1 use it at 2 each; for the
    // others the small node costs 9 / 4 each: 20 × 1.2 + 2 × 2.25 in total.
    const model = aPackingModel(
      [
        { demand: 4, request: [2, 1] },
        { demand: 6, request: [1, 2] },
      ],
      [
        { cost: 20, capacity: [10, 10] },
        { cost: 9, capacity: [4, 8], admits: [1] },
      ],
    );
    const { values } = relaxationOf(model);
    expect(boundOf(model)).toBeCloseTo(28.5, 4);
    expect(values[0]).toBeCloseTo(3.75);
    expect(values[1]).toBeCloseTo(2.25);
  });

  it('sends each of several item types to the group where it fits best', () => {
    // Each pod fills half of the scarce resource of one node, and all of it on the other.
    const model = aPackingModel(
      [
        { demand: 3, request: [2, 1] },
        { demand: 3, request: [1, 2] },
        { demand: 2, request: [1, 1] },
      ],
      [
        { cost: 8, capacity: [8, 2], admits: [0, 1] },
        { cost: 8, capacity: [2, 8], admits: [1, 0, 2] },
      ],
    );
    const { values, multipliers } = relaxationOf(model);
    expect([...values].slice(0, 2).map((value) => Number(value.toFixed(4)))).toEqual([4, 4]);
    expect(multipliers).toHaveLength(2);
  });

  it('is exact for one resource: each pod at the lowest price per unit that admits it', () => {
    const cases = fc.record({
      items: fc.array(
        fc.record({
          demand: fc.integer({ min: 1, max: 9 }),
          request: fc.integer({ min: 1, max: 5 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      bins: fc.array(
        fc.record({
          cost: fc.integer({ min: 1, max: 50 }),
          capacity: fc.integer({ min: 5, max: 20 }),
          admits: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
        }),
        { maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(cases, ({ items, bins }) => {
        const all = [...bins, { cost: 60, capacity: 10, admits: [0, 1, 2, 3] }].map((bin) => ({
          ...bin,
          admits: bin.admits.filter((item) => item < items.length),
        }));
        const model = aPackingModel(
          items.map(({ demand, request }) => ({ demand, request: [request] })),
          all.map((bin) => ({ ...bin, capacity: [bin.capacity] })),
        );
        const { values } = relaxationOf(model);
        items.forEach(({ request }, item) => {
          const prices = all
            .filter(({ admits }) => admits.includes(item))
            .map(({ cost, capacity }) => cost / capacity);
          expect(values[item]).toBeCloseTo(request * Math.min(...prices), 4);
        });
      }),
      { seed: 20_261_127, numRuns: 100 },
    );
  });

  it('has no dual prices without pods', () => {
    const { values, multipliers } = relaxationOf(aPackingModel([], [{ cost: 5, capacity: [1] }]));
    expect([...values]).toEqual([]);
    expect(multipliers).toHaveLength(1);
  });

  it('is exact for amounts as large as bytes', () => {
    const gib = 2 ** 30;
    const model = aPackingModel(
      [{ demand: 1_000, request: [4 * gib] }],
      [{ cost: 250_000, capacity: [256 * gib] }],
    );
    expect(boundOf(model)).toBeCloseTo((1_000 / 64) * 250_000, 3);
  });

  it('stays below the optimum if the budget is spent at once', () => {
    const model = aPackingModel([{ demand: 6, request: [2] }], [{ cost: 40, capacity: [8] }]);
    const { values } = solveLpRelaxation(model, new WorkBudget(0));
    expect(6 * (values[0] ?? 0)).toBeLessThanOrEqual(80);
  });

  it('is a lower bound of the optimum, and no node holds pods of a higher value than its cost', () => {
    fc.assert(
      fc.property(smallPackingModels, (model) => {
        const optimum = optimalCost(model);
        const { values } = relaxationOf(model);
        expect(boundOf(model)).toBeLessThanOrEqual((optimum ?? 0) + 1e-6);
        for (const offering of model.offerings) {
          for (const counts of patternsOf(model, offering))
            expect(valueOf(counts, values)).toBeLessThanOrEqual(offering.cost + 1e-6);
        }
      }),
      { seed: 20_261_127, numRuns: 60 },
    );
  });

  it('is a lower bound too, if some nodes cost nothing', () => {
    fc.assert(
      fc.property(smallPackingModels, fc.nat(2), (given, index) => {
        const model = {
          ...given,
          offerings: given.offerings.map((offering, at) =>
            at === index % given.offerings.length ? { ...offering, cost: 0 } : offering,
          ),
        };
        const { values } = relaxationOf(model);
        expect(boundOf(model)).toBeLessThanOrEqual((optimalCost(model) ?? 0) + 1e-6);
        for (const offering of model.offerings) {
          const slack = offering.cost === 0 ? 0 : 1e-6;
          for (const counts of patternsOf(model, offering))
            expect(valueOf(counts, values)).toBeLessThanOrEqual(offering.cost + slack);
        }
      }),
      { seed: 20_261_127, numRuns: 60 },
    );
  });

  it('is the optimum if whole nodes are filled by whole pods', () => {
    const demand = fc.integer({ min: 1, max: 5 }).map((nodes) => nodes * 4);
    fc.assert(
      fc.property(demand, fc.integer({ min: 1, max: 50 }), (count, cost) => {
        const model = aPackingModel([{ demand: count, request: [2] }], [{ cost, capacity: [8] }]);
        expect(boundOf(model)).toBeCloseTo((count / 4) * cost, 4);
        expect(boundOf(model)).toBeLessThanOrEqual((count / 4) * cost + 1e-9);
      }),
      { seed: 20_261_127, numRuns: 30 },
    );
  });
});
