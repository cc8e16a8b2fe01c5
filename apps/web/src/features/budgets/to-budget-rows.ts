import type { BudgetFieldsFragment, DisruptionReason } from '../../gql/graphql.js';
import { disruptionReasonWords, joinWords } from '../../lib/format/words.js';

type Standing = BudgetFieldsFragment;

/** Reasons of one pool for which the same holds, in one row. */
export interface BudgetRow extends Omit<Standing, 'reason'> {
  readonly clusterName: string;
  readonly reasons: readonly DisruptionReason[];
}

/** Most pools have one rule for all reasons: folding them makes three rows one. */
export function toBudgetRows(
  budgets: readonly Standing[],
  nameOf: (clusterId: string) => string | undefined,
): readonly BudgetRow[] {
  const rows = new Map<string, BudgetRow>();
  for (const { reason, ...status } of budgets) {
    const key = JSON.stringify(status);
    const reasons = [...(rows.get(key)?.reasons ?? []), reason];
    const clusterName = nameOf(status.clusterId) ?? status.clusterId;
    rows.set(key, { ...status, clusterName, reasons });
  }
  return [...rows.values()];
}

const everyReason = ['EMPTY', 'UNDERUTILIZED', 'DRIFTED'] as const;

export function reasonsText(reasons: readonly DisruptionReason[]): string {
  if (everyReason.every((reason) => reasons.includes(reason))) return 'Any reason';
  return joinWords(reasons.map((reason) => disruptionReasonWords[reason]));
}
