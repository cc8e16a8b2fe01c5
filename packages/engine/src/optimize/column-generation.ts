import { findBestPattern } from './best-pattern.js';
import { type Column, CoveringLp } from './covering-lp.js';
import { NodeKnapsack, patternValueCeiling } from './node-knapsack.js';
import type { BinType, PackingModel, Pattern } from './packing-model.js';
import type { PackingPlan } from './patterns.js';
import type { WorkBudget } from './work-budget.js';

/** Fillings that save less than this part of their price are not worth a round. */
const minReducedCostRatio = 1e-6;
/** How far the value of a pod may rise above the last known one before it is looked at again. */
const boxFactor = 1.05;
const packingEvaluations = 200;
/** Fillings that are looked at where packing finds nothing: first few, and more when no node has any. */
const fewEvaluations = 2_000;
const manyEvaluations = 50_000;
/** So many new columns are enough to solve again. */
const columnsPerRound = 16;

/** Prices of pods under which no node holds more worth than it costs: a proof of a lower bound. */
export interface DualSolution {
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
  readonly evaluations: number;
}

interface PricedOffering {
  /** Worth more than it costs; `null` when none was found. */
  readonly pattern: Pattern | null;
  /** What no filling of it is worth more than. */
  readonly ceiling: number;
  readonly multipliers: Float64Array;
  /** False when none was found and there may be one. */
  readonly isSettled: boolean;
}

/** A filling with how many nodes of it the linear programme buys, in fractions. */
export interface FractionalRun {
  readonly pattern: Pattern;
  readonly nodes: number;
}

/**
 * The linear programme over all fillings of all nodes, which are made as they are needed: given what
 * the pods are worth by those that are known, the best filling of each offering is looked for, and
 * added when it is worth more than it costs. Source: Gilmore and Gomory, 1961.
 */
export class ColumnGeneration {
  readonly #model: PackingModel;
  readonly #fills: Pattern[] = [];
  readonly #columns: Column[] = [];
  readonly #known = new Set<string>();
  readonly #unit: number;
  #best: DualSolution | null = null;
  /** Where the next round begins to look. */
  #cursor = 0;

  constructor(model: PackingModel) {
    this.#model = model;
    this.#unit = model.offerings.reduce((most, { cost }) => Math.max(most, cost), 1);
  }

  /** The best bound that any round of a run for the whole demand has shown. */
  get best(): DualSolution | null {
    return this.#best;
  }

  /** Fillings of a plan that is known, to begin with. */
  seed(plan: PackingPlan): void {
    for (const { pattern } of plan) this.#addColumn(pattern);
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
    const knapsack = new NodeKnapsack(this.#model, budget);
    while (!budget.isSpent) {
      lp.solve(budget);
      const duals = lp.duals.map((dual) => Math.max(0, dual) * unit);
      const round = { lp, knapsack, demand, values: duals, budget };
      const { added, isSettled } = this.#price({ ...round, evaluations: fewEvaluations });
      if (added > 0) continue;
      if (!isSettled && this.#price({ ...round, evaluations: manyEvaluations }).added > 0) continue;
      const artificialRows = lp.artificialRows;
      if (artificialRows.length === 0) break;
      for (const row of artificialRows)
        lp.raiseArtificialCost(row, (lp.duals[row] ?? 0) * 2 + 1e-6);
    }
    return {
      runs: lp.solution.flatMap(({ column, amount }) => {
        const pattern = this.#fills[column];
        return pattern === undefined ? [] : [{ pattern, nodes: amount }];
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
    const { offerings, itemTypes } = this.#model;
    const most = demand.map((count, itemType) =>
      Math.min(Math.round(count), itemTypes[itemType]?.maxPerNode ?? 0),
    );
    const multipliers: Float64Array[] = [];
    let excess = 1;
    let added = 0;
    let isSettled = true;
    let evaluated = 0;
    for (; evaluated < offerings.length && added < columnsPerRound; evaluated++) {
      const index = (this.#cursor + evaluated) % offerings.length;
      const offering = offerings[index];
      if (offering === undefined) break;
      const priced = this.#priceOne(offering, most, round);
      multipliers[index] = priced.multipliers;
      excess = Math.max(excess, priced.ceiling / offering.cost);
      isSettled &&= priced.isSettled;
      const column = priced.pattern === null ? null : this.#addColumn(priced.pattern);
      if (column === null) continue;
      lp.addColumn(column);
      added += 1;
    }
    this.#cursor = (this.#cursor + evaluated) % Math.max(1, offerings.length);
    if (evaluated === offerings.length) this.#note(round, multipliers, excess);
    return { added, isSettled };
  }

  #priceOne(
    offering: BinType,
    most: Float64Array,
    { knapsack, values, budget, evaluations }: PricingRound,
  ): PricedOffering {
    const relaxed = knapsack.relax(offering, values, {
      most,
      among: this.#model.groups[offering.group] ?? new Int32Array(0),
    });
    const { multipliers } = relaxed;
    const ceiling = patternValueCeiling(this.#model, offering, { values, most, multipliers });
    const floor = offering.cost * (1 + minReducedCostRatio);
    if (ceiling <= floor) return { pattern: null, ceiling, multipliers, isSettled: true };
    const packed = knapsack.pack(offering, {
      values,
      most,
      relaxed,
      evaluations: packingEvaluations,
    });
    if (packed.value > floor) {
      return { pattern: packed.pattern, ceiling, multipliers, isSettled: true };
    }
    const task = { values, most, multipliers, floor, looks: evaluations };
    const { pattern, isProved } = findBestPattern(this.#model, offering, task, budget);
    const isUnprofitable = pattern === null && isProved;
    return {
      pattern,
      ceiling: isUnprofitable ? floor : ceiling,
      multipliers,
      isSettled: isUnprofitable || pattern !== null,
    };
  }

  /** @returns `null` when it is known */
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
    this.#fills.push(pattern);
    this.#columns.push(column);
    return column;
  }

  /** Values that are too high by some part are a bound when they are lowered by it (Farley). */
  #note(
    { demand, values }: PricingRound,
    multipliers: readonly Float64Array[],
    excess: number,
  ): void {
    const isWhole = this.#model.itemTypes.every(
      (itemType, index) => itemType.demand === demand[index],
    );
    if (!isWhole) return;
    const lowerBound = demand.reduce(
      (sum, count, itemType) => sum + count * (values[itemType] ?? 0),
      0,
    );
    if (lowerBound / excess <= (this.#best?.lowerBound ?? 0)) return;
    this.#best = {
      values: values.map((value) => value / excess),
      multipliers: multipliers.map((own) => own.map((amount) => amount / excess)),
      lowerBound: lowerBound / excess,
    };
  }
}
