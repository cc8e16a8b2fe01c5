// Packing models as plain numbers for specs, and reference algorithms that are correct at a glance:
// they enumerate everything, so models must be small.

import { invariant } from '@kerf/core';
import { aSnapshot } from '@kerf/testing';
import * as fc from 'fast-check';
import type { BinType, PackingModel, Pattern } from '../optimize/packing/packing-model.js';
import { type PackingPlan, subtractPattern } from '../optimize/packing/patterns.js';
import { compileProblem } from '../scheduling/problem/problem.js';

/** An item type of a model: pods with a request per resource. */
export interface ItemDraft {
  readonly demand: number;
  readonly request: readonly number[];
  /** Default: no limit. */
  readonly maxPerNode?: number;
}

/** An offering of a model. */
export interface BinDraft {
  /** Micro-USD per hour. */
  readonly cost: number;
  readonly capacity: readonly number[];
  /** Indexes of the item types that it admits; default: all. */
  readonly admits?: readonly number[];
}

const [template] = compileProblem(aSnapshot().build()).templates;

/** Returns the packing model of item types and offerings; offerings are not checked for dominance. */
export function aPackingModel(
  items: readonly ItemDraft[],
  bins: readonly BinDraft[],
): PackingModel {
  invariant(template !== undefined, 'the default snapshot has a NodePool');
  const width = Math.max(0, ...bins.map(({ capacity }) => capacity.length));
  const largest = Float64Array.from({ length: width }, (_, k) =>
    Math.max(1, ...bins.map(({ capacity }) => capacity[k] ?? 0)),
  );
  const requests = Float64Array.from(
    items.flatMap(({ request }) => Array.from({ length: width }, (_, k) => request[k] ?? 0)),
  );
  const relative = (amounts: Float64Array): Float64Array =>
    amounts.map((amount, index) => amount / (largest[index % width] ?? 1));
  const admitted = bins.map(({ admits }) => (admits ?? [...items.keys()]).join());
  const groups = [...new Set(admitted)];
  return {
    resources: Array.from({ length: width }, (_, k) => `resource-${k}`),
    slots: [],
    width,
    itemTypes: items.map(({ demand, maxPerNode }) => ({
      demand,
      maxPerNode: maxPerNode ?? Infinity,
      items: [],
    })),
    requests,
    largest,
    relativeRequests: relative(requests),
    offerings: bins.map(({ cost, capacity }, type): BinType => {
      const amounts = Float64Array.from(capacity);
      const group = groups.indexOf(admitted[type] ?? '');
      const relativeCapacity = relative(amounts);
      return { template, type, cost, capacity: amounts, relativeCapacity, group };
    }),
    groups: groups.map((text) =>
      Int32Array.from(text === '' ? [] : text.split(',').map((part) => Number(part))),
    ),
  };
}

/** Small models of two resources; every item type fits on some offering. */
export const smallPackingModels: fc.Arbitrary<PackingModel> = fc
  .record({
    items: fc.array(
      fc.record({
        demand: fc.integer({ min: 1, max: 3 }),
        request: fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 5 })),
        maxPerNode: fc.constantFrom(1, 2, Infinity),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    bins: fc.array(
      fc.record({
        cost: fc.integer({ min: 10, max: 60 }),
        capacity: fc.tuple(fc.integer({ min: 2, max: 10 }), fc.integer({ min: 2, max: 10 })),
        admits: fc.constantFrom([0], [0, 1], [0, 1, 2]),
      }),
      { maxLength: 2 },
    ),
    largest: fc.integer({ min: 40, max: 100 }),
  })
  .map(({ items, bins, largest }) =>
    aPackingModel(items, [
      ...bins.map((bin) => ({ ...bin, admits: bin.admits.filter((item) => item < items.length) })),
      { cost: largest, capacity: [10, 10] },
    ]),
  );

/** Returns the offering at an index. */
export function offeringAt({ offerings }: PackingModel, index: number): BinType {
  const offering = offerings[index];
  invariant(offering !== undefined, 'the model has no such offering');
  return offering;
}

