import type { DisruptionBudget } from '@kerf/engine';

/**
 * Returns the number or percentage of nodes that `nodes` of a budget allows to disrupt; `null` for
 * any other text.
 */
export function parseBudgetNodes(nodes: string): DisruptionBudget['max'] | null {
  const [, digits, sign] = /^([0-9]{1,9})(%?)$/.exec(nodes) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits);
  if (sign !== '%') return { kind: 'Count', value };
  return value <= 100 ? { kind: 'Percent', value } : null;
}
