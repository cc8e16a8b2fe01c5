import { formatCount } from '@kerf/core';
import { scopeWords } from '../../app/pauses/pause-text.js';
import type { AlertThresholdsFieldsFragment } from '../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { Badge } from '../../ui/badges/badge.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';

type Row = AlertThresholdsFieldsFragment;

export interface AlertTableProps {
  readonly rows: readonly Row[];
  readonly onEdit: (row: Row) => void;
}

/** The alert thresholds of teams and of the organization, with their numbers now. */
export function AlertTable({ rows, onEdit }: AlertTableProps) {
  return (
    <SimpleTable
      caption="Alerts of teams and the organization"
      rows={rows}
      rowKey={({ scope }) => scope.teamId ?? scope.kind}
      columns={[
        { header: 'Scope', renderCell: ({ scope }) => scopeWords(scope) },
        {
          header: 'Nodes',
          isNumeric: true,
          renderCell: ({ nodes, currentNodes }) =>
            `${formatCount(currentNodes)}, alert ${orOff(nodes, formatCount)}`,
        },
        {
          header: 'Hourly cost',
          isNumeric: true,
          renderCell: ({ spend, currentSpend }) =>
            `${formatHourly(toMicroUsd(currentSpend))}, alert ${orOff(toMicroUsd(spend), formatHourly)}`,
        },
        {
          header: 'Changes within a minute',
          isNumeric: true,
          renderCell: ({ changesPerMinute }) => `alert ${orOff(changesPerMinute, formatCount)}`,
        },
        { header: 'State', renderCell: AlertState },
        {
          header: 'Actions',
          renderCell: (row) => (
            <WriteButton action="CLUSTER_UPDATE" variant="default" onClick={() => onEdit(row)}>
              Change…
            </WriteButton>
          ),
        },
      ]}
    />
  );
}

const orOff = (value: number, text: (value: number) => string): string =>
  value === 0 ? 'off' : `above ${text(value)}`;

function AlertState({ exceeded }: Row) {
  if (exceeded.length === 0) return <span className="dimmed">–</span>;
  return (
    <Badge tone="attention" icon="alert">
      Alert
    </Badge>
  );
}
