import { describe, expect, it } from 'vitest';
import { aPackingModel, countsOf, offeringAt } from '../../testing/packing-models.js';
import { WorkBudget } from '../work-budget.js';
import { findBestPattern } from './best-pattern.js';

/** One node of 10, and pods that request 6, 4 and 3. */
const model = aPackingModel(
  [
    { demand: 2, request: [6] },
    { demand: 3, request: [4] },
    { demand: 9, request: [3], maxPerNode: 2 },
  ],
  [
    { cost: 10, capacity: [10] },
    { cost: 5, capacity: [5], admits: [1] },
  ],
);

function search(
  prices: readonly number[],
  given: {
    readonly floor?: number;
    readonly evaluations?: number;
    readonly multiplier?: number;
    readonly maxCounts?: readonly number[];
    readonly index?: number;
    readonly budget?: WorkBudget;
  } = {},
) {
  const offering = offeringAt(model, given.index ?? 0);
  const { pattern, isProved } = findBestPattern(
    model,
    offering,
    {
      values: Float64Array.from(prices),
      maxCounts: Float64Array.from(given.maxCounts ?? [2, 3, 2]),
      multipliers: Float64Array.of(given.multiplier ?? 0),
      floor: given.floor ?? 0,
      evaluations: given.evaluations ?? 1_000,
    },
    given.budget ?? new WorkBudget(1_000),
  );
  return { counts: pattern && countsOf(model, pattern), isProved };
}

describe('findBestPattern', () => {
  it('combines pods that fill the node', () => {
    expect(search([6, 4, 3])).toEqual({ counts: [1, 1, 0], isProved: true });
  });

  it('prefers two small pods of a higher value', () => {
    expect(search([6, 5, 3])).toEqual({ counts: [1, 1, 0], isProved: true });
    expect(search([4, 5, 4])).toEqual({ counts: [0, 1, 2], isProved: true });
  });

  it('finds the same with any dual price of the capacity', () => {
    for (const multiplier of [0, 5, 10, 50])
      expect(search([4, 5, 4], { multiplier })).toEqual({ counts: [0, 1, 2], isProved: true });
  });

  it('keeps to the maximum number of pods', () => {
    expect(search([0, 0, 9], { maxCounts: [2, 3, 2] }).counts).toEqual([0, 0, 2]);
    expect(search([0, 0, 9], { maxCounts: [2, 3, 1] }).counts).toEqual([0, 0, 1]);
  });

  it('finds none that is not above the floor, and says so for certain', () => {
    expect(search([6, 4, 3], { floor: 9.9 }).counts).toEqual([1, 1, 0]);
    expect(search([6, 4, 3], { floor: 10 })).toEqual({ counts: null, isProved: true });
  });

  it('finds none for pods without value, or if nothing fits', () => {
    expect(search([0, 0, 0])).toEqual({ counts: null, isProved: true });
    expect(search([6, 4, 3], { maxCounts: [0, 0, 0] })).toEqual({ counts: null, isProved: true });
  });

  it('uses only item types that the offering admits', () => {
    expect(search([9, 1, 9], { index: 1 })).toEqual({ counts: [0, 1, 0], isProved: true });
  });

  it('is not certain if the evaluations do not suffice', () => {
    expect(search([6, 4, 3], { evaluations: 0 }).isProved).toBe(false);
  });

  it('lists only item types with pods, ascending', () => {
    const { pattern } = findBestPattern(
      model,
      offeringAt(model, 0),
      {
        values: Float64Array.of(6, 4, 3),
        maxCounts: Float64Array.of(2, 3, 2),
        multipliers: Float64Array.of(0),
        floor: 0,
        evaluations: 1_000,
      },
      new WorkBudget(1_000),
    );
    expect([...(pattern?.itemTypes ?? [])]).toEqual([0, 1]);
    expect([...(pattern?.counts ?? [])]).toEqual([1, 1]);
  });

  it('needs far fewer evaluations with good dual prices of the capacity', () => {
    // A node of 1,000 for ten item types of nearly equal value per request.
    const many = aPackingModel(
      Array.from({ length: 10 }, (_, index) => ({ demand: 20, request: [101 + 7 * index] })),
      [{ cost: 1_000, capacity: [1_000] }],
    );
    const isProvedWith = (multiplier: number): boolean => {
      const task = {
        values: Float64Array.from(many.itemTypes, (_, index) => 101 + 7 * index + (index % 2)),
        maxCounts: Float64Array.from(many.itemTypes, () => 20),
        multipliers: Float64Array.of(multiplier),
        floor: 1_006,
        evaluations: 3_000,
      };
      return findBestPattern(many, offeringAt(many, 0), task, new WorkBudget(10_000)).isProved;
    };
    // The value of each unit is about 1.01 at most; a price of 0 says that capacity is for free.
    expect(isProvedWith(1_000)).toBe(true);
    expect(isProvedWith(0)).toBe(false);
  });

  it('excludes capacity that no combination of requests can use', () => {
    // Requests are multiples of 4, so 3 of 11 units stay free: the value is at most 8.
    const coarse = aPackingModel(
      [
        { demand: 9, request: [4] },
        { demand: 9, request: [8] },
        { demand: 9, request: [4] },
      ],
      [{ cost: 11, capacity: [11] }],
    );
    const task = {
      values: Float64Array.of(4, 8, 4),
      maxCounts: Float64Array.of(9, 9, 9),
      multipliers: Float64Array.of(11),
      floor: 8,
    };
    const { pattern, isProved } = findBestPattern(
      coarse,
      offeringAt(coarse, 0),
      { ...task, evaluations: 3 },
      new WorkBudget(1_000),
    );
    expect({ pattern, isProved }).toEqual({ pattern: null, isProved: true });
  });

  it('spends its work from the budget', () => {
    const budget = new WorkBudget(1);
    search([6, 4, 3], { budget });
    expect(budget.leftMs).toBeLessThan(1);
  });
});
