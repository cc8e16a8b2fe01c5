import { toMicroUsd } from '../../../lib/format/money.js';
import { formatShare, ratioOf } from '../../../lib/format/quantity.js';
import type { DecisionDetails } from '../decisions.queries.js';
import {
  type Amounts,
  comparisonOf,
  headlineOf,
  methodWords,
  upToPercent,
} from './plan-cost-text.js';

type PlanCost = NonNullable<DecisionDetails['planCost']>;

/** The cost of a plan, compared with Karpenter's plan and the lower bound. */
export interface PlanCostView {
  /** The maximum distance to the cheapest possible plan. */
  readonly headline: string;
  readonly comparison: string;
  readonly methodText: string;
  readonly chargeMicroUsd: number;
  /** Cost of the maximum share per instance type and zone; 0 without such a limit. */
  readonly diversityMicroUsd: number;
  /** None when no node is launched. */
  readonly rows: readonly CostRow[];
  /** Parts of the gap; none when there is no gap, or no bound. */
  readonly gapRows: readonly GapRow[];
}

export interface CostRow {
  readonly name: string;
  /** `null` for the bound, which is not a set of nodes. */
  readonly launched: { readonly nodes: number; readonly priceMicroUsd: number } | null;
  /** Including the per-node penalty. */
  readonly microUsd: number;
  /** Share of the most expensive row, between 0 and 1. */
  readonly ratio: number;
}

export interface GapRow {
  readonly name: string;
  readonly microUsd: number;
  /** Share of the lower bound; the share of the total is rounded up. */
  readonly share: string;
  /** Share of the gap, between 0 and 1. */
  readonly ratio: number;
}

/** Returns the texts and rows about the cost. @param nodes number of nodes that the plan launches */
export function toPlanCost(planCost: PlanCost, nodes: number): PlanCostView {
  const amounts: Amounts = {
    cost: toMicroUsd(planCost.cost),
    bound: toMicroUsd(planCost.lowerBound),
    firstFitCost: toMicroUsd(planCost.firstFitCost),
    charge: toMicroUsd(planCost.nodeCharge),
    nodes,
    firstFitNodes: planCost.firstFitNodeCount,
  };
  return {
    headline: headlineOf(amounts),
    comparison: amounts.cost === 0 ? '' : comparisonOf(amounts),
    methodText: methodWords[planCost.method],
    chargeMicroUsd: amounts.charge,
    diversityMicroUsd: toMicroUsd(planCost.diversity),
    rows: amounts.cost === 0 ? [] : costRows(amounts),
    gapRows: gapRows(amounts, planCost.gapParts),
  };
}

function costRows({ cost, bound, firstFitCost, charge, nodes, firstFitNodes }: Amounts): CostRow[] {
  const highestCost = Math.max(cost, bound, firstFitCost);
  const launched = (name: string, microUsd: number, count: number): CostRow => ({
    name,
    launched: { nodes: count, priceMicroUsd: microUsd - count * charge },
    microUsd,
    ratio: ratioOf(microUsd, highestCost),
  });
  return [
    {
      name: 'Proven lower bound',
      launched: null,
      microUsd: bound,
      ratio: ratioOf(bound, highestCost),
    },
    launched('This plan', cost, nodes),
    launched('Karpenter’s plan', firstFitCost, firstFitNodes),
  ];
}

/** Parts and gap are rounded separately; smaller differences are ignored. */
const roundingMicroUsd = 10;

function gapRows({ cost, bound }: Amounts, parts: PlanCost['gapParts']): GapRow[] {
  const gap = cost - bound;
  if (bound === 0 || gap <= 0) return [];
  const row = (name: string, microUsd: number): GapRow => ({
    name,
    microUsd,
    share: formatShare(microUsd, bound, 1),
    ratio: ratioOf(microUsd, gap),
  });
  const rows = [
    row('Unused capacity', toMicroUsd(parts.unusedCapacity)),
    row('Node prices above the dual value of their capacity', toMicroUsd(parts.offeringPremium)),
    row('Pods on less suitable nodes', toMicroUsd(parts.placementPremium)),
  ];
  const rest = gap - rows.reduce((sum, { microUsd }) => sum + microUsd, 0);
  if (Math.abs(rest) >= roundingMicroUsd) {
    rows.push(row('Bound raised by exhaustive search', rest));
  }
  return [...rows, { ...row('Gap', gap), share: upToPercent(gap, bound) }];
}
