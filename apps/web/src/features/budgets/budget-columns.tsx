import { Link } from '@tanstack/react-router';
import { describeBudget } from '../../lib/format/budget.js';
import { formatClock } from '../../lib/format/time.js';
import { usePreferences } from '../../lib/preferences.js';
import { serverNow } from '../../lib/server-clock.js';
import { Badge } from '../../ui/badge.js';
import type { GridColumn } from '../../ui/data-grid.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { type BudgetRow, reasonsText } from './to-budget-rows.js';

export const budgetColumns: readonly GridColumn<BudgetRow>[] = [
  {
    id: 'pool',
    header: 'Pool',
    widthPx: 160,
    grows: true,
    isPinned: true,
    sortBy: (row) => row.nodePool,
    renderCell: (row) => (
      <Link to="/node-pools" search={{ open: `${row.clusterName}/${row.nodePool}` }} tabIndex={-1}>
        {row.nodePool}
      </Link>
    ),
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 150,
    sortBy: (row) => row.clusterName,
    renderCell: (row) => <span>{row.clusterName}</span>,
  },
  {
    id: 'reason',
    header: 'For',
    hint: 'Reasons to disrupt a node for which this holds',
    widthPx: 170,
    sortBy: (row) => reasonsText(row.reasons),
    renderCell: (row) => <span>{reasonsText(row.reasons)}</span>,
  },
  {
    id: 'allowed',
    header: 'Allowed now',
    hint: 'Nodes that Kerf may take away now, of those the budget counts',
    widthPx: 150,
    sortBy: (row) => row.allowed,
    renderCell: AllowedCell,
  },
  {
    id: 'disrupting',
    header: 'Leaving or not ready',
    hint: 'Nodes that use the budget already',
    widthPx: 140,
    isNumeric: true,
    sortBy: (row) => row.disrupting,
    renderCell: (row) => row.disrupting,
  },
  {
    id: 'rule',
    header: 'By which rule',
    widthPx: 320,
    grows: true,
    renderCell: (row) => <span>{describeBudget(row.rule)}</span>,
  },
  {
    id: 'until',
    header: 'Until',
    hint: 'When the clock alone may change it',
    widthPx: 190,
    sortBy: (row) => (row.changesAt === null ? null : Date.parse(row.changesAt)),
    renderCell: (row) => <UntilCell row={row} />,
  },
];

function AllowedCell({ allowed, nodes }: BudgetRow) {
  if (allowed === 0 && nodes > 0) {
    return (
      <Badge tone="attention" icon="lock">
        none of {nodes}
      </Badge>
    );
  }
  return (
    <span>
      <strong>{allowed}</strong> <span className="dimmed">of {nodes}</span>
    </span>
  );
}

function UntilCell({ row }: { readonly row: BudgetRow }) {
  const { timeZone } = usePreferences();
  if (row.changesAt === null) return <span className="dimmed">no end by the clock</span>;
  const at = Date.parse(row.changesAt);
  return (
    <span>
      {formatClock(at, serverNow(), timeZone)},{' '}
      <span className="dimmed">
        <RelativeTime at={at} />
      </span>
    </span>
  );
}
