import { countOf } from '@kerf/core';
import type { NodePoolsQuery } from '../../../gql/graphql.js';
import { toMicroUsd } from '../../../lib/format/money.js';
import { disruptionReasonWords } from '../../../lib/format/words.js';
import { Badge } from '../../../ui/badges/badge.js';
import { Tooltip } from '../../../ui/controls/controls.js';
import { Icon } from '../../../ui/controls/icon.js';
import type { GridColumn } from '../../../ui/tables/grid-column.js';
import { Meter } from '../../../ui/values/meter.js';
import { Money } from '../../../ui/values/money.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import { severityBadges } from '../definitions-text.js';
import { sortFindings } from '../finding-list.js';
import { replicasText } from './node-pool-text.js';
import { limitOf, mostRestrictiveBudget } from './to-pool-status.js';

export type NodePoolRow = NodePoolsQuery['nodePools']['nodes'][number];

export const nodePoolColumns: readonly GridColumn<NodePoolRow>[] = [
  {
    id: 'name',
    header: 'NodePool',
    widthPx: 124,
    grows: true,
    isPinned: true,
    sortBy: (pool) => pool.name,
    renderCell: ({ name }) => <span>{name}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 140,
    sortBy: (pool) => pool.clusterName,
    renderCell: ({ clusterName }) => <span>{clusterName}</span>,
  },
  {
    id: 'ready',
    header: 'State',
    widthPx: 94,
    sortBy: (pool) => (pool.isReady ? 1 : 0),
    renderCell: ReadyCell,
  },
  {
    id: 'nodes',
    header: 'Nodes',
    widthPx: 64,
    isNumeric: true,
    sortBy: (pool) => pool.nodes,
    renderCell: NodesCell,
  },
  {
    id: 'price',
    header: '$/h',
    widthPx: 74,
    isNumeric: true,
    sortBy: (pool) => toMicroUsd(pool.price),
    renderCell: ({ price, unpricedNodes }) => (
      <span>
        <Money microUsd={toMicroUsd(price)} columnDigits={2} />
        {unpricedNodes > 0 && (
          <span title={`${countOf(unpricedNodes, 'node')} with unknown price`}> +?</span>
        )}
      </span>
    ),
  },
  {
    id: 'cpu-limit',
    header: 'CPU limit',
    hint: "Share of the NodePool's CPU limit that its nodes use",
    widthPx: 104,
    sortBy: (pool) => limitOf(pool.limits, 'cpu')?.ratio ?? null,
    renderCell: (pool) => <LimitCell pool={pool} resource="cpu" />,
  },
  {
    id: 'memory-limit',
    header: 'Memory limit',
    hint: "Share of the NodePool's memory limit that its nodes use",
    widthPx: 112,
    sortBy: (pool) => limitOf(pool.limits, 'memory')?.ratio ?? null,
    renderCell: (pool) => <LimitCell pool={pool} resource="memory" />,
  },
  {
    id: 'weight',
    header: 'Weight',
    hint: 'NodePools with a higher weight are tried first; static NodePools take no pending pods',
    widthPx: 70,
    isNumeric: true,
    sortBy: (pool) => (pool.replicas === null ? pool.weight : null),
    renderCell: ({ weight, replicas }) =>
      replicas === null ? weight : <span className="dimmed">–</span>,
  },
  {
    id: 'budget',
    header: 'Disruptions allowed',
    hint: 'The lowest number over all disruption reasons',
    widthPx: 134,
    sortBy: (pool) => mostRestrictiveBudget(pool.budgets)?.allowed ?? null,
    renderCell: BudgetCell,
  },
  {
    id: 'findings',
    header: 'Findings',
    widthPx: 96,
    sortBy: (pool) => -pool.findings.length,
    renderCell: FindingsCell,
  },
  {
    id: 'source',
    header: 'Managed in',
    hint: 'Definitions managed in the cluster are read-only here',
    widthPx: 92,
    sortBy: (pool) => pool.source,
    renderCell: ({ source }) => (
      <span className="dimmed">{source === 'API' ? 'Kerf' : 'cluster'}</span>
    ),
  },
  {
    id: 'updated',
    header: 'Changed',
    widthPx: 96,
    isNumeric: true,
    sortBy: (pool) => -Date.parse(pool.updatedAt),
    renderCell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

function ReadyCell({ isReady, notReadyReason }: NodePoolRow) {
  if (isReady) return <span className="dimmed">Ready</span>;
  return (
    <Tooltip label={notReadyReason ?? 'Not ready'}>
      <span>
        <Badge tone="broken" icon="alert">
          Not ready
        </Badge>
      </span>
    </Tooltip>
  );
}

/** The number of nodes; for a static NodePool, with its replicas. */
function NodesCell({ nodes, replicas, presentReplicas }: NodePoolRow) {
  if (replicas === null) return nodes;
  const present = presentReplicas ?? 0;
  return (
    <span
      title={`Static: ${replicasText({ replicas, presentReplicas: present })}, ${nodes} joined`}
    >
      {present < replicas ? <strong>{present}</strong> : present}{' '}
      <span className="dimmed">of {replicas}</span>
    </span>
  );
}

function LimitCell({ pool, resource }: { readonly pool: NodePoolRow; readonly resource: string }) {
  const status = limitOf(pool.limits, resource);
  if (status === undefined) return <span className="dimmed">–</span>;
  if (status.limit === null) {
    return <span className="dimmed">{status.usage}, no limit</span>;
  }
  return (
    <Meter
      ratio={status.ratio}
      text={status.text}
      label={`${status.usage} of ${status.limit}`}
      warnsWhenHigh
    />
  );
}

function BudgetCell({ budgets, nodes }: NodePoolRow) {
  const budget = mostRestrictiveBudget(budgets);
  if (budget === undefined || nodes === 0) return <span className="dimmed">–</span>;
  const title = `${disruptionReasonWords[budget.reason]}: ${budget.allowed} of ${budget.nodes}`;
  if (budget.allowed === 0) {
    return (
      <span title={title}>
        <Badge tone="attention" icon="lock">
          0 of {budget.nodes}
        </Badge>
      </span>
    );
  }
  return (
    <span title={title}>
      {budget.allowed} <span className="dimmed">of {budget.nodes}</span>
    </span>
  );
}

function FindingsCell({ findings }: NodePoolRow) {
  const [worst] = sortFindings(findings);
  if (worst === undefined) return <span className="dimmed">–</span>;
  const badge = severityBadges[worst.severity];
  return (
    <Tooltip label={findings.map(({ message }) => message).join(' ')}>
      <span>
        <Icon name={badge.icon} size={11} /> {countOf(findings.length, 'finding')}
      </span>
    </Tooltip>
  );
}
