import type { ConsolidationFinding, ConsolidationVerdict } from './consolidation-differential.js';

/** The figures of a number of compared clusters. Prices are US dollars per hour. */
export interface ConsolidationSummary {
  readonly clusters: number;
  readonly verdicts: Readonly<Partial<Record<ConsolidationVerdict, number>>>;
  /** Geometric mean of our price divided by that of Karpenter's cheapest valid run. */
  readonly meanRatio: number;
  readonly worstRatio: number;
  readonly bestRatio: number;
  /** Totals of the clusters in which both have a valid end. */
  readonly ours: { readonly price: number; readonly podsMoved: number; readonly commands: number };
  readonly theirs: ConsolidationSummary['ours'];
}

export function summaryOf(findings: readonly ConsolidationFinding[]): ConsolidationSummary {
  const verdicts: Partial<Record<ConsolidationVerdict, number>> = {};
  for (const { verdict } of findings) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  const compared = findings.flatMap(({ ours, theirs, ratio }) =>
    theirs === null || ratio === null ? [] : [{ ours, theirs, ratio }],
  );
  const ratios = compared.map(({ ratio }) => ratio);
  const logarithms = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0);
  return {
    clusters: findings.length,
    verdicts,
    meanRatio: Math.exp(logarithms / Math.max(1, ratios.length)),
    worstRatio: Math.max(...ratios),
    bestRatio: Math.min(...ratios),
    ours: totalOf(compared.map(({ ours }) => ours)),
    theirs: totalOf(compared.map(({ theirs }) => theirs)),
  };
}

function totalOf(ends: readonly ConsolidationSummary['ours'][]): ConsolidationSummary['ours'] {
  return ends.reduce(
    (sum, { price, podsMoved, commands }) => ({
      price: sum.price + price,
      podsMoved: sum.podsMoved + podsMoved,
      commands: sum.commands + commands,
    }),
    { price: 0, podsMoved: 0, commands: 0 },
  );
}
