import { scopeWords } from '../../app/pauses/pause-text.js';
import type { SpendLimitsQuery } from '../../gql/graphql.js';
import { formatUsd, toMicroUsd } from '../../lib/format/money.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Money } from '../../ui/values/money.js';

export interface SpendLimitTableProps {
  /** Absent while loading. */
  readonly limits: SpendLimitsQuery['spendLimits'] | undefined;
}

/** Spend limits with what their scopes cost now, in this month, and by the forecast. */
export function SpendLimitTable({ limits }: SpendLimitTableProps) {
  if (limits === undefined) return <p className="dimmed">Loading…</p>;
  if (limits.length === 0) {
    return <p>No spend limits. Create one with POST /api/v1/spend-limits.</p>;
  }
  return (
    <SimpleTable
      caption="Spend limits"
      rows={limits}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Scope', renderCell: ({ scope }) => scopeWords(scope) },
        {
          header: 'Now',
          isNumeric: true,
          renderCell: ({ currentHourly }) => <Money microUsd={toMicroUsd(currentHourly)} />,
        },
        {
          header: 'Hourly limit',
          isNumeric: true,
          renderCell: ({ hourly }) =>
            hourly === null ? 'none' : <Money microUsd={toMicroUsd(hourly)} />,
        },
        {
          header: 'This month',
          isNumeric: true,
          renderCell: ({ spentThisMonth }) => formatUsd(toMicroUsd(spentThisMonth), 0),
        },
        {
          header: 'Forecast',
          isNumeric: true,
          renderCell: ({ forecastThisMonth, monthly }) =>
            monthly !== null && toMicroUsd(forecastThisMonth) > toMicroUsd(monthly)
              ? `${formatUsd(toMicroUsd(forecastThisMonth), 0)} (above the limit)`
              : formatUsd(toMicroUsd(forecastThisMonth), 0),
        },
        {
          header: 'Monthly limit',
          isNumeric: true,
          renderCell: ({ monthly, reachedPercent, blocksLaunches }) =>
            monthly === null
              ? 'none'
              : `${formatUsd(toMicroUsd(monthly), 0)}${reachedPercent > 0 ? `, ${reachedPercent}% reached` : ''}${blocksLaunches ? '; stops launches' : ''}`,
        },
      ]}
    />
  );
}
