import { Link } from '@tanstack/react-router';
import { serverNow } from '../../lib/api/server-clock.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { describeBudget } from '../../lib/format/budget.js';
import { formatClock } from '../../lib/format/time.js';
import { Badge } from '../../ui/badges/badge.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { reasonsText } from './budgets-text.js';
import type { BudgetRow } from './to-budget-rows.js';

export const budgetColumns: readonly GridColumn<BudgetRow>[] = [
  {
    id: 'pool',
    header: 'NodePool',
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
    header: 'Reason',
    hint: 'Disruption reasons that the row applies to',
    widthPx: 170,
    sortBy: (row) => reasonsText(row.reasons),
    renderCell: (row) => <span>{reasonsText(row.reasons)}</span>,
  },
  {
    id: 'allowed',
    header: 'Disruptions allowed',
    hint: 'Nodes that may be disrupted now, of the nodes that the budget counts',
    widthPx: 150,
    sortBy: (row) => row.allowed,
    renderCell: AllowedCell,
  },
  {
    id: 'disrupting',
    header: 'Disrupting or NotReady',
    hint: 'Nodes that already count against the budget',
    widthPx: 172,
    isNumeric: true,
    sortBy: (row) => row.disrupting,
    renderCell: (row) => row.disrupting,
  },
  {
    id: 'rule',
    header: 'Limiting budget',
    widthPx: 236,
    grows: true,
    renderCell: (row) => <span>{describeBudget(row.limitingBudget)}</span>,
  },
  {
    id: 'until',
    header: 'Changes at',
    hint: 'Next start or end of a schedule',
    widthPx: 185,
    sortBy: (row) => (row.changesAt === null ? null : Date.parse(row.changesAt)),
    renderCell: (row) => <ChangesCell row={row} />,
  },
];

function AllowedCell({ allowed, nodes }: BudgetRow) {
  if (allowed === 0 && nodes > 0) {
    return (
      <Badge tone="attention" icon="lock">
        0 of {nodes}
      </Badge>
    );
  }
  return (
    <span>
      <strong>{allowed}</strong> <span className="dimmed">of {nodes}</span>
    </span>
  );
}

function ChangesCell({ row }: { readonly row: BudgetRow }) {
  const { timeZone } = usePreferences();
  if (row.changesAt === null) return <span className="dimmed">No scheduled end</span>;
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
