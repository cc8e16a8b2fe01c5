import type { PackingModel, Pattern } from './packing-model.js';

/** Some nodes with the same filling. */
export interface PatternRun {
  readonly pattern: Pattern;
  readonly nodes: number;
}

/** Nodes that together hold the demand, or a part of it. */
export type PackingPlan = readonly PatternRun[];

export function costOf(plan: PackingPlan): number {
  return plan.reduce((sum, { pattern, nodes }) => sum + nodes * pattern.offering.cost, 0);
}

/** By shape: how many pods are to be placed. */
export function demandOf({ itemTypes }: PackingModel): Float64Array {
  return Float64Array.from(itemTypes, ({ demand }) => demand);
}

/** Takes the pods of a filling off what is left to place; never below zero. */
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

/** How often a filling can be bought before it holds more pods of a shape than are left. */
export function repeatsWithin(left: Float64Array, { itemTypes, counts }: Pattern): number {
  let times = Infinity;
  for (let i = 0; i < itemTypes.length; i++) {
    times = Math.min(times, Math.floor((left[itemTypes[i] ?? 0] ?? 0) / (counts[i] ?? 1)));
  }
  return times;
}
