import { describe, expect, it } from 'vitest';
import type { BudgetFieldsFragment, DisruptionReason } from '../../gql/graphql.js';
import { reasonsText } from './budgets-text.js';
import { toBudgetRows } from './to-budget-rows.js';

const status = (reason: DisruptionReason, allowed: number): BudgetFieldsFragment => ({
  clusterId: 'clu_1',
  nodePool: 'general',
  reason,
  nodes: 10,
  disrupting: 0,
  allowed,
  limitingBudget: null,
  changesAt: null,
});

describe('toBudgetRows', () => {
  it('merges reasons with equal budgets', () => {
    const rows = toBudgetRows(
      [status('EMPTY', 1), status('UNDERUTILIZED', 1), status('DRIFTED', 0)],
      () => 'prod',
    );
    expect(rows.map(({ reasons, allowed }) => [reasonsText(reasons), allowed])).toEqual([
      ['Empty and Underutilized', 1],
      ['Drifted', 0],
    ]);
  });

  it('returns "Any reason" when the row applies to all reasons', () => {
    const [row] = toBudgetRows(
      [
        status('EMPTY', 1),
        status('UNDERUTILIZED', 1),
        status('DRIFTED', 1),
        status('UNHEALTHY', 1),
      ],
      () => undefined,
    );
    expect(reasonsText(row?.reasons ?? [])).toBe('Any reason');
    expect(row?.clusterName).toBe('clu_1');
  });
});
