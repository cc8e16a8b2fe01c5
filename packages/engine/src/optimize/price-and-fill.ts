import { type FillRun, takeOff, timesWithin } from './fills.js';
import type { Fill, Market, MarketOffering } from './market.js';
import type { NodeKnapsack } from './node-knapsack.js';
import type { WorkBudget } from './work-budget.js';

/** What guides the choice of nodes. */
export interface Guide {
  /** By shape. */
  readonly values: Float64Array;
  /** See {@link PackingTask}. */
  readonly looks: number;
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
export function priceAndFill(
  market: Market,
  knapsack: NodeKnapsack,
  guide: Guide,
  task: {
    readonly left: Float64Array;
    readonly offerings: readonly MarketOffering[];
    readonly budget: WorkBudget;
  },
): FillRun[] | null {
  const { left, offerings, budget } = task;
  const plan: FillRun[] = [];
  const queue = offerings.map((offering, index) => ({ offering, index, ratio: Infinity }));
  const most = new Float64Array(left.length);
  let among = Int32Array.from(left.keys());
  for (;;) {
    among = among.filter((shape) => (left[shape] ?? 0) > 0);
    if (among.length === 0) return plan;
    if (budget.isSpent) return null;
    const best = bestFill(market, knapsack, guide, { left, among, most, queue });
    if (best === null) return null;
    const nodes = Math.max(1, timesWithin(left, best));
    takeOff(left, best, nodes);
    plan.push({ fill: best, nodes });
  }
}

interface Candidate {
  readonly offering: MarketOffering;
  readonly index: number;
  ratio: number;
}

function bestFill(
  market: Market,
  knapsack: NodeKnapsack,
  { values, looks, mixing }: Guide,
  task: {
    readonly left: Float64Array;
    /** Shapes of which something is left. */
    readonly among: Int32Array;
    /** Work space, by shape. */
    readonly most: Float64Array;
    readonly queue: Candidate[];
  },
): Fill | null {
  const { left, among, most, queue } = task;
  let worth = 0;
  for (const shape of among) worth += (left[shape] ?? 0) * (values[shape] ?? 0);
  let best: Fill | null = null;
  let bestRatio = 0;
  for (const candidate of queue) {
    if (candidate.ratio <= bestRatio) break;
    const { offering } = candidate;
    const share = worth > 0 ? Math.min(1, (mixing * offering.cost) / worth) : 1;
    for (const shape of among) {
      const count = Math.ceil((left[shape] ?? 0) * share);
      most[shape] = Math.min(count, market.shapes[shape]?.mostPerNode ?? 0);
    }
    const relaxed = knapsack.relax(offering, values, { most, among });
    candidate.ratio = relaxed.worth / offering.cost;
    if (candidate.ratio <= bestRatio) continue;
    const packed = knapsack.pack(offering, { values, most, relaxed, looks });
    candidate.ratio = packed.value / offering.cost;
    if (candidate.ratio > bestRatio) {
      bestRatio = candidate.ratio;
      best = packed.fill;
    }
  }
  queue.sort((a, b) => b.ratio - a.ratio || a.index - b.index);
  return best;
}
