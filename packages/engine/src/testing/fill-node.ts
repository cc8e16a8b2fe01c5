// Fills one node of a packing model for given dual prices, and the reference that tries all patterns.

import type { BinType, PackingModel } from '../optimize/packing/packing-model.js';
import { NodeKnapsack, type RelaxedPattern } from '../optimize/search/node-knapsack.js';
import { WorkBudget } from '../optimize/work-budget.js';
import { countsOf, patternsOf, valueOf } from './packing-models.js';

/** Returns the limits of the demand and of single nodes, by item type. */
export function limitsOf({ itemTypes }: PackingModel): Float64Array {
  return Float64Array.from(itemTypes, ({ demand, maxPerNode }) => Math.min(demand, maxPerNode));
}

/** Returns the indexes of all item types. */
export function allOf({ itemTypes }: PackingModel): Int32Array {
  return Int32Array.from(itemTypes.keys());
}

/** One node filled for given dual prices. */
export interface FilledNode {
  readonly relaxed: RelaxedPattern;
  /** Number of pods of each item type in the packed pattern. */
  readonly counts: readonly number[];
  /** Value of the packed pattern in micro-USD per hour. */
  readonly value: number;
}

/**
 * Returns the relaxed and the packed pattern of one node.
 * @param prices dual price of one pod, by item type; micro-USD per hour
 * @param given limits by item type (default: those of the model) and evaluations (default: 1,000)
 */
export function fill(
  model: PackingModel,
  offering: BinType,
  prices: readonly number[],
  given: { readonly maxCounts?: readonly number[]; readonly evaluations?: number } = {},
): FilledNode {
  const values = Float64Array.from(prices);
  const maxCounts = Float64Array.from(given.maxCounts ?? limitsOf(model));
  const knapsack = new NodeKnapsack(model, new WorkBudget(1_000));
  const relaxed = knapsack.relax(offering, values, { maxCounts, among: allOf(model) });
  const evaluations = given.evaluations ?? 1_000;
  const packed = knapsack.pack(offering, { values, maxCounts, relaxed, evaluations });
  return { relaxed, counts: countsOf(model, packed.pattern), value: packed.value };
}

/** Returns the value of the best pattern, by evaluating all of them; micro-USD per hour. */
export function bestValue(model: PackingModel, offering: BinType, values: Float64Array): number {
  return Math.max(...patternsOf(model, offering).map((counts) => valueOf(counts, values)));
}
