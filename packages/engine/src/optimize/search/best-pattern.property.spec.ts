import { aNodePool, anInstanceType, aPod, aSnapshot } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { compilePackingModel } from '../packing/compile-packing-model.js';
import { relaxedDemand } from '../packing/demand.js';
import type { PackingModel, Pattern } from '../packing/packing-model.js';
import { WorkBudget } from '../work-budget.js';
import { findBestPattern } from './best-pattern.js';

/** A packing model with one offering that holds a few pods of each item type, and dual prices. */
const models = fc
  .record({
    cores: fc.integer({ min: 4, max: 16 }),
    gib: fc.integer({ min: 8, max: 48 }),
    itemTypes: fc.uniqueArray(
      fc.record({
        milliCpu: fc.integer({ min: 2, max: 24 }).map((quarters) => quarters * 250),
        memoryMib: fc.integer({ min: 1, max: 24 }).map((halves) => halves * 512),
        dualValue: fc.integer({ min: 1, max: 400 }),
        count: fc.integer({ min: 1, max: 6 }),
      }),
      {
        minLength: 1,
        maxLength: 4,
        selector: ({ milliCpu, memoryMib }) => `${milliCpu}/${memoryMib}`,
      },
    ),
  })
  .map(({ cores, gib, itemTypes }) => {
    const snapshot = aSnapshot()
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withInstanceTypes(
        anInstanceType('only')
          .with({ milliCpu: cores * 1_000, memoryMib: gib * 1_024 })
          .offeredAt({ microUsdPerHour: 100_000, in: ['zone-a'] }),
      )
      .withPods(
        ...itemTypes.map(({ milliCpu, memoryMib, count }, index) =>
          aPod(`group-${index}`).requesting({ milliCpu, memoryMib }).times(count),
        ),
      )
      .build();
    const problem = compileProblem(snapshot);
    const model = compilePackingModel(problem, relaxedDemand(firstFit(problem)), {
      nodeChargeMicroUsdPerHour: 0,
      keepsPoolOrder: false,
    });
    const values = Float64Array.from(
      model.itemTypes,
      (_, itemType) => itemTypes[itemType]?.dualValue ?? 0,
    );
    return { model, values };
  })
  .filter(({ model }) => model.offerings.length > 0);

const dualValueOf = ({ itemTypes, counts }: Pattern, values: Float64Array): number =>
  itemTypes.reduce(
    (sum, itemType, index) => sum + (values[itemType] ?? 0) * (counts[index] ?? 0),
    0,
  );

/** Returns the value of the best pattern, by evaluating all of them. */
function bestValue(
  { itemTypes, requests, width, offerings }: PackingModel,
  values: Float64Array,
): number {
  const bestFrom = (itemType: number, left: readonly number[]): number => {
    const own = itemTypes[itemType];
    if (own === undefined) return 0;
    let best = 0;
    for (let count = 0; count <= own.demand; count++) {
      const rest = left.map((free, k) => free - count * (requests[itemType * width + k] ?? 0));
      if (rest.some((free) => free < 0)) break;
      best = Math.max(best, count * (values[itemType] ?? 0) + bestFrom(itemType + 1, rest));
    }
    return best;
  };
  return bestFrom(0, [...(offerings[0]?.capacity ?? [])]);
}

describe('the best pattern of a node', () => {
  const search = (
    { model, values }: { readonly model: PackingModel; readonly values: Float64Array },
    given: {
      readonly guide: readonly number[];
      readonly floor: number;
      readonly evaluations?: number;
    },
  ) => {
    const [offering] = model.offerings;
    if (offering === undefined) throw new Error('the model has no offering');
    const task = {
      values,
      maxCounts: Float64Array.from(model.itemTypes, ({ demand }) => demand),
      multipliers: Float64Array.from(model.largest, (_, k) => given.guide[k] ?? 0),
      floor: given.floor,
      evaluations: given.evaluations ?? 1_000_000,
    };
    return findBestPattern(model, offering, task, new WorkBudget(1_000));
  };

  it('is found with any dual prices of resources; none is found if no value is above the floor', () => {
    fc.assert(
      fc.property(
        models,
        fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 3 }),
        (given, guide) => {
          const best = bestValue(given.model, given.values);
          const found = search(given, { guide, floor: best - 1 });
          expect(found.isProved).toBe(true);
          expect(found.pattern === null ? 0 : dualValueOf(found.pattern, given.values)).toBe(best);
          expect(search(given, { guide, floor: best })).toMatchObject({
            pattern: null,
            isProved: true,
          });
        },
      ),
      { seed: 20_261_122, numRuns: 60 },
    );
  });

  it('is not proved if there are more patterns than the maximum number of evaluations', () => {
    const [given] = fc.sample(
      models.filter(({ model }) => model.itemTypes.length === 4),
      { seed: 3, numRuns: 1 },
    );
    expect(given).toBeDefined();
    if (given === undefined) return;
    expect(search(given, { guide: [], floor: 0, evaluations: 1 }).isProved).toBe(false);
  });
});
