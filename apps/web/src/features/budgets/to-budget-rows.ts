import type { BudgetFieldsFragment, DisruptionReason } from '../../gql/graphql.js';

type BudgetFields = BudgetFieldsFragment;

/** Reasons of one NodePool with equal budgets, in one row. */
export interface BudgetRow extends Omit<BudgetFields, 'reason'> {
  readonly clusterName: string;
  readonly reasons: readonly DisruptionReason[];
}

/** Merges the reasons of a NodePool that have equal budgets: most NodePools need one row. */
export function toBudgetRows(
  budgets: readonly BudgetFields[],
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
