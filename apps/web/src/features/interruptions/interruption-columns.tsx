import { interruptionKindWords, interruptionLooks } from '../../lib/states.js';
import type { GridColumn } from '../../ui/data-grid.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { ConsolidatableState, StateBadge } from '../../ui/state-badge.js';
import {
  drainMargin,
  hostOf,
  type InterruptionRow,
  replacementWords,
} from './to-interruption-text.js';

export const interruptionColumns: readonly GridColumn<InterruptionRow>[] = [
  {
    id: 'outcome',
    header: 'Outcome',
    widthPx: 96,
    isPinned: true,
    renderCell: ({ outcome }) =>
      outcome === 'PODS_LOST' ? (
        <StateBadge look={interruptionLooks[outcome]} />
      ) : (
        <ConsolidatableState look={interruptionLooks[outcome]} />
      ),
  },
  {
    id: 'node',
    header: 'Node',
    widthPx: 132,
    grows: true,
    renderCell: ({ nodeName, instanceId }) => (
      <span title={nodeName ?? instanceId}>
        {nodeName === null ? instanceId : hostOf(nodeName)}
      </span>
    ),
  },
  {
    id: 'kind',
    header: 'Warning',
    widthPx: 172,
    renderCell: ({ kind }) => <span>{interruptionKindWords[kind]}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 134,
    renderCell: ({ clusterName }) => <span title={clusterName}>{clusterName}</span>,
  },
  {
    id: 'pool',
    header: 'Pool',
    widthPx: 74,
    renderCell: ({ nodePool }) => <span>{nodePool ?? '–'}</span>,
  },
  {
    id: 'type',
    header: 'Type and zone',
    widthPx: 168,
    renderCell: ({ instanceType, zone }) => (
      <span>
        {instanceType ?? '–'} <span className="dimmed">{zone}</span>
      </span>
    ),
  },
  {
    id: 'warned',
    header: 'Warned',
    widthPx: 98,
    isNumeric: true,
    renderCell: ({ receivedAt }) => <RelativeTime at={receivedAt} />,
  },
  {
    id: 'deadline',
    header: 'Drained by when',
    hint: 'The deadline while it drains; else how the drain stood to it',
    widthPx: 114,
    isNumeric: true,
    renderCell: DeadlineCell,
  },
  {
    id: 'pods',
    header: 'Pods',
    widthPx: 48,
    isNumeric: true,
    renderCell: ({ podCount }) => podCount,
  },
  {
    id: 'replacement',
    header: 'Replaced by',
    widthPx: 210,
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
