import { countOf, formatCpu, formatMemory } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { AttentionLink } from '../../app/attention-link.js';
import { formatShare } from '../../lib/format/quantity.js';
import {
  type AttentionFields,
  attentionBadge,
  attentionLabel,
  attentionRank,
  attentionSentence,
  healthyBadge,
} from '../../ui/badges/attention.js';
import { Badge, StateBadge } from '../../ui/badges/badge.js';
import { modeBadge, modeBadges } from '../../ui/badges/state-badges.js';
import { Icon } from '../../ui/controls/icon.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { Meter } from '../../ui/values/meter.js';
import { Money } from '../../ui/values/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { FavoriteStar } from './favorite-star.js';
import type { FleetFigures, FleetRow } from './to-fleet-row.js';

const unknownFigure = <span className="dimmed">unknown</span>;

/** Returns a cell renderer that shows `unknown` before the first figures of a cluster. */
const withFigures =
  (cell: (figures: FleetFigures) => React.ReactNode) =>
  ({ figures }: FleetRow) =>
    figures === null ? unknownFigure : cell(figures);

export const fleetColumns: readonly GridColumn<FleetRow>[] = [
  {
    id: 'name',
    header: 'Cluster',
    widthPx: 165,
    // With room for the star.
    textOf: ({ name }) => `${name} ★★`,
    isPinned: true,
    sortBy: (row) => row.name,
    renderCell: ({ id, name }) => (
      <>
        <Link to="/clusters/$name" params={{ name }} tabIndex={-1}>
          {name}
        </Link>
        <FavoriteStar id={id} name={name} />
      </>
    ),
  },
  {
    id: 'attention',
    header: 'Attention',
    hint: 'Problems of the cluster and what waits, most urgent first',
    widthPx: 196,
    grows: true,
    sortBy: (row) => attentionRank(row.attention),
    renderCell: AttentionCell,
  },
  {
    id: 'mode',
    header: 'Mode',
    hint: 'Actions of Kerf without an approval',
    widthPx: 88,
    sortBy: (row) => modeBadges[row.mode].label,
    renderCell: (row) => <StateBadge content={modeBadge(row)} />,
  },
  {
    id: 'pending',
    header: 'Pending',
    hint: 'Pending pods, and the age of the oldest',
    widthPx: 92,
    isNumeric: true,
    sortBy: (row) => row.figures?.pendingPods ?? null,
    renderCell: withFigures(PendingCell),
  },
  {
    id: 'waiting',
    header: 'To approve',
    hint: 'Decisions awaiting approval',
    widthPx: 86,
    sortBy: (row) => row.figures?.awaitingDecisions ?? null,
    renderCell: (row) => <ApprovalsCell row={row} />,
  },
  {
    id: 'price',
    header: '$/h',
    hint: 'Cost of all nodes with a known price',
    widthPx: 88,
    isNumeric: true,
    sortBy: (row) => row.figures?.priceMicroUsd ?? null,
    renderCell: withFigures(({ priceMicroUsd, unpricedNodes }) => (
      <span>
        <Money microUsd={priceMicroUsd} columnDigits={2} />
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
    widthPx: 66,
    isNumeric: true,
    sortBy: (row) => row.figures?.spotRatio ?? null,
    renderCell: withFigures(({ spotRatio }) =>
      spotRatio === null ? '–' : formatShare(spotRatio, 1),
    ),
  },
  {
    id: 'nodes',
    header: 'Nodes',
    widthPx: 70,
    isNumeric: true,
    sortBy: (row) => row.figures?.nodes ?? null,
    renderCell: withFigures(({ nodes }) => nodes),
  },
  {
    id: 'pods',
    header: 'Pods',
    widthPx: 70,
    isNumeric: true,
    sortBy: (row) => row.figures?.pods ?? null,
    renderCell: withFigures(({ pods }) => pods.toLocaleString('en-US')),
  },
  {
    id: 'cpu',
    header: 'CPU',
    hint: 'CPU requested by pods, of the allocatable CPU',
    widthPx: 92,
    sortBy: (row) => row.figures?.cpuRatio ?? null,
    renderCell: withFigures((figures) => (
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
    widthPx: 92,
    sortBy: (row) => row.figures?.memoryRatio ?? null,
    renderCell: withFigures((figures) => (
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
    widthPx: 118,
    sortBy: (row) => row.region,
    renderCell: (row) => <span className="dimmed">{row.region}</span>,
  },
];

/** The most urgent reason, with a link to its cause; all reasons on hover. */
function AttentionCell({ name, attention, connection }: FleetRow) {
  const [first, ...others] = attention;
  if (first === undefined) {
    const badge = healthyBadge(connection.state);
    if (badge.tone !== 'ok') return <StateBadge content={badge} />;
    return (
      <span className="dimmed" title="Time at which Kerf last had the whole state of the cluster">
        <Icon name={badge.icon} size={11} /> <span>{badge.label}</span>
        {connection.syncedAt !== null && (
          <>
            , synced <RelativeTime at={connection.syncedAt} />
          </>
        )}
      </span>
    );
  }
  return (
    <span title={attention.map(attentionTitle).join('\n')}>
      <AttentionLink kind={first.kind} cluster={name} tabIndex={-1}>
        <StateBadge content={attentionBadge(first)} />
      </AttentionLink>
      <span className="dimmed">
        {others.length > 0 && ` + ${others.length}`} <RelativeTime at={first.since} form="age" />
        {first.detail !== null && `, ${first.detail}`}
      </span>
    </span>
  );
}

const attentionTitle = (attention: AttentionFields): string =>
  `${attentionLabel(attention)}: ${attentionSentence(attention)}`;

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

function ApprovalsCell({ row }: { readonly row: FleetRow }) {
  const count = row.figures?.awaitingDecisions ?? 0;
  if (count === 0) return <span className="dimmed">–</span>;
  return (
    <Link to="/decisions" search={{ cluster: row.name, show: 'waiting' }} tabIndex={-1}>
      <Badge tone="attention" icon="person">
        {count}
      </Badge>
    </Link>
  );
}