/** Returns a pattern from the number of pods of each item type. */
export function aPattern(offering: BinType, counts: readonly number[]): Pattern {
  const used = [...counts.keys()].filter((itemType) => (counts[itemType] ?? 0) > 0);
  return {
    offering,
    itemTypes: Int32Array.from(used),
    counts: Int32Array.from(used, (itemType) => counts[itemType] ?? 0),
  };
}

/** Returns the number of pods of each item type in a pattern. */
export function countsOf({ itemTypes }: PackingModel, pattern: Pattern): number[] {
  const counts = itemTypes.map(() => 0);
  pattern.itemTypes.forEach((itemType, index) => {
    counts[itemType] = (counts[itemType] ?? 0) + (pattern.counts[index] ?? 0);
  });
  return counts;
}

/** Returns true if a node of the offering can hold the pods. */
export function holds(
  { width, groups, itemTypes, requests }: PackingModel,
  { capacity, group }: BinType,
  counts: readonly number[],
): boolean {
  return (
    counts.every(
      (count, itemType) =>
        count === 0 ||
        (count <= (itemTypes[itemType]?.maxPerNode ?? 0) && groups[group]?.includes(itemType)),
    ) &&
    Array.from({ length: width }).every(
      (_, k) =>
        counts.reduce(
          (sum, count, itemType) => sum + count * (requests[itemType * width + k] ?? 0),
          0,
        ) <= (capacity[k] ?? 0),
    )
  );
}

/** Returns all numbers of pods that a node of the offering can hold, up to the demand. */
export function patternsOf(model: PackingModel, offering: BinType): readonly number[][] {
  return partsOf(model.itemTypes.map(({ demand }) => demand)).filter((counts) =>
    holds(model, offering, counts),
  );
}

/** Returns all lists of numbers from 0 to those given. */
function partsOf(counts: readonly number[]): readonly number[][] {
  return counts.reduce<number[][]>(
    (parts, count) =>
      parts.flatMap((part) => Array.from({ length: count + 1 }, (_, own) => [...part, own])),
    [[]],
  );
}

/** Returns the lowest cost of nodes for all pods; `null` if some fit on no node. */
export function optimalCost(model: PackingModel): number | null {
  const nodes = model.offerings.flatMap((offering) =>
    patternsOf(model, offering).map((counts) => ({ cost: offering.cost, counts })),
  );
  const known = new Map<string, number>();
  const costOfRest = (left: readonly number[]): number => {
    const first = left.findIndex((count) => count > 0);
    if (first < 0) return 0;
    const text = left.join();
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    let best = Infinity;
    for (const { cost, counts } of nodes) {
      if ((counts[first] ?? 0) === 0) continue;
      const rest = left.map((count, itemType) => count - (counts[itemType] ?? 0));
      if (rest.every((count) => count >= 0)) best = Math.min(best, cost + costOfRest(rest));
    }
    known.set(text, best);
    return best;
  };
  const best = costOfRest(model.itemTypes.map(({ demand }) => demand));
  return best === Infinity ? null : best;
}

/** Returns the value of the pods of a node at dual prices by item type. */
export function valueOf(counts: readonly number[], values: Float64Array): number {
  return counts.reduce((sum, count, itemType) => sum + count * (values[itemType] ?? 0), 0);
}

/** Returns how many pods of each item type a plan leaves without a node. */
export function leftBy(model: PackingModel, plan: PackingPlan): readonly number[] {
  const left = Float64Array.from(model.itemTypes, ({ demand }) => demand);
  for (const { pattern, nodes } of plan) subtractPattern(left, pattern, nodes);
  return [...left];
}

/** Returns true if each node of the plan can hold its pods. */
export function isFeasible(model: PackingModel, plan: PackingPlan): boolean {
  return plan.every(({ pattern }) => holds(model, pattern.offering, countsOf(model, pattern)));
}
