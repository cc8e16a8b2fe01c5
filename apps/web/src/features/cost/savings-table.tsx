import type { CostHistoryQuery } from '../../gql/graphql.js';
import { formatDollars, formatUsd, toMicroUsd } from '../../lib/format/money.js';
import { countOf } from '../../lib/format/quantity.js';
import { decisionKindWords } from '../../lib/states.js';
import { SimpleTable } from '../../ui/simple-table.js';

/** What taking nodes away promised, what it came to, and how that is reckoned. */
export function SavingsTable({ savings }: { readonly savings: CostHistoryQuery['savings'] }) {
  if (savings.length === 0) {
    return <p className="dimmed">No decision that takes nodes away ended in the range.</p>;
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
            header: 'Promised $/h',
            isNumeric: true,
            renderCell: ({ promised }) => formatUsd(toMicroUsd(promised), 4),
          },
          {
            header: 'Achieved $/h',
            isNumeric: true,
            renderCell: ({ achieved }) => formatUsd(toMicroUsd(achieved), 4),
          },
          {
            header: 'Saved so far $',
            isNumeric: true,
            renderCell: ({ saved }) => formatDollars(toMicroUsd(saved) / 1e6, 2),
          },
        ]}
        rows={savings}
        rowKey={({ kind }) => kind}
      />
      <p className="dimmed">
        Promised when decided; achieved at the prices of what was really bought instead; saved so
        far: the achieved rate from each decision’s end until now.
        {unpriced > 0 &&
          ` ${countOf(unpriced, 'decision has', 'decisions have')} an unknown price and ${
            unpriced === 1 ? 'is' : 'are'
          } in no sum.`}
      </p>
    </>
  );
}
