import { type Column, CoveringLp } from './covering-lp.js';
import type { Fill, Market } from './market.js';
import { mostOf, type NodeKnapsack } from './node-knapsack.js';
import type { WorkBudget } from './work-budget.js';

/** Fillings that save less than this part of their price are not worth a round. */
const leastSaving = 1e-6;
/** How far the value of a pod may rise above the last known one before it is looked at again. */
const boxFactor = 1.05;
const packingLooks = 200;

/** Prices of pods under which no node holds more worth than it costs: a proof of a lower bound. */
export interface PodPrices {
  /** By shape; micro-USD per hour. */
  readonly values: Float64Array;
  /** By offering: what its resources are worth, which shows that it cannot hold more. */
  readonly multipliers: readonly Float64Array[];
  readonly lowerBound: number;
}

/** A filling with how many nodes of it the linear programme buys, in fractions. */
export interface FractionalRun {
  readonly fill: Fill;
  readonly nodes: number;
}

/**
 * The linear programme over all fillings of all nodes, which are made as they are needed: given what
 * the pods are worth by those that are known, the best filling of each offering is looked for, and
 * added when it is worth more than it costs. Source: Gilmore and Gomory, 1961.
 */
export class ColumnGeneration {
  readonly #market: Market;
  readonly #knapsack: NodeKnapsack;
  readonly #budget: WorkBudget;
  readonly #fills: Fill[] = [];
  readonly #columns: Column[] = [];
  readonly #known = new Set<string>();
  readonly #unit: number;
  #best: PodPrices | null = null;

  constructor(market: Market, knapsack: NodeKnapsack, budget: WorkBudget) {
    this.#market = market;
    this.#knapsack = knapsack;
    this.#budget = budget;
    this.#unit = market.offerings.reduce((most, { cost }) => Math.max(most, cost), 1);
  }

  /** The best bound that any round of a run for the whole demand has shown. */
  get best(): PodPrices | null {
    return this.#best;
  }

  /**
   * @param demand by shape
   * @param values what pods are about worth: where the search begins
   * @returns `null` when the budget was spent before anything came out
   */
  run(
    demand: Float64Array,
    values: Float64Array,
  ): { readonly runs: readonly FractionalRun[]; readonly values: Float64Array } {
    const unit = this.#unit;
    const lp = new CoveringLp(
      demand,
      values.map((value) => (boxFactor * value) / unit + 1e-9),
    );
    for (const column of this.#columns) lp.addColumn(column);
    while (!this.#budget.isSpent) {
      lp.solve(this.#budget);
      const duals = lp.duals.map((dual) => Math.max(0, dual) * unit);
      if (this.#price(lp, demand, duals) > 0) continue;
      const stoodIn = lp.rowsStoodIn;
      if (stoodIn.length === 0) break;
      for (const row of stoodIn) lp.raiseStandIn(row, (lp.duals[row] ?? 0) * 2 + 1e-6);
    }
    return {
      runs: lp.solution.flatMap(({ column, amount }) => {
        const fill = this.#fills[column];
        return fill === undefined ? [] : [{ fill, nodes: amount }];
      }),
      values: lp.duals.map((dual) => Math.max(0, dual) * unit),
    };
  }

  /** Adds the fillings that are worth more than they cost. @returns how many */
  #price(lp: CoveringLp, demand: Float64Array, values: Float64Array): number {
    const { offerings } = this.#market;
    const most = demand.map((count, shape) =>
      Math.min(Math.round(count), this.#market.shapes[shape]?.mostPerNode ?? 0),
    );
    let excess = 1;
    let added = 0;
    const multipliers = offerings.map((offering) => {
      const relaxed = this.#knapsack.relax(offering, values, most);
      const ceiling = this.#ceiling(offering, values, most, relaxed.multipliers);
      excess = Math.max(excess, ceiling / offering.cost);
      if (ceiling > offering.cost * (1 + leastSaving)) {
        const task = { values, most, relaxed, looks: packingLooks };
        const packed = this.#knapsack.pack(offering, task);
        if (packed.value > offering.cost * (1 + leastSaving)) {
          added += this.#add(lp, packed.fill);
        }
      }
      return relaxed.multipliers;
    });
    this.#note(demand, values, multipliers, excess);
    return added;
  }

  /** What no filling of the offering is worth more than. */
  #ceiling(
    offering: Fill['offering'],
    values: Float64Array,
    most: Float64Array,
    multipliers: Float64Array,
  ): number {
    const { width, groups, relativeRequests } = this.#market;
    let ceiling = 0;
    for (let k = 0; k < width; k++) {
      ceiling += (multipliers[k] ?? 0) * (offering.relativeRoom[k] ?? 0);
    }
    for (const shape of groups[offering.group] ?? []) {
      let gain = values[shape] ?? 0;
      for (let k = 0; k < width; k++) {
        gain -= (multipliers[k] ?? 0) * (relativeRequests[shape * width + k] ?? 0);
      }
      if (gain > 0) ceiling += gain * mostOf(this.#market, offering, shape, { most });
    }
    return ceiling;
  }

  #add(lp: CoveringLp, fill: Fill): number {
    const text = `${this.#market.offerings.indexOf(fill.offering)}:${fill.shapes.join()}:${fill.counts.join()}`;
    if (this.#known.has(text)) return 0;
    this.#known.add(text);
    const column = {
      cost: fill.offering.cost / this.#unit,
      rows: fill.shapes,
      amounts: Float64Array.from(fill.counts),
    };
    this.#fills.push(fill);
    this.#columns.push(column);
    lp.addColumn(column);
    return 1;
  }

  /** Values that are too high by some part are a bound when they are lowered by it (Farley). */
  #note(
    demand: Float64Array,
    values: Float64Array,
    multipliers: readonly Float64Array[],
    excess: number,
  ): void {
    const isWhole = this.#market.shapes.every((shape, index) => shape.demand === demand[index]);
    if (!isWhole) return;
    const lowerBound = demand.reduce((sum, count, shape) => sum + count * (values[shape] ?? 0), 0);
    if (lowerBound / excess <= (this.#best?.lowerBound ?? 0)) return;
    this.#best = {
      values: values.map((value) => value / excess),
      multipliers: multipliers.map((own) => own.map((amount) => amount / excess)),
      lowerBound: lowerBound / excess,
    };
  }
}
