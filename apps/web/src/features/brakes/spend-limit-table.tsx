import { useMutation, useQueryClient } from '@tanstack/react-query';
import { scopeWords } from '../../app/pauses/pause-text.js';
import type { SpendLimitFieldsFragment } from '../../gql/graphql.js';
import { formatUsd, toMicroUsd } from '../../lib/format/money.js';
import { Badge } from '../../ui/badges/badge.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Money } from '../../ui/values/money.js';
import { deleteSpendLimit } from './brakes.queries.js';

export interface SpendLimitTableProps {
  /** Absent while loading. */
  readonly limits: readonly SpendLimitFieldsFragment[] | undefined;
  readonly onEdit: (limit: SpendLimitFieldsFragment) => void;
}

/** Spend limits with what their scopes cost now, in this month, and by the forecast. */
export function SpendLimitTable({ limits, onEdit }: SpendLimitTableProps) {
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: deleteSpendLimit,
    onSettled: () => client.invalidateQueries({ queryKey: ['spend-limits'] }),
  });
  if (limits === undefined) return <p className="dimmed">Loading…</p>;
  if (limits.length === 0) {
    return <p>No spend limits. Create one to limit what nodes may cost.</p>;
  }
  return (
    <>
      <RequestErrors
        action="delete the spend limit"
        error={removing.error}
        userErrors={removing.data?.userErrors ?? []}
      />
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
            renderCell: (limit) => <Forecast limit={limit} />,
          },
          {
            header: 'Monthly limit',
            isNumeric: true,
            renderCell: ({ monthly, reachedPercent, blocksLaunches }) =>
              monthly === null
                ? 'none'
                : `${formatUsd(toMicroUsd(monthly), 0)}${reachedPercent > 0 ? `, ${reachedPercent}% reached` : ''}${blocksLaunches ? '; stops launches' : ''}`,
          },
          {
            header: 'Actions',
            // On a narrow screen the buttons are below the amounts, and not beyond the edge.
            isSentence: true,
            renderCell: (limit) => (
              <Row gap="xs">
                <WriteButton
                  action="SPEND_LIMIT_WRITE"
                  variant="default"
                  onClick={() => onEdit(limit)}
                >
                  Change…
                </WriteButton>
                <WriteButton
                  action="SPEND_LIMIT_WRITE"
                  variant="default"
                  isBusy={removing.isPending && removing.variables.id === limit.id}
                  onClick={() => removing.mutate({ id: limit.id, expectedVersion: limit.version })}
                >
                  Delete
                </WriteButton>
              </Row>
            ),
          },
        ]}
      />
    </>
  );
}

/** The cost of the month by its end; marked if it is above the limit. */
function Forecast({ limit }: { readonly limit: SpendLimitFieldsFragment }) {
  const forecast = toMicroUsd(limit.forecastThisMonth);
  const text = formatUsd(forecast, 0);
  if (limit.monthly === null || forecast <= toMicroUsd(limit.monthly)) return text;
  return (
    <Badge tone="attention" icon="alert">
      {text} of {formatUsd(toMicroUsd(limit.monthly), 0)} by the end of the month
    </Badge>
  );
}
