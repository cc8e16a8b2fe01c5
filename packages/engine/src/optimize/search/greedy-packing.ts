// Method: greedy heuristic for set covering (Chvátal 1979): the pattern with the highest ratio of
// value to cost is used as often as the demand allows, until all pods are placed. Ratios only
// decrease while the demand does, so the last ratio of an offering is an upper bound and most
// evaluations are left out, as in the accelerated greedy algorithm (Minoux 1978).
// Arrays: `left`, `maxCounts`: one per item type, pods. `values`: dual prices, one per item type,
// micro-USD per hour. `among`: indexes of item types with demand.

import type { BinType, PackingModel, Pattern } from '../packing/packing-model.js';
import { type PatternRun, repeatsWithin, subtractPattern } from '../packing/patterns.js';
import type { WorkBudget } from '../work-budget.js';
import type { NodeKnapsack } from './node-knapsack.js';

/** Parameters of the greedy heuristic. */
export interface GreedyGuide {
  /** Dual price of one pod, by item type; micro-USD per hour. */
  readonly values: Float64Array;
  /** See {@link PackingTask}. */
  readonly evaluations: number;
  /**
   * Maximum share of an item type's remaining pods on one node, as a multiple of the node's share
   * of the remaining value. Low numbers mix pods as the demand is mixed; `Infinity` sets no limit,
   * and nodes without cost have none.
   */
  readonly mixing: number;
}

/**
 * Places the demand greedily: repeats the pattern with the highest ratio of value to cost as often
 * as the demand allows, then searches for the next one. Offerings are evaluated in the order of
 * their last ratio, which is an upper bound, so few of them are evaluated each time.
 * @param left pods to place, by item type; it is decreased
 * @returns `null` if the budget was spent before all pods were placed, or some fit nowhere
 */
export function packGreedily(
  model: PackingModel,
  knapsack: NodeKnapsack,
  guide: GreedyGuide,
  task: {
    readonly left: Float64Array;
    readonly offerings: readonly BinType[];
    readonly budget: WorkBudget;
  },
): PatternRun[] | null {
  const { left, offerings, budget } = task;
  const plan: PatternRun[] = [];
  const queue = offerings.map((offering, index) => ({ offering, index, ratio: Infinity }));
  const maxCounts = new Float64Array(left.length);
  let among = Int32Array.from(left.keys());
  for (;;) {
    among = among.filter((itemType) => (left[itemType] ?? 0) > 0);
    if (among.length === 0) return plan;
    if (budget.isSpent) return null;
    const best = bestPattern(model, knapsack, guide, { left, among, maxCounts, queue });
    if (best === null) return null;
    const nodes = Math.max(1, repeatsWithin(left, best));
    subtractPattern(left, best, nodes);
    plan.push({ pattern: best, nodes });
  }
}

interface Candidate {
  readonly offering: BinType;
  readonly index: number;
  ratio: number;
}

function bestPattern(
  model: PackingModel,
  knapsack: NodeKnapsack,
  { values, evaluations, mixing }: GreedyGuide,
  task: {
    readonly left: Float64Array;
    /** Item types with remaining pods. */
    readonly among: Int32Array;
    /** Reused array, one per item type. */
    readonly maxCounts: Float64Array;
    readonly queue: Candidate[];
  },
): Pattern | null {
  const { left, among, maxCounts, queue } = task;
  let dualValue = 0;
  for (const itemType of among) dualValue += (left[itemType] ?? 0) * (values[itemType] ?? 0);
  let best: Pattern | null = null;
  let bestRatio = 0;
  for (const candidate of queue) {
    if (candidate.ratio <= bestRatio) break;
    const { offering } = candidate;
    const share = shareOf(mixing, offering.cost, dualValue);
    for (const itemType of among) {
      const count = Math.ceil((left[itemType] ?? 0) * share);
      maxCounts[itemType] = Math.min(count, model.itemTypes[itemType]?.maxPerNode ?? 0);
    }
    const relaxed = knapsack.relax(offering, values, { maxCounts, among });
    candidate.ratio = ratioOf(relaxed.dualValue, offering.cost);
    if (candidate.ratio <= bestRatio) continue;
    const packed = knapsack.pack(offering, { values, maxCounts, relaxed, evaluations });
    candidate.ratio = ratioOf(packed.value, offering.cost);
    if (candidate.ratio > bestRatio) {
      bestRatio = candidate.ratio;
      best = packed.pattern;
    }
  }
  queue.sort(byRatio);
  return best;
}

/** Returns the largest part of an item type's remaining pods that one node may get; at most 1. */
function shareOf(mixing: number, cost: number, dualValue: number): number {
  return cost > 0 && dualValue > 0 ? Math.min(1, (mixing * cost) / dualValue) : 1;
}

/** Returns the value per cost: `Infinity` for pods on a node without cost, 0 without value. */
function ratioOf(value: number, cost: number): number {
  return value > 0 ? value / cost : 0;
}

/** Orders by ratio, highest first; offerings with equal ratios keep their order. */
function byRatio(a: Candidate, b: Candidate): number {
  return a.ratio === b.ratio ? a.index - b.index : b.ratio - a.ratio;
}
