import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkBudget } from '../work-budget.js';
import { type Column, CoveringLp } from './covering-lp.js';

/** Returns a column from its cost and its coefficients by row. */
const aColumn = (cost: number, ...coefficients: readonly number[]): Column => ({
  cost,
  rows: Int32Array.from(coefficients.keys()),
  amounts: Float64Array.from(coefficients),
});

/** Returns an LP with artificial variables that cost so much that an optimum uses none. */
function anLp(demand: readonly number[], ...columns: readonly Column[]): CoveringLp {
  const lp = new CoveringLp(
    Float64Array.from(demand),
    Float64Array.from(demand, () => 1e4),
  );
  for (const column of columns) lp.addColumn(column);
  return lp;
}

const plenty = (): WorkBudget => new WorkBudget(1_000);

/** Returns the amount of each column, rounded to hide the perturbation of the demand. */
function amountsOf(lp: CoveringLp): readonly number[] {
  const amounts = lp.columns.map(() => 0);
  for (const { column, amount } of lp.solution) amounts[column] = Number(amount.toFixed(4));
  return amounts;
}

const roundedDuals = (lp: CoveringLp): readonly number[] =>
  [...lp.duals].map((dual) => Number(dual.toFixed(6)));

describe('CoveringLp', () => {
  it('is optimal at once without rows', () => {
    const lp = anLp([]);
    expect(lp.solve(plenty())).toBe(true);
    expect(lp.solution).toEqual([]);
    expect([...lp.duals]).toEqual([]);
  });

  it('covers one row with the column that costs least per unit', () => {
    const lp = anLp([6], aColumn(5, 2), aColumn(4, 1), aColumn(12, 4));
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp)).toEqual([3, 0, 0]);
    expect(roundedDuals(lp)).toEqual([2.5]);
  });

  it('mixes columns if rows need different ones', () => {
    // Columns (2,1) at 3 and (1,2) at 3; demand (4,5): 1 of the first and 2 of the second.
    const lp = anLp([4, 5], aColumn(3, 2, 1), aColumn(3, 1, 2));
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp)).toEqual([1, 2]);
    expect(roundedDuals(lp)).toEqual([1, 1]);
  });

  it('gives a row a dual price of 0 that is covered anyway', () => {
    const lp = anLp([4, 1], aColumn(8, 1, 1));
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp)).toEqual([4]);
    expect(roundedDuals(lp)).toEqual([8, 0]);
    expect(lp.artificialRows).toEqual([]);
  });

  it('uses a free column with negative amounts: a choice takes from another row', () => {
    // Row 1 is covered by a choice that takes 3 of row 0, which a column at 2 covers.
    const lp = anLp([0, 1], aColumn(2, 1, 0), aColumn(0, -3, 1));
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp)).toEqual([3, 1]);
    expect(roundedDuals(lp)).toEqual([2, 6]);
  });

  it('tells the rows that no column covers, with the dual price of their artificial variable', () => {
    const lp = anLp([3, 2], aColumn(5, 1, 0));
    expect(lp.solve(plenty())).toBe(true);
    expect(lp.artificialRows).toEqual([1]);
    expect(roundedDuals(lp)).toEqual([5, 1e4]);
  });

  it('has no artificial rows once columns cover all', () => {
    const lp = anLp([3, 2], aColumn(5, 1, 0));
    lp.solve(plenty());
    lp.addColumn(aColumn(7, 0, 1));
    expect(lp.solve(plenty())).toBe(true);
    expect(lp.artificialRows).toEqual([]);
    expect(amountsOf(lp)).toEqual([3, 2]);
    expect(roundedDuals(lp)).toEqual([5, 7]);
  });

  it('prefers the artificial variable to a column that costs more, until its cost is raised', () => {
    const lp = new CoveringLp(Float64Array.of(2), Float64Array.of(3));
    lp.addColumn(aColumn(5, 1));
    expect(lp.solve(plenty())).toBe(true);
    expect(lp.artificialRows).toEqual([0]);
    expect(roundedDuals(lp)).toEqual([3]);
    lp.raiseArtificialCost(0, 4);
    expect(roundedDuals(lp)).toEqual([4]);
    lp.raiseArtificialCost(0, 100);
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp)).toEqual([2]);
    expect(roundedDuals(lp)).toEqual([5]);
  });

  it('does not change the dual prices when the cost of an unused artificial variable is raised', () => {
    const lp = anLp([2], aColumn(5, 1));
    lp.solve(plenty());
    lp.raiseArtificialCost(0, 1e6);
    expect(roundedDuals(lp)).toEqual([5]);
  });

  it('raises the dual price of the row alone whose artificial variable costs more', () => {
    const lp = new CoveringLp(Float64Array.of(2, 3), Float64Array.of(4, 6));
    lp.addColumn(aColumn(20, 1, 1));
    expect(lp.solve(plenty())).toBe(true);
    expect(lp.artificialRows).toEqual([0, 1]);
    lp.raiseArtificialCost(1, 9);
    expect(roundedDuals(lp)).toEqual([4, 9]);
    lp.raiseArtificialCost(0, 5);
    expect(roundedDuals(lp)).toEqual([5, 9]);
  });

  it('returns to an artificial variable that costs less than what covers its row', () => {
    // At 8, the column for both rows costs less than 5 + 5. Beside a column at 1 for one row, it does
    // not pay for the other one.
    for (const cheapRow of [0, 1]) {
      const lp = new CoveringLp(Float64Array.of(1, 1), Float64Array.of(5, 5));
      lp.addColumn(aColumn(8, 1, 1));
      expect(lp.solve(plenty())).toBe(true);
      expect(amountsOf(lp)).toEqual([1]);
      expect(lp.artificialRows).toEqual([]);
      lp.addColumn(cheapRow === 0 ? aColumn(1, 1, 0) : aColumn(1, 0, 1));
      expect(lp.solve(plenty())).toBe(true);
      expect(amountsOf(lp)).toEqual([0, 1]);
      expect(lp.artificialRows).toEqual([1 - cheapRow]);
      expect(roundedDuals(lp)).toEqual(cheapRow === 0 ? [1, 5] : [5, 1]);
      // Once the artificial variable costs more than 7, the column for both rows pays again.
      lp.raiseArtificialCost(1 - cheapRow, 100);
      expect(lp.solve(plenty())).toBe(true);
      expect(lp.artificialRows).toEqual([]);
      expect(lp.duals.reduce((sum, dual) => sum + dual, 0)).toBeCloseTo(8, 6);
    }
  });

  it('needs no artificial variable for a row without demand', () => {
    const lp = anLp([0, 2], aColumn(5, 0, 1));
    expect(lp.solve(plenty())).toBe(true);
    expect(lp.artificialRows).toEqual([]);
    expect(amountsOf(lp)).toEqual([2]);
  });

  it('chooses in micro-USD, where costs differ by many orders of magnitude', () => {
    // Per unit: 312,500 and 312,000, and then a column that covers a tenth for nothing.
    const lp = new CoveringLp(Float64Array.of(1_000), Float64Array.of(1e9));
    lp.addColumn(aColumn(2_500_000, 8));
    lp.addColumn(aColumn(312_000, 1));
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp)).toEqual([0, 1_000]);
    expect(roundedDuals(lp)).toEqual([312_000]);
    lp.addColumn(aColumn(0, 0.1));
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp)).toEqual([0, 0, 10_000]);
    expect(roundedDuals(lp)).toEqual([0]);
  });

  it('ends with equal columns, equal costs and equal demands: no endless exchange', () => {
    const equal = Array.from({ length: 6 }, () => aColumn(3, 1, 1, 1));
    const lp = anLp([2, 2, 2], ...equal);
    expect(lp.solve(plenty())).toBe(true);
    expect(amountsOf(lp).reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(2, 3);
    expect(lp.duals.reduce((sum, dual) => sum + dual, 0)).toBeCloseTo(3, 6);
  });

  it('is not optimal if a column pays for its own use: the cost has no lower limit', () => {
    expect(anLp([1], aColumn(-1, 1)).solve(plenty())).toBe(false);
  });

  it('does not change the arrays of the caller', () => {
    const demand = Float64Array.of(2, 3);
    const cost = Float64Array.of(100, 100);
    const lp = new CoveringLp(demand, cost);
    lp.addColumn(aColumn(5, 1, 1));
    lp.solve(plenty());
    lp.raiseArtificialCost(0, 500);
    expect([...demand]).toEqual([2, 3]);
    expect([...cost]).toEqual([100, 100]);
  });

  it('stops without an optimum when the budget is spent', () => {
    const lp = anLp([6], aColumn(5, 2));
    expect(lp.solve(new WorkBudget(0))).toBe(false);
    expect(lp.solution).toEqual([]);
    expect(lp.artificialRows).toEqual([0]);
  });

  it('spends work for every step', () => {
    const budget = plenty();
    anLp([6, 7], aColumn(5, 2, 1), aColumn(5, 1, 2)).solve(budget);
    expect(budget.leftMs).toBeLessThan(1_000);
  });

  describe('the work', () => {
    const workOf = (lp: CoveringLp): number => {
      const budget = plenty();
      lp.solve(budget);
      return 1_000 - budget.leftMs;
    };
    /** Costs more than the artificial variable, so that no step uses it. */
    const useless = aColumn(1e6, 1);

    it('includes the evaluation of the columns, even if none is used', () => {
      expect(workOf(anLp([1], useless))).toBeGreaterThan(workOf(anLp([1])));
      expect(workOf(anLp([1]))).toBeGreaterThan(0);
    });

    it('more than doubles with one step: columns are evaluated before and after it', () => {
      expect(workOf(anLp([1], aColumn(5, 1)))).toBeGreaterThan(2 * workOf(anLp([1], useless)));
    });

    it('grows with the square of the rows', () => {
      const identity = (size: number) =>
        Array.from({ length: size }, (_, row) =>
          aColumn(5, ...Array.from({ length: size }, (_one, at) => +(at === row))),
        );
      const lpOf = (size: number) => anLp(Array(size).fill(1), ...identity(size));
      // One step per row, so that the whole work grows with the third power of the rows.
      expect(workOf(lpOf(20))).toBeGreaterThan(4 * workOf(lpOf(10)));
    });
  });

  it('is optimal: amounts cover the demand, no reduced cost is negative, both sums are equal', () => {
    const size = 3;
    const coefficients = fc.array(fc.integer({ min: 0, max: 4 }), {
      minLength: size,
      maxLength: size,
    });
    const column = fc.record({ cost: fc.integer({ min: 1, max: 30 }), coefficients });
    const cases = fc.record({
      demand: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: size, maxLength: size }),
      first: fc.array(column, { maxLength: 4 }),
      later: fc.array(column, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(cases, ({ demand, first, later }) => {
        // Each row has a column of its own, so that an optimum needs no artificial variable.
        const own = [0, 1, 2].map((row) => aColumn(40, ...[0, 1, 2].map((k) => +(k === row))));
        const columnOf = (one: (typeof first)[number]) => aColumn(one.cost, ...one.coefficients);
        const lp = anLp(demand, ...own, ...first.map(columnOf));
        expect(lp.solve(plenty())).toBe(true);
        for (const one of later) lp.addColumn(columnOf(one));
        expect(lp.solve(plenty())).toBe(true);

        const covered = demand.map(() => 0);
        let cost = 0;
        for (const { column: index, amount } of lp.solution) {
          const used = lp.columns[index];
          expect(amount).toBeGreaterThan(0);
          cost += amount * (used?.cost ?? 0);
          used?.amounts.forEach((one, row) => {
            covered[row] = (covered[row] ?? 0) + amount * one;
          });
        }
        demand.forEach((count, row) => expect(covered[row]).toBeGreaterThan(count - 1e-5));
        const { duals } = lp;
        for (const { cost: price, amounts } of lp.columns) {
          const value = amounts.reduce((sum, one, row) => sum + one * (duals[row] ?? 0), 0);
          expect(value).toBeLessThan(price + 1e-6 * Math.max(1, price));
        }
        for (const dual of duals) expect(dual).toBeGreaterThan(-1e-6);
        const bound = demand.reduce((sum, count, row) => sum + count * (duals[row] ?? 0), 0);
        expect(bound).toBeCloseTo(cost, 3);
      }),
      { seed: 20_261_127, numRuns: 150 },
    );
  });
});
