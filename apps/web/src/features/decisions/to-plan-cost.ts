import type { PlanMethod } from '../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { countOf, formatShare, ratioOf } from '../../lib/format/quantity.js';
import type { DecisionDetails } from './to-before-after.js';

type PlanCost = NonNullable<DecisionDetails['planCost']>;

/** What a plan costs beside what Karpenter's rule would have paid and what no plan can be below. */
export interface PlanCostView {
  /** How far from the cheapest possible plan it can be at most. */
  readonly headline: string;
  readonly againstFirstFit: string;
  readonly madeBy: string;
  readonly chargeMicroUsd: number;
  /** What keeping nodes from being alike costs; 0 where nothing asks for it. */
  readonly diversityMicroUsd: number;
  /** None when nothing is bought. */
  readonly rows: readonly CostRow[];
  /** Add up to the gap; none where there is no gap, or no bound to measure it from. */
  readonly gapRows: readonly GapRow[];
}

export interface CostRow {
  readonly name: string;
  /** `null` for the bound, which is no set of nodes. */
  readonly bought: { readonly nodes: number; readonly priceMicroUsd: number } | null;
  /** With the charge for each node. */
  readonly microUsd: number;
  /** Of the dearest row. */
  readonly ratio: number;
}

export interface GapRow {
  readonly name: string;
  readonly microUsd: number;
  /** Of the bound, so that all add up to the gap in percent, which is rounded up. */
  readonly share: string;
  /** Of the gap. */
  readonly ratio: number;
}

/** Amounts of one plan in micro-USD per hour. */
interface Amounts {
  readonly cost: number;
  readonly bound: number;
  readonly firstFitCost: number;
  readonly charge: number;
  readonly nodes: number;
  readonly firstFitNodes: number;
}

/** @param nodes how many the plan buys */
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
    againstFirstFit: amounts.cost === 0 ? '' : againstFirstFitOf(amounts),
    madeBy: methodWords[planCost.method],
    chargeMicroUsd: amounts.charge,
    diversityMicroUsd: toMicroUsd(planCost.diversity),
    rows: amounts.cost === 0 ? [] : costRows(amounts),
    gapRows: gapRows(amounts, planCost.gapParts),
  };
}

const methodWords: Readonly<Record<PlanMethod, string>> = {
  FIRST_FIT: 'Karpenter’s own rule',
  EXHAUSTIVE: 'trying every way',
  GREEDY: 'filling nodes by the bound’s prices',
  COLUMN_GENERATION: 'column generation',
  LARGE_NEIGHBORHOOD_SEARCH: 'neighbourhood search',
  UNKNOWN: 'a method this version of the dashboard does not know',
};

function headlineOf({ cost, bound }: Amounts): string {
  if (cost === 0) return 'Nothing has to be bought.';
  if (bound === 0) return 'How far it is from the cheapest possible plan is not known.';
  if (cost <= bound) return 'The cheapest possible plan: none costs less, and that is proven.';
  return `At most ${upToPercent(cost - bound, bound)} above the cheapest possible plan.`;
}

/** Rounded up: what is at most so much must not be said to be less. */
function upToPercent(part: number, whole: number): string {
  const digits = part * 100 < whole ? 2 : 1;
  const steps = 10 ** (digits + 2);
  return `${(Math.ceil((part * steps) / whole) / 10 ** digits).toFixed(digits)} %`;
}

function againstFirstFitOf({ cost, firstFitCost, charge, nodes, firstFitNodes }: Amounts): string {
  if (cost === firstFitCost && nodes === firstFitNodes) {
    return 'Karpenter’s own rule costs the same: nothing cheaper was found.';
  }
  const paid = cost - nodes * charge;
  const firstFitPaid = firstFitCost - firstFitNodes * charge;
  const count =
    nodes === firstFitNodes
      ? 'as many nodes'
      : `${countOf(firstFitNodes, 'node')} instead of ${nodes}`;
  const said = `Karpenter’s own rule would have paid ${differenceOf(firstFitPaid, paid)} for ${count}`;
  // Fewer nodes can be worth a higher price; what was weighed is said then.
  return firstFitPaid > paid
    ? `${said}.`
    : `${said}; with the charge for each node it is ${differenceOf(firstFitCost, cost)}.`;
}

function differenceOf(rule: number, plan: number): string {
  if (rule === plan) return 'the same';
  const share = formatShare(Math.abs(rule - plan), plan, 1);
  return `${formatHourly(Math.abs(rule - plan))} ${rule > plan ? 'more' : 'less'} (${share})`;
}

function costRows({ cost, bound, firstFitCost, charge, nodes, firstFitNodes }: Amounts): CostRow[] {
  const highestCost = Math.max(cost, bound, firstFitCost);
  const bought = (name: string, microUsd: number, count: number): CostRow => ({
    name,
    bought: { nodes: count, priceMicroUsd: microUsd - count * charge },
    microUsd,
    ratio: ratioOf(microUsd, highestCost),
  });
  return [
    {
      name: 'Proven lower bound',
      bought: null,
      microUsd: bound,
      ratio: ratioOf(bound, highestCost),
    },
    bought('This plan', cost, nodes),
    bought('Karpenter’s rule', firstFitCost, firstFitNodes),
  ];
}

/** Parts and gap are rounded one by one; less than this says nothing. */
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
    row('Room that is paid for and stays empty', toMicroUsd(parts.unusedCapacity)),
    row('Nodes dearer than their room is worth', toMicroUsd(parts.offeringPremium)),
    row('Pods where they take more than elsewhere', toMicroUsd(parts.placementPremium)),
  ];
  const rest = gap - rows.reduce((sum, { microUsd }) => sum + microUsd, 0);
  if (Math.abs(rest) >= roundingMicroUsd) {
    rows.push(row('Taken off by trying every way for the bound', rest));
  }
  return [...rows, { ...row('Gap', gap), share: upToPercent(gap, bound) }];
}
