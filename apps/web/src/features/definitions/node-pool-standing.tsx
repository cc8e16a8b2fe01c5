import { Link } from '@tanstack/react-router';
import type { NodePoolDetailsQuery } from '../../gql/graphql.js';
import { describeBudget } from '../../lib/format/budget.js';
import { formatMonthly, toMicroUsd } from '../../lib/format/money.js';
import { countOf } from '../../lib/format/quantity.js';
import { disruptionReasonWords } from '../../lib/format/words.js';
import { Badge } from '../../ui/badge.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/layout.js';
import { Meter } from '../../ui/meter.js';
import { Money } from '../../ui/money.js';
import { Notice } from '../../ui/notice.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SimpleTable } from '../../ui/simple-table.js';
import { DefinitionActions } from './definition-actions.js';
import { FindingList } from './finding-list.js';
import { healthText, replicasText, toLimitUsage } from './to-pool-standing.js';

export type NodePoolDetails = NonNullable<NodePoolDetailsQuery['nodePool']>;

export interface NodePoolStatusProps {
  readonly pool: NodePoolDetails;
  readonly onDeleted: () => void;
}

/** Limits, findings, budgets and facts of a pool. */
export function NodePoolStatus({ pool, onDeleted }: NodePoolStatusProps) {
  return (
    <>
      {!pool.isReady && (
        <Notice tone="broken">
          {pool.replicas === null ? 'No pod is given to it' : 'No node is bought for it'}:{' '}
          {pool.notReadyReason ?? 'the reason is not known'}
        </Notice>
      )}
      <DefinitionActions
        kind="NodePool"
        definition={pool}
        consequence={
          pool.nodes === 0
            ? 'It has no nodes; pods that only it can serve will stay pending.'
            : `Its ${countOf(pool.nodes, 'node')} will be drained and terminated, and pods that only it can serve will stay pending.`
        }
        onDeleted={onDeleted}
      />
      <Section title="Usage against limits">
        <Limits pool={pool} />
      </Section>
      {pool.findings.length > 0 && (
        <Section title={countOf(pool.findings.length, 'finding')}>
          <FindingList findings={pool.findings} />
        </Section>
      )}
      <Section title="Disruption budgets now">
        <Budgets pool={pool} />
      </Section>
      <Section title="Settings">
        <Facts items={factsOf(pool)} />
      </Section>
    </>
  );
}

function Limits({ pool }: { readonly pool: NodePoolDetails }) {
  return (
    <SimpleTable
      caption="Usage against limits"
      columns={[
        { header: 'Resource', renderCell: (row) => row.name },
        { header: 'Used', isNumeric: true, renderCell: (row) => row.usage },
        { header: 'Limit', isNumeric: true, renderCell: (row) => row.limit ?? 'none' },
        {
          header: 'Share',
          renderCell: (row) =>
            row.limit === null ? (
              <span className="dimmed">
                {pool.replicas === null ? 'grows without end' : 'what its replicas bring'}
              </span>
            ) : (
              <Meter ratio={row.ratio} text={row.text} label={row.name} warns />
            ),
        },
      ]}
      rows={pool.limits.map(toLimitUsage)}
      rowKey={(row) => row.resource}
    />
  );
}

function Budgets({ pool }: { readonly pool: NodePoolDetails }) {
  return (
    <SimpleTable
      caption="Disruption budgets now"
      columns={[
        { header: 'Reason', renderCell: (row) => disruptionReasonWords[row.reason] },
        {
          header: 'Allowed',
          isNumeric: true,
          renderCell: (row) => `${row.allowed} of ${row.nodes}`,
        },
        { header: 'By which rule', renderCell: (row) => describeBudget(row.rule) },
        {
          header: 'Until',
          renderCell: (row) => (row.changesAt === null ? '–' : <RelativeTime at={row.changesAt} />),
        },
      ]}
      rows={pool.budgets}
      rowKey={(row) => row.reason}
    />
  );
}

/** Whether its nodes come to be; a failure says what AWS said. */
function Health({ health }: { readonly health: NodePoolDetails['registrationHealth'] }) {
  const { status, lastFailureAt, lastFailureDetail } = health;
  return (
    <>
      {status === 'UNHEALTHY' && (
        <>
          <Badge tone="broken" icon="alert">
            Failing
          </Badge>{' '}
        </>
      )}
      {healthText(health)}
      {lastFailureAt !== null && (
        <span className="dimmed">
          , <RelativeTime at={lastFailureAt} />
          {lastFailureDetail !== null && `: ${lastFailureDetail}`}
        </span>
      )}
    </>
  );
}

function factsOf(pool: NodePoolDetails) {
  const priceMicroUsd = toMicroUsd(pool.price);
  return [
    [
      'Nodes',
      <Link
        key="nodes"
        to="/clusters/$name"
        params={{ name: pool.clusterName }}
        search={{ pool: pool.name }}
      >
        {countOf(pool.nodes, 'node')}
      </Link>,
    ],
    [
      'Cost',
      <span key="cost">
        <Money microUsd={priceMicroUsd} /> ({formatMonthly(priceMicroUsd)})
        {pool.unpricedNodes > 0 && `, ${pool.unpricedNodes} nodes without a price`}
      </span>,
    ],
    [
      'Node class',
      <Link
        key="class"
        to="/node-classes"
        search={{ open: `${pool.clusterName}/${pool.nodeClassName}` }}
      >
        {pool.nodeClassName}
      </Link>,
    ],
    ['Registration', <Health key="health" health={pool.registrationHealth} />],
    ['Replicas', replicasText(pool)],
    ['Weight', pool.replicas === null ? pool.weight : null],
    [
      'Consolidation',
      pool.replicas === null
        ? `${pool.consolidationPolicy} after ${pool.consolidateAfter}`
        : 'never: it keeps its replicas, and takes no pods that wait',
    ],
    ['Expires after', pool.expireAfter],
    ['Cluster', pool.clusterName],
    ['Owned by', pool.source === 'API' ? 'Kerf' : 'the cluster’s own objects'],
    ['Changed', <RelativeTime key="changed" at={pool.updatedAt} />],
    ['Made', <RelativeTime key="made" at={pool.createdAt} />],
  ] as const;
}
