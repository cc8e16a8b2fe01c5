import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestValue, fill, limitsOf } from '../../testing/fill-node.js';
import { holds, smallPackingModels, valueOf } from '../../testing/packing-models.js';
import { patternValueCeiling } from './node-knapsack.js';

describe('the relaxed pattern of a node', () => {
  it('is at least as valuable as every pattern of whole pods', () => {
    fc.assert(
      fc.property(smallPackingModels, fc.array(fc.nat(20), { minLength: 3 }), (model, prices) => {
        const values = Float64Array.from(prices);
        for (const offering of model.offerings) {
          const { relaxed } = fill(model, offering, prices);
          expect(relaxed.dualValue).toBeGreaterThan(bestValue(model, offering, values) - 1e-6);
        }
      }),
      { seed: 20_261_127, numRuns: 60 },
    );
  });
});

describe('the packed pattern of a node', () => {
  it('fits on the node and has the value that it says, with any number of evaluations', () => {
    const cases = fc.record({
      model: smallPackingModels,
      prices: fc.array(fc.nat(20), { minLength: 3 }),
      evaluations: fc.constantFrom(1, 3, 1_000),
    });
    fc.assert(
      fc.property(cases, ({ model, prices, evaluations }) => {
        const values = Float64Array.from(prices);
        for (const offering of model.offerings) {
          const { counts, value } = fill(model, offering, prices, { evaluations });
          expect(holds(model, offering, counts)).toBe(true);
          expect(value).toBe(valueOf(counts, values));
          expect(value).toBeLessThanOrEqual(bestValue(model, offering, values));
          const single = counts.map((_, itemType) => counts.map((_one, at) => +(at === itemType)));
          for (const one of single.filter((pod) => holds(model, offering, pod)))
            expect(value).toBeGreaterThanOrEqual(evaluations < 1_000 ? 0 : valueOf(one, values));
        }
      }),
      { seed: 20_261_127, numRuns: 60 },
    );
  });

  it('has at least the value of the relaxation rounded down, however few the evaluations', () => {
    fc.assert(
      fc.property(smallPackingModels, fc.array(fc.nat(20), { minLength: 3 }), (given, random) => {
        for (const offering of given.offerings) {
          const filled = fill(given, offering, random, { evaluations: 1 });
          const whole = [...filled.relaxed.itemTypes].reduce(
            (sum, itemType, index) =>
              sum + (filled.relaxed.counts[index] ?? 0) * (random[itemType] ?? 0),
            0,
          );
          expect(filled.value).toBeGreaterThanOrEqual(whole);
        }
      }),
      { seed: 20_261_127, numRuns: 100 },
    );
  });

  it('leaves no room for another pod of value', () => {
    fc.assert(
      fc.property(smallPackingModels, (model) => {
        const prices = model.itemTypes.map((_, itemType) => itemType + 1);
        const limits = limitsOf(model);
        for (const offering of model.offerings) {
          const { counts } = fill(model, offering, prices);
          counts.forEach((count, itemType) => {
            const more = counts.with(itemType, count + 1);
            const isAllowed = count < (limits[itemType] ?? 0);
            expect(isAllowed && holds(model, offering, more)).toBe(false);
          });
        }
      }),
      { seed: 20_261_127, numRuns: 60 },
    );
  });
});

describe('patternValueCeiling', () => {
  it('is at least the value of every pattern, with any dual prices of resources', () => {
    const cases = fc.record({
      given: smallPackingModels,
      prices: fc.array(fc.nat(20), { minLength: 3 }),
      multipliers: fc.tuple(fc.nat(60), fc.nat(60)),
    });
    fc.assert(
      fc.property(cases, ({ given, prices, multipliers }) => {
        const values = Float64Array.from(prices);
        for (const offering of given.offerings) {
          const upper = patternValueCeiling(given, offering, {
            values,
            maxCounts: limitsOf(given),
            multipliers: Float64Array.from(multipliers),
          });
          expect(upper).toBeGreaterThan(bestValue(given, offering, values) - 1e-6);
        }
      }),
      { seed: 20_261_127, numRuns: 100 },
    );
  });
});
