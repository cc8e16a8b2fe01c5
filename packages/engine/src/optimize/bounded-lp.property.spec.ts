import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedLp } from './bounded-lp.js';

interface Item {
  readonly value: number;
  readonly most: number;
  readonly takes: readonly number[];
}

interface Filling {
  readonly room: readonly number[];
  readonly items: readonly Item[];
}

const mostItems = 6;
const part = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);
const item: fc.Arbitrary<Item> = fc.record({
  value: fc.integer({ min: 0, max: 50 }),
  most: fc.integer({ min: 1, max: 9 }),
  takes: fc.tuple(part, part).filter((takes) => takes.some((amount) => amount > 0)),
});
const filling: fc.Arbitrary<Filling> = fc.record({
  room: fc.tuple(part, part),
  items: fc.array(item, { maxLength: mostItems }),
});

function solve(lp: BoundedLp, { room, items }: Filling) {
  lp.begin();
  for (const { value, most, takes } of items) lp.addItem(value, most, Float64Array.from(takes), 0);
  lp.solve(Float64Array.from(room));
  return { worth: lp.worth, multipliers: [...lp.multipliers], counts: [...lp.wholeAmounts] };
}

const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, amount, index) => sum + amount * (b[index] ?? 0), 0);

describe('the best filling when items may be cut', () => {
  it('is worth what its multipliers say that no filling exceeds', () => {
    fc.assert(
      fc.property(filling, (given) => {
        const { worth, multipliers, counts } = solve(new BoundedLp(2, mostItems), given);
        const ceiling = given.items.reduce(
          (sum, { value, most, takes }) =>
            sum + most * Math.max(0, value - product(multipliers, takes)),
          product(multipliers, given.room),
        );
        expect(worth).toBeCloseTo(ceiling, 6);
        given.room.forEach((free, row) => {
          const taken = given.items.map(({ takes }) => takes[row] ?? 0);
          expect(product(counts, taken)).toBeLessThanOrEqual(free + 1e-9);
        });
      }),
      { seed: 20_261_122, numRuns: 500 },
    );
  });

  it('does not depend on what was asked before', () => {
    fc.assert(
      fc.property(filling, filling, (before, given) => {
        const lp = new BoundedLp(2, mostItems);
        solve(lp, before);
        expect(solve(lp, given)).toEqual(solve(new BoundedLp(2, mostItems), given));
      }),
      { seed: 20_261_122, numRuns: 200 },
    );
  });
});
