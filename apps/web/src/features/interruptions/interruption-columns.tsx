import { interruptionKindWords, interruptionLooks } from '../../lib/states.js';
import type { GridColumn } from '../../ui/data-grid.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { QuietState, StateBadge } from '../../ui/state-badge.js';
import { drainMargin, type InterruptionRow, replacementWords } from './to-interruption-text.js';

export const interruptionColumns: readonly GridColumn<InterruptionRow>[] = [
  {
    id: 'outcome',
    header: 'Outcome',
    widthPx: 106,
    isPinned: true,
    renderCell: ({ outcome }) =>
      outcome === 'PODS_LOST' ? (
        <StateBadge look={interruptionLooks[outcome]} />
      ) : (
        <QuietState look={interruptionLooks[outcome]} />
      ),
  },
  {
    id: 'node',
    header: 'Node',
    widthPx: 150,
    grows: true,
    renderCell: ({ nodeName, instanceId }) => <span>{nodeName ?? instanceId}</span>,
  },
  {
    id: 'kind',
    header: 'Warning',
    widthPx: 164,
    renderCell: ({ kind }) => <span>{interruptionKindWords[kind]}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 132,
    renderCell: ({ clusterName }) => <span>{clusterName}</span>,
  },
  {
    id: 'pool',
    header: 'Pool',
    widthPx: 76,
    renderCell: ({ nodePool }) => <span>{nodePool ?? '–'}</span>,
  },
  {
    id: 'type',
    header: 'Type and zone',
    widthPx: 166,
    renderCell: ({ instanceType, zone }) => (
      <span>
        {instanceType ?? '–'} <span className="dimmed">{zone}</span>
      </span>
    ),
  },
  {
    id: 'warned',
    header: 'Warned',
    widthPx: 94,
    isNumeric: true,
    renderCell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
  },
  {
    id: 'deadline',
    header: 'Drained by when',
    hint: 'The deadline while it drains; else how the drain stood to it',
    widthPx: 118,
    isNumeric: true,
    renderCell: DeadlineCell,
  },
  {
    id: 'pods',
    header: 'Pods',
    widthPx: 50,
    isNumeric: true,
    renderCell: ({ podCount }) => podCount,
  },
  {
    id: 'replacement',
    header: 'Replaced by',
    widthPx: 180,
    grows: true,
    renderCell: (row) => <span className="dimmed">{replacementWords(row)}</span>,
  },
];

function DeadlineCell(row: InterruptionRow) {
  const margin = drainMargin(row);
  if (margin !== null) return <span className="dimmed">{margin}</span>;
  if (row.deadline === null) return <span className="dimmed">–</span>;
  return <RelativeTime at={row.deadline} />;
}
