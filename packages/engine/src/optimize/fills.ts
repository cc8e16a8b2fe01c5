import type { Fill, Market } from './market.js';

/** Some nodes with the same filling. */
export interface FillRun {
  readonly fill: Fill;
  readonly nodes: number;
}

/** Nodes that together hold the demand, or a part of it. */
export type Plan = readonly FillRun[];

export function costOf(plan: Plan): number {
  return plan.reduce((sum, { fill, nodes }) => sum + nodes * fill.offering.cost, 0);
}

/** By shape: how many pods are to be placed. */
export function demandOf({ shapes }: Market): Float64Array {
  return Float64Array.from(shapes, ({ demand }) => demand);
}

/** Takes the pods of a filling off what is left to place; never below zero. */
export function takeOff(left: Float64Array, { shapes, counts }: Fill, nodes: number): void {
  for (let i = 0; i < shapes.length; i++) {
    const shape = shapes[i] ?? 0;
    left[shape] = Math.max(0, (left[shape] ?? 0) - nodes * (counts[i] ?? 0));
  }
}

/** How often a filling can be bought before it holds more pods of a shape than are left. */
export function timesWithin(left: Float64Array, { shapes, counts }: Fill): number {
  let times = Infinity;
  for (let i = 0; i < shapes.length; i++) {
    times = Math.min(times, Math.floor((left[shapes[i] ?? 0] ?? 0) / (counts[i] ?? 1)));
  }
  return times;
}
