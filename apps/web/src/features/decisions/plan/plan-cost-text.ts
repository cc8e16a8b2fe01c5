import { countOf } from '@kerf/core';
import type { PlanMethod } from '../../../gql/graphql.js';
import { formatHourly } from '../../../lib/format/money.js';
import { formatShare } from '../../../lib/format/quantity.js';

/** Amounts of one plan in micro-USD per hour. */
export interface Amounts {
  readonly cost: number;
  readonly bound: number;
  readonly firstFitCost: number;
  readonly charge: number;
  readonly nodes: number;
  readonly firstFitNodes: number;
}

export const methodWords: Readonly<Record<PlanMethod, string>> = {
  FIRST_FIT: 'Karpenter’s algorithm',
  EXHAUSTIVE: 'exhaustive search',
  GREEDY: 'packing by dual prices',
  COLUMN_GENERATION: 'column generation',
  LARGE_NEIGHBORHOOD_SEARCH: 'large-neighborhood search',
  UNKNOWN: 'unknown to this version of the dashboard',
};

/** Returns the maximum distance to the cheapest possible plan as a sentence. */
export function headlineOf({ cost, bound }: Amounts): string {
  if (cost === 0) return 'No nodes to launch.';
  if (bound === 0) return 'The distance to the cheapest possible plan is unknown.';
  if (cost <= bound) return 'Proven optimal: no plan costs less.';
  return `At most ${upToPercent(cost - bound, bound)} above the cheapest possible plan.`;
}

/** Rounds up, because the text says "at most". */
export function upToPercent(part: number, whole: number): string {
  const digits = part * 100 < whole ? 2 : 1;
  const steps = 10 ** (digits + 2);
  return `${(Math.ceil((part * steps) / whole) / 10 ** digits).toFixed(digits)}%`;
}

/** Compares the plan with Karpenter's plan, by price and number of nodes. */
export function comparisonOf({
  cost,
  firstFitCost,
  charge,
  nodes,
  firstFitNodes,
}: Amounts): string {
  if (cost === firstFitCost && nodes === firstFitNodes) {
    return 'Karpenter’s plan costs the same; no cheaper plan was found.';
  }
  const paid = cost - nodes * charge;
  const firstFitPaid = firstFitCost - firstFitNodes * charge;
  const count =
    nodes === firstFitNodes
      ? 'the same number of nodes'
      : `${countOf(firstFitNodes, 'node')} instead of ${nodes}`;
  const reported = `Karpenter’s plan would cost ${differenceOf(firstFitPaid, paid)} with ${count}`;
  // Fewer nodes can justify a higher price: then the penalized cost is shown too.
  return firstFitPaid > paid
    ? `${reported}.`
    : `${reported}; including the per-node penalty ${differenceOf(firstFitCost, cost)}.`;
}

function differenceOf(baseline: number, plan: number): string {
  if (baseline === plan) return 'the same';
  const share = formatShare(Math.abs(baseline - plan), plan, 1);
  return `${formatHourly(Math.abs(baseline - plan))} ${baseline > plan ? 'more' : 'less'} (${share})`;
}
