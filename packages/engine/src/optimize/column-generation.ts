import { bestFilling } from './best-filling.js';
import { type Column, CoveringLp } from './covering-lp.js';
import type { Plan } from './fills.js';
import type { Fill, Market, MarketOffering } from './market.js';
import { NodeKnapsack, worthCeiling } from './node-knapsack.js';
import type { WorkBudget } from './work-budget.js';

/** Fillings that save less than this part of their price are not worth a round. */
const leastSaving = 1e-6;
/** How far the value of a pod may rise above the last known one before it is looked at again. */
const boxFactor = 1.05;
const packingLooks = 200;
/** Fillings that are looked at where packing finds nothing: first few, and more when no node has any. */
const fewLooks = 2_000;
const manyLooks = 50_000;
/** So many new columns are enough to solve again. */
const columnsPerRound = 16;

/** Prices of pods under which no node holds more worth than it costs: a proof of a lower bound. */
export interface PodPrices {
  /** By shape; micro-USD per hour. */
  readonly values: Float64Array;
  /**
   * By offering: what its resources are worth, which shows that it cannot hold more, or guides those who
   * look at all of its fillings with whole pods.
   */
  readonly multipliers: readonly Float64Array[];
  readonly lowerBound: number;
}

/** One look at all offerings. */
interface PricingRound {
  readonly lp: CoveringLp;
  readonly knapsack: NodeKnapsack;
  readonly demand: Float64Array;
  readonly values: Float64Array;
  readonly budget: WorkBudget;
  /** How many fillings of each offering, where packing finds none that is worth its price. */
  readonly looks: number;
}

interface PricedOffering {
  /** Worth more than it costs; `null` when none was found. */
  readonly fill: Fill | null;
  /** What no filling of it is worth more than. */
  readonly ceiling: number;
  readonly multipliers: Float64Array;
  /** False when none was found and there may be one. */
  readonly isSettled: boolean;
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
  readonly #fills: Fill[] = [];
  readonly #columns: Column[] = [];
  readonly #known = new Set<string>();
  readonly #unit: number;
  #best: PodPrices | null = null;
  /** Where the next round begins to look. */
  #cursor = 0;

  constructor(market: Market) {
    this.#market = market;
    this.#unit = market.offerings.reduce((most, { cost }) => Math.max(most, cost), 1);
  }

  /** The best bound that any round of a run for the whole demand has shown. */
  get best(): PodPrices | null {
    return this.#best;
  }

  /** Fillings of a plan that is known, to begin with. */
  seed(plan: Plan): void {
    for (const { fill } of plan) this.#addColumn(fill);
  }

  /**
   * @param demand by shape
   * @param values what pods are about worth: where the search begins
   * @returns nodes in fractions, and what pods are worth by them
   */
  run(
    demand: Float64Array,
    values: Float64Array,
    budget: WorkBudget,
  ): { readonly runs: readonly FractionalRun[]; readonly values: Float64Array } {
    const unit = this.#unit;
    const lp = new CoveringLp(
      demand,
      values.map((value) => (boxFactor * value) / unit + 1e-9),
    );
    for (const column of this.#columns) lp.addColumn(column);
    const knapsack = new NodeKnapsack(this.#market, budget);
    while (!budget.isSpent) {
      lp.solve(budget);
      const duals = lp.duals.map((dual) => Math.max(0, dual) * unit);
      const round = { lp, knapsack, demand, values: duals, budget };
      const { added, isSettled } = this.#price({ ...round, looks: fewLooks });
      if (added > 0) continue;
      if (!isSettled && this.#price({ ...round, looks: manyLooks }).added > 0) continue;
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

  /**
   * Adds the fillings that are worth more than they cost.
   * @returns how many, and whether all offerings without one are known to have none
   */
  #price(round: PricingRound): { readonly added: number; readonly isSettled: boolean } {
    const { lp, demand } = round;
    const { offerings, shapes } = this.#market;
    const most = demand.map((count, shape) =>
      Math.min(Math.round(count), shapes[shape]?.mostPerNode ?? 0),
    );
    const multipliers: Float64Array[] = [];
    let excess = 1;
    let added = 0;
    let isSettled = true;
    let looked = 0;
    for (; looked < offerings.length && added < columnsPerRound; looked++) {
      const index = (this.#cursor + looked) % offerings.length;
      const offering = offerings[index];
      if (offering === undefined) break;
      const priced = this.#priceOne(offering, most, round);
      multipliers[index] = priced.multipliers;
      excess = Math.max(excess, priced.ceiling / offering.cost);
      isSettled &&= priced.isSettled;
      const column = priced.fill === null ? null : this.#addColumn(priced.fill);
      if (column === null) continue;
      lp.addColumn(column);
      added += 1;
    }
    this.#cursor = (this.#cursor + looked) % Math.max(1, offerings.length);
    if (looked === offerings.length) this.#note(round, multipliers, excess);
    return { added, isSettled };
  }

  #priceOne(
    offering: MarketOffering,
    most: Float64Array,
    { knapsack, values, budget, looks }: PricingRound,
  ): PricedOffering {
    const relaxed = knapsack.relax(offering, values, {
      most,
      among: this.#market.groups[offering.group] ?? new Int32Array(0),
    });
    const { multipliers } = relaxed;
    const ceiling = worthCeiling(this.#market, offering, { values, most, multipliers });
    const floor = offering.cost * (1 + leastSaving);
    if (ceiling <= floor) return { fill: null, ceiling, multipliers, isSettled: true };
    const packed = knapsack.pack(offering, { values, most, relaxed, looks: packingLooks });
    if (packed.value > floor) {
      return { fill: packed.fill, ceiling, multipliers, isSettled: true };
    }
    const task = { values, most, multipliers, floor, looks };
    const { fill, isProved } = bestFilling(this.#market, offering, task, budget);
    const isWorthLess = fill === null && isProved;
    return {
      fill,
      ceiling: isWorthLess ? floor : ceiling,
      multipliers,
      isSettled: isWorthLess || fill !== null,
    };
  }

  /** @returns `null` when it is known */
  #addColumn(fill: Fill): Column | null {
    const offering = this.#market.offerings.indexOf(fill.offering);
    const text = `${offering}:${fill.shapes.join()}:${fill.counts.join()}`;
    if (this.#known.has(text)) return null;
    this.#known.add(text);
    const column = {
      cost: fill.offering.cost / this.#unit,
      rows: fill.shapes,
      amounts: Float64Array.from(fill.counts),
    };
    this.#fills.push(fill);
    this.#columns.push(column);
    return column;
  }

  /** Values that are too high by some part are a bound when they are lowered by it (Farley). */
  #note(
    { demand, values }: PricingRound,
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
