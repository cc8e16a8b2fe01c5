import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedLp } from './bounded-lp.js';

interface Item {
  readonly value: number;
  readonly upperBound: number;
  readonly coefficients: readonly number[];
}

interface CutPattern {
  readonly capacity: readonly number[];
  readonly items: readonly Item[];
}

const maxItems = 6;
const part = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);
const item: fc.Arbitrary<Item> = fc.record({
  value: fc.integer({ min: 0, max: 50 }),
  upperBound: fc.integer({ min: 1, max: 9 }),
  coefficients: fc
    .tuple(part, part)
    .filter((coefficients) => coefficients.some((amount) => amount > 0)),
});
const cutPattern: fc.Arbitrary<CutPattern> = fc.record({
  capacity: fc.tuple(part, part),
  items: fc.array(item, { maxLength: maxItems }),
});

function solve(lp: BoundedLp, { capacity, items }: CutPattern) {
  lp.begin();
  for (const { value, upperBound, coefficients } of items)
    lp.addItem(value, upperBound, Float64Array.from(coefficients), 0);
  lp.solve(Float64Array.from(capacity));
  return {
    dualValue: lp.dualValue,
    multipliers: [...lp.multipliers],
    counts: [...lp.wholeAmounts],
  };
}

const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, amount, index) => sum + amount * (b[index] ?? 0), 0);

describe('the best pattern if items may be cut', () => {
  it('has the value of the upper bound that its dual prices give (strong duality)', () => {
    fc.assert(
      fc.property(cutPattern, (given) => {
        const { dualValue, multipliers, counts } = solve(new BoundedLp(2, maxItems), given);
        const ceiling = given.items.reduce(
          (sum, { value, upperBound, coefficients }) =>
            sum + upperBound * Math.max(0, value - product(multipliers, coefficients)),
          product(multipliers, given.capacity),
        );
        expect(dualValue).toBeCloseTo(ceiling, 6);
        given.capacity.forEach((free, row) => {
          const taken = given.items.map(({ coefficients }) => coefficients[row] ?? 0);
          expect(product(counts, taken)).toBeLessThanOrEqual(free + 1e-9);
        });
      }),
      { seed: 20_261_122, numRuns: 500 },
    );
  });

  it('does not depend on the problems solved before', () => {
    fc.assert(
      fc.property(cutPattern, cutPattern, (before, given) => {
        const lp = new BoundedLp(2, maxItems);
        solve(lp, before);
        expect(solve(lp, given)).toEqual(solve(new BoundedLp(2, maxItems), given));
      }),
      { seed: 20_261_122, numRuns: 200 },
    );
  });
});
