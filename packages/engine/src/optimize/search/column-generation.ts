// Method: column generation (Gilmore and Gomory 1961, 1963). The master problem is the LP over all
// patterns; pricing is a knapsack problem per offering. Duals are bounded above, like the box
// of the Boxstep method (Marsten, Hogan and Blankenship 1975); the lower bound of each round is that
// of Farley (1990).
// Arrays: `values` (dual prices), `demand`, `maxCounts`: one per item type; micro-USD per hour, pods,
// pods per node. `multipliers`: one array per offering with a dual price per resource, micro-USD
// per hour for the largest capacity.

import { type Column, CoveringLp } from '../linear-programs/covering-lp.js';
import type { BinType, PackingModel, Pattern } from '../packing/packing-model.js';
import type { PackingPlan } from '../packing/patterns.js';
import type { WorkBudget } from '../work-budget.js';
import { findBestPattern } from './best-pattern.js';
import { maxFitting, NodeKnapsack, patternValueCeiling } from './node-knapsack.js';

/** Minimum negative reduced cost of a new pattern, relative to the cost of its offering. */
const minReducedCostRatio = 1e-6;
/** Upper bound of a dual price, relative to its last known value. */
const boxFactor = 1.05;
const packingEvaluations = 200;
/**
 * Maximum number of evaluations of the exact pricing: few at first, many if no offering has a
 * pattern.
 */
const fewEvaluations = 2_000;
const manyEvaluations = 50_000;
/** Number of new columns after which the master problem is solved again. */
const columnsPerRound = 16;

/** Dual prices for which no pattern has a negative reduced cost: a proof of a lower bound. */
export interface DualSolution {
  /** Dual price of one pod, by item type; micro-USD per hour. */
  readonly values: Float64Array;
  /**
   * By offering: dual prices of its resources. They bound the value of its patterns, or guide the
   * branch and bound over its integer patterns.
   */
  readonly multipliers: readonly Float64Array[];
  readonly lowerBound: number;
}

/** One pricing round over the offerings. */
interface PricingRound {
  readonly lp: CoveringLp;
  readonly knapsack: NodeKnapsack;
  readonly demand: Float64Array;
  readonly values: Float64Array;
  readonly budget: WorkBudget;
  /** Maximum number of evaluations of the exact pricing for each offering. */
  readonly evaluations: number;
}

interface PricedOffering {
  /** A pattern with negative reduced cost; `null` if none was found. */
  readonly pattern: Pattern | null;
  /** Upper bound of the value of all patterns of the offering; micro-USD per hour. */
  readonly ceiling: number;
  readonly multipliers: Float64Array;
  /** False if no pattern was found and there may be one. */
  readonly isExact: boolean;
}

/** A pattern with its amount in the solution of the LP: a fractional number of nodes. */
export interface FractionalRun {
  readonly pattern: Pattern;
  readonly nodes: number;
}

/**
 * Solves the LP over all patterns of all offerings. Patterns are generated when they are needed:
 * for the current dual prices, the best pattern of each offering is added if its reduced cost is
 * negative.
 */
export class ColumnGeneration {
  readonly #model: PackingModel;
  readonly #patterns: Pattern[] = [];
  readonly #columns: Column[] = [];
  readonly #known = new Set<string>();
  readonly #unit: number;
  #best: DualSolution | null = null;
  /** By item type: true if a pod fits on an offering without cost; its dual price is then 0. */
  readonly #isFree: readonly boolean[];
  /** The offering at which the next pricing round starts. */
  #cursor = 0;

  constructor(model: PackingModel) {
    this.#model = model;
    this.#unit = model.offerings.reduce((max, { cost }) => Math.max(max, cost), 1);
    this.#isFree = freeItemTypes(model);
  }

  /** The best lower bound that a pricing round for the whole demand has proved, or `null`. */
  get best(): DualSolution | null {
    return this.#best;
  }

  /** Adds the patterns of a known plan as columns. */
  seed(plan: PackingPlan): void {
    for (const { pattern } of plan) this.#addColumn(pattern);
  }

