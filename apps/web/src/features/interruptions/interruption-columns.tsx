import { StateBadge, StateInTable } from '../../ui/badges/badge.js';
import { interruptionBadges, interruptionKindWords } from '../../ui/badges/state-badges.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import {
  drainMargin,
  hostNameOf,
  type InterruptionRow,
  replacementWords,
} from './interruptions-text.js';

export const interruptionColumns: readonly GridColumn<InterruptionRow>[] = [
  {
    id: 'outcome',
    header: 'Outcome',
    widthPx: 98,
    isPinned: true,
    renderCell: ({ outcome }) =>
      outcome === 'PODS_LOST' ? (
        <StateBadge content={interruptionBadges[outcome]} />
      ) : (
        <StateInTable content={interruptionBadges[outcome]} />
      ),
  },
  {
    id: 'node',
    header: 'Node',
    widthPx: 124,
    grows: true,
    renderCell: ({ nodeName, instanceId }) => (
      <span title={nodeName ?? instanceId}>
        {nodeName === null ? instanceId : hostNameOf(nodeName)}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Notice',
    widthPx: 174,
    renderCell: ({ kind }) => <span>{interruptionKindWords[kind]}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 130,
    renderCell: ({ clusterName }) => <span title={clusterName}>{clusterName}</span>,
  },
  {
    id: 'pool',
    header: 'NodePool',
    widthPx: 96,
    renderCell: ({ nodePool }) => <span>{nodePool ?? '–'}</span>,
  },
  {
    id: 'type',
    header: 'Type and zone',
    widthPx: 160,
    renderCell: ({ instanceType, zone }) => (
      <span>
        {instanceType ?? '–'} <span className="dimmed">{zone}</span>
      </span>
    ),
  },
  {
    id: 'warned',
    header: 'Received',
    widthPx: 88,
    isNumeric: true,
    renderCell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
  },
  {
    id: 'deadline',
    header: 'Drain deadline',
    hint: 'Deadline while the node drains; then the time to spare',
    widthPx: 108,
    isNumeric: true,
    renderCell: DeadlineCell,
  },
  {
    id: 'pods',
    header: 'Pods',
    widthPx: 60,
    isNumeric: true,
    renderCell: ({ podCount }) => podCount,
  },
  {
    id: 'replacement',
    header: 'Replaced by',
    widthPx: 180,
    grows: true,
    renderCell: (row) => {
      const words = replacementWords(row);
      return (
        <span className="dimmed" title={words}>
          {words}
        </span>
      );
    },
  },
];

function DeadlineCell(row: InterruptionRow) {
  const margin = drainMargin(row);
  if (margin !== null) return <span className="dimmed">{margin}</span>;
  if (row.deadline === null) return <span className="dimmed">–</span>;
  return <RelativeTime at={row.deadline} />;
}
