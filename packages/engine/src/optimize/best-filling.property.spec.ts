import { aNodePool, anInstanceType, aPod, aSnapshot } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../scheduling/first-fit.js';
import { compileProblem } from '../scheduling/problem.js';
import { bestFilling } from './best-filling.js';
import { compileMarket } from './compile-market.js';
import { leastDemand } from './demand.js';
import type { Fill, Market } from './market.js';
import { WorkBudget } from './work-budget.js';

/** A market of one type with room for a few of each shape, and what a pod of each shape is worth. */
const markets = fc
  .record({
    cores: fc.integer({ min: 4, max: 16 }),
    gib: fc.integer({ min: 8, max: 48 }),
    shapes: fc.uniqueArray(
      fc.record({
        milliCpu: fc.integer({ min: 2, max: 24 }).map((quarters) => quarters * 250),
        memoryMib: fc.integer({ min: 1, max: 24 }).map((halves) => halves * 512),
        worth: fc.integer({ min: 1, max: 400 }),
        count: fc.integer({ min: 1, max: 6 }),
      }),
      {
        minLength: 1,
        maxLength: 4,
        selector: ({ milliCpu, memoryMib }) => `${milliCpu}/${memoryMib}`,
      },
    ),
  })
  .map(({ cores, gib, shapes }) => {
    const snapshot = aSnapshot()
      .withNodePools(aNodePool().buyingAnything())
      .withInstanceTypes(
        anInstanceType('only')
          .with({ milliCpu: cores * 1_000, memoryMib: gib * 1_024 })
          .sold({ microUsdPerHour: 100_000, in: ['zone-a'] }),
      )
      .withPods(
        ...shapes.map(({ milliCpu, memoryMib, count }, index) =>
          aPod(`shape-${index}`).requesting({ milliCpu, memoryMib }).times(count),
        ),
      )
      .build();
    const problem = compileProblem(snapshot);
    const market = compileMarket(problem, leastDemand(firstFit(problem)), {
      nodeChargeMicroUsdPerHour: 0,
      keepsPoolOrder: false,
    });
    const values = Float64Array.from(market.shapes, (_, shape) => shapes[shape]?.worth ?? 0);
    return { market, values };
  })
  .filter(({ market }) => market.offerings.length > 0);

const worthOf = ({ shapes, counts }: Fill, values: Float64Array): number =>
  shapes.reduce((sum, shape, index) => sum + (values[shape] ?? 0) * (counts[index] ?? 0), 0);

/** What the best filling is worth, by trying each. */
function bestWorth({ shapes, requests, width, offerings }: Market, values: Float64Array): number {
  const fillFrom = (shape: number, left: readonly number[]): number => {
    const own = shapes[shape];
    if (own === undefined) return 0;
    let best = 0;
    for (let count = 0; count <= own.demand; count++) {
      const rest = left.map((free, k) => free - count * (requests[shape * width + k] ?? 0));
      if (rest.some((free) => free < 0)) break;
      best = Math.max(best, count * (values[shape] ?? 0) + fillFrom(shape + 1, rest));
    }
    return best;
  };
  return fillFrom(0, [...(offerings[0]?.room ?? [])]);
}

describe('the best filling of a node', () => {
  const search = (
    { market, values }: { readonly market: Market; readonly values: Float64Array },
    given: { readonly guide: readonly number[]; readonly floor: number; readonly looks?: number },
  ) => {
    const [offering] = market.offerings;
    if (offering === undefined) throw new Error('the market has no offering');
    const task = {
      values,
      most: Float64Array.from(market.shapes, ({ demand }) => demand),
      multipliers: Float64Array.from(market.largest, (_, k) => given.guide[k] ?? 0),
      floor: given.floor,
      looks: given.looks ?? 1_000_000,
    };
    return bestFilling(market, offering, task, new WorkBudget(1_000));
  };

  it('is found among all, whatever guides the search, and nothing where none is worth more', () => {
    fc.assert(
      fc.property(
        markets,
        fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 3 }),
        (given, guide) => {
          const best = bestWorth(given.market, given.values);
          const found = search(given, { guide, floor: best - 1 });
          expect(found.isProved).toBe(true);
          expect(found.fill === null ? 0 : worthOf(found.fill, given.values)).toBe(best);
          expect(search(given, { guide, floor: best })).toMatchObject({
            fill: null,
            isProved: true,
          });
        },
      ),
      { seed: 20_261_122, numRuns: 60 },
    );
  });

  it('is not proved when there are more fillings than may be looked at', () => {
    const [given] = fc.sample(
      markets.filter(({ market }) => market.shapes.length === 4),
      { seed: 3, numRuns: 1 },
    );
    expect(given).toBeDefined();
    if (given === undefined) return;
    expect(search(given, { guide: [], floor: 0, looks: 1 }).isProved).toBe(false);
  });
});
