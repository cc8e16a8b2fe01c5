import { countOf } from '@kerf/core';
import type { CostHistoryQuery } from '../../gql/graphql.js';
import { formatDollars, formatUsd, toMicroUsd } from '../../lib/format/money.js';
import { decisionKindWords } from '../../ui/badges/state-badges.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';

/** Estimated and achieved savings of removals, and how they are calculated. */
export function SavingsTable({ savings }: { readonly savings: CostHistoryQuery['savings'] }) {
  if (savings.length === 0) {
    return <p className="dimmed">No completed removals in this range.</p>;
  }
  const unpriced = savings.reduce((sum, { unpricedDecisions }) => sum + unpricedDecisions, 0);
  return (
    <>
      <SimpleTable
        caption="Savings by kind of decision"
        columns={[
          { header: 'Kind', renderCell: ({ kind }) => decisionKindWords[kind] },
          { header: 'Decisions', isNumeric: true, renderCell: ({ decisions }) => decisions },
          {
            header: 'Estimated $/h',
            isNumeric: true,
            renderCell: ({ estimated }) => formatUsd(toMicroUsd(estimated), 4),
          },
          {
            header: 'Achieved $/h',
            isNumeric: true,
            renderCell: ({ achieved }) => formatUsd(toMicroUsd(achieved), 4),
          },
          {
            header: 'Saved so far, $',
            isNumeric: true,
            renderCell: ({ saved }) => formatDollars(toMicroUsd(saved) / 1e6, 2),
          },
        ]}
        rows={savings}
        rowKey={({ kind }) => kind}
      />
      <p className="dimmed">
        Estimated: at the time of the decision. Achieved: at the prices of the nodes that were
        launched as replacements. Saved so far: the achieved rate from the end of each decision
        until now.
        {unpriced > 0 &&
          ` ${countOf(unpriced, 'decision has', 'decisions have')} an unknown price and ${
            unpriced === 1 ? 'is' : 'are'
          } not included.`}
      </p>
    </>
  );
}
