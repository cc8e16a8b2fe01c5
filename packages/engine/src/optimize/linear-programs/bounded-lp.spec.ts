import { describe, expect, it } from 'vitest';
import { BoundedLp } from './bounded-lp.js';

interface Item {
  readonly value: number;
  readonly upperBound: number;
  readonly coefficients: readonly number[];
}

function solved(capacity: readonly number[], ...items: readonly Item[]): BoundedLp {
  const lp = new BoundedLp(capacity.length, items.length);
  lp.begin();
  for (const { value, upperBound, coefficients } of items)
    lp.addItem(value, upperBound, Float64Array.from(coefficients), 0);
  lp.solve(Float64Array.from(capacity));
  return lp;
}

const anItem = (value: number, upperBound: number, ...coefficients: readonly number[]): Item => ({
  value,
  upperBound,
  coefficients,
});

describe('BoundedLp', () => {
  it('uses nothing without items', () => {
    const lp = solved([1, 1]);
    expect(lp.dualValue).toBe(0);
    expect([...lp.wholeAmounts]).toEqual([]);
    expect([...lp.multipliers]).toEqual([0, 0]);
  });

  it('uses nothing if no item has a value', () => {
    const lp = solved([1], anItem(0, 5, 0.1), anItem(0, 5, 0.2));
    expect(lp.dualValue).toBe(0);
    expect([...lp.wholeAmounts]).toEqual([0, 0]);
  });

  it('takes all of an item that fits, at a dual price of 0 for what is left', () => {
    const lp = solved([1], anItem(7, 3, 0.25));
    expect(lp.dualValue).toBe(21);
    expect([...lp.wholeAmounts]).toEqual([3]);
    expect([...lp.multipliers]).toEqual([0]);
  });

  it('cuts an item that does not fit, and rounds its amount down', () => {
    // 1 / 0.4 = 2.5 pods at 8: value 20, and the dual price of capacity is 8 / 0.4.
    const lp = solved([1], anItem(8, 9, 0.4));
    expect(lp.dualValue).toBeCloseTo(20);
    expect([...lp.wholeAmounts]).toEqual([2]);
    expect(lp.multipliers[0]).toBeCloseTo(20);
  });

  it('takes the item with the highest value per request first', () => {
    // Two of the dense item at 6 take 0.5; the rest holds 1.25 of the other at 5.
    const lp = solved([1], anItem(5, 9, 0.4), anItem(6, 2, 0.25));
    expect(lp.dualValue).toBeCloseTo(2 * 6 + 1.25 * 5);
    expect([...lp.wholeAmounts]).toEqual([1, 2]);
    expect(lp.multipliers[0]).toBeCloseTo(5 / 0.4);
  });

  it('takes an item that requests nothing up to its bound', () => {
    const lp = solved([0.5], anItem(3, 4, 0), anItem(2, 9, 0.5));
    expect(lp.dualValue).toBeCloseTo(14);
    expect([...lp.wholeAmounts]).toEqual([4, 1]);
  });

  it('uses nothing of what has no capacity', () => {
    const lp = solved([0, 1], anItem(9, 5, 0.1, 0.1), anItem(1, 5, 0, 0.5));
    expect(lp.dualValue).toBeCloseTo(2);
    expect([...lp.wholeAmounts]).toEqual([0, 2]);
  });

  it('mixes two items that use different resources', () => {
    // x of (0.2, 0.1) at 3 and y of (0.1, 0.2) at 3 in (1, 1): x = y = 10/3.
    const lp = solved([1, 1], anItem(3, 9, 0.2, 0.1), anItem(3, 9, 0.1, 0.2));
    expect(lp.dualValue).toBeCloseTo(20);
    expect([...lp.wholeAmounts]).toEqual([3, 3]);
    expect(lp.multipliers[0]).toBeCloseTo(10);
    expect(lp.multipliers[1]).toBeCloseTo(10);
  });

  it('takes back what it took first, if two others have a higher value together', () => {
    // The first item alone fills the node for 10; the others fill it for 6 each.
    const lp = solved([1, 1], anItem(10, 1, 1, 1), anItem(6, 1, 1, 0), anItem(6, 1, 0, 1));
    expect(lp.dualValue).toBeCloseTo(12);
    expect([...lp.wholeAmounts]).toEqual([0, 1, 1]);
  });

  it('reads the coefficients from the offset', () => {
    const lp = new BoundedLp(1, 2);
    lp.begin();
    const coefficients = Float64Array.of(0.9, 0.5);
    lp.addItem(1, 9, coefficients, 1);
    lp.solve(Float64Array.of(1));
    expect(lp.dualValue).toBeCloseTo(2);
  });

  it('returns the number of steps: none without an item of value', () => {
    const lp = new BoundedLp(1, 1);
    lp.begin();
    expect(lp.solve(Float64Array.of(1))).toBe(0);
    lp.addItem(1, 1, Float64Array.of(0.5), 0);
    expect(lp.solve(Float64Array.of(1))).toBe(1);
  });
});
