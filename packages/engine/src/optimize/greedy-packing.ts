import type { NodeKnapsack } from './node-knapsack.js';
import type { BinType, PackingModel, Pattern } from './packing-model.js';
import { type PatternRun, repeatsWithin, subtractPattern } from './patterns.js';
import type { WorkBudget } from './work-budget.js';

/** What guides the choice of nodes. */
export interface GreedyGuide {
  /** By shape. */
  readonly values: Float64Array;
  /** See {@link PackingTask}. */
  readonly evaluations: number;
  /**
   * A node gets of no shape more than this many times its part of what is left of it, so that nodes
   * are mixed as the demand is, and no unfit rest is left over; Infinity lets nodes be one-sided.
   */
  readonly mixing: number;
}

/**
 * Buys the node whose best filling is worth most for its price, as often as the demand lasts, and
 * again, until all is placed. What a filling is worth per price only falls while the demand does, so
 * offerings are looked at in the order of what they were worth last, and few of them each time.
 * @param left by shape, what is to be placed; it is used up
 * @returns `null` when the budget was spent before all was placed
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
  const most = new Float64Array(left.length);
  let among = Int32Array.from(left.keys());
  for (;;) {
    among = among.filter((itemType) => (left[itemType] ?? 0) > 0);
    if (among.length === 0) return plan;
    if (budget.isSpent) return null;
    const best = bestPattern(model, knapsack, guide, { left, among, most, queue });
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
    /** Shapes of which something is left. */
    readonly among: Int32Array;
    /** Work space, by shape. */
    readonly most: Float64Array;
    readonly queue: Candidate[];
  },
): Pattern | null {
  const { left, among, most, queue } = task;
  let dualValue = 0;
  for (const itemType of among) dualValue += (left[itemType] ?? 0) * (values[itemType] ?? 0);
  let best: Pattern | null = null;
  let bestRatio = 0;
  for (const candidate of queue) {
    if (candidate.ratio <= bestRatio) break;
    const { offering } = candidate;
    const share = dualValue > 0 ? Math.min(1, (mixing * offering.cost) / dualValue) : 1;
    for (const itemType of among) {
      const count = Math.ceil((left[itemType] ?? 0) * share);
      most[itemType] = Math.min(count, model.itemTypes[itemType]?.maxPerNode ?? 0);
    }
    const relaxed = knapsack.relax(offering, values, { most, among });
    candidate.ratio = relaxed.dualValue / offering.cost;
    if (candidate.ratio <= bestRatio) continue;
    const packed = knapsack.pack(offering, { values, most, relaxed, evaluations });
    candidate.ratio = packed.value / offering.cost;
    if (candidate.ratio > bestRatio) {
      bestRatio = candidate.ratio;
      best = packed.pattern;
    }
  }
  queue.sort((a, b) => b.ratio - a.ratio || a.index - b.index);
  return best;
}
