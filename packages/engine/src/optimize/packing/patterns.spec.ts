import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPackingModel, aPattern, offeringAt } from '../../testing/packing-models.js';
import { costOf, demandOf, repeatsWithin, subtractPattern } from './patterns.js';

const model = aPackingModel(
  [
    { demand: 7, request: [1] },
    { demand: 3, request: [2] },
  ],
  [
    { cost: 10, capacity: [4] },
    { cost: 25, capacity: [8] },
  ],
);
const small = offeringAt(model, 0);
const large = offeringAt(model, 1);

describe('costOf', () => {
  it('is 0 without nodes', () => {
    expect(costOf([])).toBe(0);
  });

  it('counts each node of a pattern', () => {
    const plan = [
      { pattern: aPattern(small, [4, 0]), nodes: 3 },
      { pattern: aPattern(large, [0, 3]), nodes: 2 },
    ];
    expect(costOf(plan)).toBe(3 * 10 + 2 * 25);
  });
});

describe('demandOf', () => {
  it('lists the pods of each item type', () => {
    expect([...demandOf(model)]).toEqual([7, 3]);
  });

  it('returns a new array each time', () => {
    demandOf(model)[0] = 0;
    expect([...demandOf(model)]).toEqual([7, 3]);
  });
});

describe('subtractPattern', () => {
  it('subtracts the pods of all nodes', () => {
    const left = demandOf(model);
    subtractPattern(left, aPattern(small, [2, 1]), 2);
    expect([...left]).toEqual([3, 1]);
  });

  it('does not go below 0 if the pattern holds more pods than remain', () => {
    const left = demandOf(model);
    subtractPattern(left, aPattern(small, [0, 2]), 2);
    expect([...left]).toEqual([7, 0]);
  });

  it('leaves item types alone that the pattern does not hold', () => {
    const left = demandOf(model);
    subtractPattern(left, aPattern(small, [0, 1]), 1);
    expect([...left]).toEqual([7, 2]);
  });
});

describe('repeatsWithin', () => {
  it('is limited by the item type that is used up first', () => {
    const left = demandOf(model);
    expect(repeatsWithin(left, aPattern(small, [2, 1]))).toBe(3);
    expect(repeatsWithin(left, aPattern(small, [3, 1]))).toBe(2);
  });

  it('is 0 if the remaining pods do not fill one node', () => {
    expect(repeatsWithin(demandOf(model), aPattern(large, [8, 0]))).toBe(0);
  });

  it('is the largest number of full nodes', () => {
    const counts = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 }));
    const remaining = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(counts, remaining, (pattern, left) => {
        const times = repeatsWithin(Float64Array.from(left), aPattern(small, pattern));
        const fill = (nodes: number): boolean =>
          pattern.every((count, itemType) => nodes * count <= (left[itemType] ?? 0));
        expect(fill(times)).toBe(true);
        expect(fill(times + 1)).toBe(false);
      }),
      { seed: 20_261_127, numRuns: 100 },
    );
  });
});
