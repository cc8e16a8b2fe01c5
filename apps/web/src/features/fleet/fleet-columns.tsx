import { Link } from '@tanstack/react-router';
import { countOf, formatCpu, formatMemory, formatShare } from '../../lib/format/quantity.js';
import {
  type AttentionFields,
  attentionLook,
  attentionRank,
  attentionSentence,
  attentionWord,
  healthyLook,
} from '../../ui/badges/attention.js';
import { Badge, StateBadge } from '../../ui/badges/badge.js';
import { modeLook, modeLooks } from '../../ui/badges/state-badges.js';
import { Icon } from '../../ui/controls/icon.js';
import type { GridColumn } from '../../ui/tables/data-grid.js';
import { Meter } from '../../ui/values/meter.js';
import { Money } from '../../ui/values/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import type { FleetFigures, FleetRow } from './to-fleet-row.js';

const unknown = <span className="dimmed">unknown</span>;

/** A cell for figures that are unknown before the first sync. */
const known =
  (cell: (figures: FleetFigures) => React.ReactNode) =>
  ({ known: figures }: FleetRow) =>
    figures === null ? unknown : cell(figures);

export const fleetColumns: readonly GridColumn<FleetRow>[] = [
  {
    id: 'name',
    header: 'Cluster',
    widthPx: 160,
    grows: true,
    isPinned: true,
    sortBy: (row) => row.name,
    renderCell: (row) => (
      <Link to="/clusters/$name" params={{ name: row.name }} tabIndex={-1}>
        {row.name}
      </Link>
    ),
  },
  {
    id: 'attention',
    header: 'Attention',
    hint: 'Problems of the cluster, most urgent first',
    widthPx: 190,
    sortBy: (row) => attentionRank(row.attention),
    renderCell: AttentionCell,
  },
  {
    id: 'mode',
    header: 'Mode',
    hint: 'What Kerf does without approval',
    widthPx: 92,
    sortBy: (row) => modeLooks[row.mode].word,
    renderCell: (row) => <StateBadge look={modeLook(row)} />,
  },
  {
    id: 'pending',
    header: 'Pending',
    hint: 'Pending pods, and the age of the oldest',
    widthPx: 100,
    isNumeric: true,
    sortBy: (row) => row.known?.pendingPods ?? null,
    renderCell: known(PendingCell),
  },
  {
    id: 'waiting',
    header: 'To approve',
    hint: 'Decisions awaiting approval',
    widthPx: 92,
    sortBy: (row) => row.known?.awaitingDecisions ?? null,
    renderCell: (row) => <WaitingCell row={row} />,
  },
  {
    id: 'price',
    header: '$/h',
    hint: 'Cost of all nodes with a known price',
    widthPx: 88,
    isNumeric: true,
    sortBy: (row) => row.known?.priceMicroUsd ?? null,
    renderCell: known(({ priceMicroUsd, unpricedNodes }) => (
      <span>
        <Money microUsd={priceMicroUsd} bareDigits={2} />
        {unpricedNodes > 0 && (
          <span className="dimmed" title={`${countOf(unpricedNodes, 'node')} with unknown price`}>
            {' '}
            + ?
          </span>
        )}
      </span>
    )),
  },
  {
    id: 'spot',
    header: 'Spot',
    hint: 'Share of the cost that is spot',
    widthPx: 78,
    isNumeric: true,
    sortBy: (row) => row.known?.spotRatio ?? null,
    renderCell: known(({ spotRatio }) => (spotRatio === null ? '–' : formatShare(spotRatio, 1))),
  },
  {
    id: 'nodes',
    header: 'Nodes',
    widthPx: 78,
    isNumeric: true,
    sortBy: (row) => row.known?.nodes ?? null,
    renderCell: known(({ nodes }) => nodes),
  },
  {
    id: 'pods',
    header: 'Pods',
    widthPx: 78,
    isNumeric: true,
    sortBy: (row) => row.known?.pods ?? null,
    renderCell: known(({ pods }) => pods.toLocaleString('en-US')),
  },
  {
    id: 'cpu',
    header: 'CPU',
    hint: 'CPU requested by pods, of the allocatable CPU',
    widthPx: 100,
    sortBy: (row) => row.known?.cpuRatio ?? null,
    renderCell: known((figures) => (
      <Meter
        ratio={figures.cpuRatio}
        text={formatShare(figures.cpuRequestedMilli, figures.cpuAllocatableMilli)}
        label={`${formatCpu(figures.cpuRequestedMilli)} of ${formatCpu(figures.cpuAllocatableMilli)} CPU requested`}
      />
    )),
  },
  {
    id: 'memory',
    header: 'Memory',
    hint: 'Memory requested by pods, of the allocatable memory',
    widthPx: 100,
    sortBy: (row) => row.known?.memoryRatio ?? null,
    renderCell: known((figures) => (
      <Meter
        ratio={figures.memoryRatio}
        text={formatShare(figures.memoryRequestedBytes, figures.memoryAllocatableBytes)}
        label={`${formatMemory(figures.memoryRequestedBytes)} of ${formatMemory(figures.memoryAllocatableBytes)} requested`}
      />
    )),
  },
  {
    id: 'region',
    header: 'Region',
    widthPx: 106,
    sortBy: (row) => row.region,
    renderCell: (row) => <span className="dimmed">{row.region}</span>,
  },
];

function AttentionCell({ attention, connection }: FleetRow) {
  const [first, ...others] = attention;
  if (first === undefined) {
    const look = healthyLook(connection.state);
    if (look.tone !== 'ok') return <StateBadge look={look} />;
    return (
      <span className="dimmed">
        <Icon name={look.icon} size={11} /> {look.word}
      </span>
    );
  }
  return (
    <span title={attention.map(attentionTitle).join('\n')}>
      <StateBadge look={attentionLook(first)} />
      <span className="dimmed">
        {others.length > 0 && ` + ${others.length}`} <RelativeTime at={first.since} form="age" />
      </span>
    </span>
  );
}

const attentionTitle = (attention: AttentionFields): string =>
  `${attentionWord(attention)}: ${attentionSentence(attention)}`;

function PendingCell({ pendingPods, oldestPendingAt }: FleetFigures) {
  if (pendingPods === 0) return <span className="dimmed">0</span>;
  return (
    <span>
      <strong>{pendingPods}</strong>
      {oldestPendingAt !== null && (
        <span className="dimmed">
          , <RelativeTime at={oldestPendingAt} form="age" />
        </span>
      )}
    </span>
  );
}

function WaitingCell({ row }: { readonly row: FleetRow }) {
  const count = row.known?.awaitingDecisions ?? 0;
  if (count === 0) return <span className="dimmed">–</span>;
  return (
    <Link to="/decisions" search={{ cluster: row.name, show: 'waiting' }} tabIndex={-1}>
      <Badge tone="attention" icon="person">
        {count}
      </Badge>
    </Link>
  );
}