  /**
   * Solves the LP for a demand, until it is optimal or the budget is spent.
   * @param demand number of pods, by item type
   * @param values estimated dual prices by item type, from which the search starts
   * @returns fractional numbers of nodes, and the dual prices by item type in micro-USD per hour
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
    const knapsack = new NodeKnapsack(this.#model, budget);
    while (!budget.isSpent) {
      lp.solve(budget);
      const duals = lp.duals.map((dual) => Math.max(0, dual) * unit);
      const round = { lp, knapsack, demand, values: duals, budget };
      const { added, isExact } = this.#price({ ...round, evaluations: fewEvaluations });
      if (added > 0) continue;
      if (!isExact && this.#price({ ...round, evaluations: manyEvaluations }).added > 0) continue;
      const artificialRows = lp.artificialRows;
      if (artificialRows.length === 0) break;
      for (const row of artificialRows)
        lp.raiseArtificialCost(row, (lp.duals[row] ?? 0) * 2 + 1e-6);
    }
    return {
      runs: lp.solution.flatMap(({ column, amount }) => {
        const pattern = this.#patterns[column];
        return pattern === undefined ? [] : [{ pattern, nodes: amount }];
      }),
      values: lp.duals.map((dual) => Math.max(0, dual) * unit),
    };
  }

  /**
   * Adds patterns with negative reduced cost.
   * @returns how many were added, and whether all other offerings are known to have none
   */
  #price(round: PricingRound): { readonly added: number; readonly isExact: boolean } {
    const { lp, demand } = round;
    const { offerings, itemTypes } = this.#model;
    const maxCounts = demand.map((count, itemType) =>
      Math.min(Math.round(count), itemTypes[itemType]?.maxPerNode ?? 0),
    );
    const multipliers: Float64Array[] = [];
    let violation = 1;
    let added = 0;
    let isExact = true;
    let evaluated = 0;
    for (; evaluated < offerings.length && added < columnsPerRound; evaluated++) {
      const index = (this.#cursor + evaluated) % offerings.length;
      const offering = offerings[index];
      if (offering === undefined) break;
      const priced = this.#priceOne(offering, maxCounts, round);
      multipliers[index] = priced.multipliers;
      if (offering.cost > 0) violation = Math.max(violation, priced.ceiling / offering.cost);
      isExact &&= priced.isExact;
      const column = priced.pattern === null ? null : this.#addColumn(priced.pattern);
      if (column === null) continue;
      lp.addColumn(column);
      added += 1;
    }
    this.#cursor = (this.#cursor + evaluated) % Math.max(1, offerings.length);
    if (evaluated === offerings.length) this.#record(round, multipliers, violation);
    return { added, isExact };
  }

  #priceOne(
    offering: BinType,
    maxCounts: Float64Array,
    { knapsack, values, budget, evaluations }: PricingRound,
  ): PricedOffering {
    const relaxed = knapsack.relax(offering, values, {
      maxCounts,
      among: this.#model.groups[offering.group] ?? new Int32Array(0),
    });
    const { multipliers } = relaxed;
    const ceiling = patternValueCeiling(this.#model, offering, { values, maxCounts, multipliers });
    const floor = offering.cost * (1 + minReducedCostRatio);
    if (ceiling <= floor) return { pattern: null, ceiling, multipliers, isExact: true };
    const packed = knapsack.pack(offering, {
      values,
      maxCounts,
      relaxed,
      evaluations: packingEvaluations,
    });
    if (packed.value > floor) {
      return { pattern: packed.pattern, ceiling, multipliers, isExact: true };
    }
    const task = { values, maxCounts, multipliers, floor, evaluations };
    const { pattern, isProved } = findBestPattern(this.#model, offering, task, budget);
    const isUnprofitable = pattern === null && isProved;
    return {
      pattern,
      ceiling: isUnprofitable ? floor : ceiling,
      multipliers,
      isExact: isUnprofitable || pattern !== null,
    };
  }

  /** Adds a column for the pattern. @returns `null` if there is one already */
  #addColumn(pattern: Pattern): Column | null {
    const offering = this.#model.offerings.indexOf(pattern.offering);
    const text = `${offering}:${pattern.itemTypes.join()}:${pattern.counts.join()}`;
    if (this.#known.has(text)) return null;
    this.#known.add(text);
    const column = {
      cost: pattern.offering.cost / this.#unit,
      rows: pattern.itemTypes,
      amounts: Float64Array.from(pattern.counts),
    };
    this.#patterns.push(pattern);
    this.#columns.push(column);
    return column;
  }

  /**
   * Records Farley's bound: dual prices divided by the largest violation are feasible. No division
   * makes them feasible for offerings without cost, so pods that fit there have dual price 0.
   */
  #record(
    { demand, values: found }: PricingRound,
    multipliers: readonly Float64Array[],
    violation: number,
  ): void {
    const isWhole = this.#model.itemTypes.every(
      (itemType, index) => itemType.demand === demand[index],
    );
    if (!isWhole) return;
    const values = found.map((value, itemType) => (this.#isFree[itemType] === true ? 0 : value));
    const lowerBound = demand.reduce(
      (sum, count, itemType) => sum + count * (values[itemType] ?? 0),
      0,
    );
    if (lowerBound / violation <= (this.#best?.lowerBound ?? 0)) return;
    this.#best = {
      values: values.map((value) => value / violation),
      multipliers: multipliers.map((own, index) => {
        const isFree = this.#model.offerings[index]?.cost === 0;
        return own.map((amount) => (isFree ? 0 : amount / violation));
      }),
      lowerBound: lowerBound / violation,
    };
  }
}

/** Returns for each item type whether a pod of it fits on an offering without cost. */
function freeItemTypes(model: PackingModel): readonly boolean[] {
  const { groups, itemTypes, offerings } = model;
  const maxCounts = Float64Array.from(itemTypes, ({ maxPerNode }) => Math.min(1, maxPerNode));
  const free = offerings.filter(({ cost }) => cost === 0);
  return itemTypes.map((_, itemType) =>
    free.some(
      (offering) =>
        groups[offering.group]?.includes(itemType) === true &&
        maxFitting(model, offering, itemType, { maxCounts }) > 0,
    ),
  );
}
