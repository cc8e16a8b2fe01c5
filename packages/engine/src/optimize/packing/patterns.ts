// Arithmetic of plans in the form of cutting patterns (Gilmore and Gomory 1961): a plan is a list
// of patterns, each with a number of nodes.
// Arrays: `left`, demand: one per item type, pods. `counts`: one per entry of a pattern's
// `itemTypes`.

import type { PackingModel, Pattern } from './packing-model.js';

/** A pattern and the number of nodes that have it. */
export interface PatternRun {
  readonly pattern: Pattern;
  readonly nodes: number;
}

/** Nodes that together hold the demand or a part of it. */
export type PackingPlan = readonly PatternRun[];

/** Returns the cost of a plan in micro-USD per hour, node charges included. */
export function costOf(plan: PackingPlan): number {
  return plan.reduce((sum, { pattern, nodes }) => sum + nodes * pattern.offering.cost, 0);
}

/** Returns the number of pods to place, by item type. */
export function demandOf({ itemTypes }: PackingModel): Float64Array {
  return Float64Array.from(itemTypes, ({ demand }) => demand);
}

/** Subtracts the pods of this number of nodes of a pattern from the remaining pods; never below 0. */
export function subtractPattern(
  left: Float64Array,
  { itemTypes, counts }: Pattern,
  nodes: number,
): void {
  for (let i = 0; i < itemTypes.length; i++) {
    const itemType = itemTypes[i] ?? 0;
    left[itemType] = Math.max(0, (left[itemType] ?? 0) - nodes * (counts[i] ?? 0));
  }
}

/** Returns how many nodes of a pattern the remaining pods can fill completely. */
export function repeatsWithin(left: Float64Array, { itemTypes, counts }: Pattern): number {
  let times = Infinity;
  for (let i = 0; i < itemTypes.length; i++) {
    times = Math.min(times, Math.floor((left[itemTypes[i] ?? 0] ?? 0) / (counts[i] ?? 1)));
  }
  return times;
}
