import { countOf } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { NodePoolDetailsQuery } from '../../../gql/graphql.js';
import { describeBudget } from '../../../lib/format/budget.js';
import { formatMonthly, toMicroUsd } from '../../../lib/format/money.js';
import { disruptionReasonWords } from '../../../lib/format/words.js';
import { Badge } from '../../../ui/badges/badge.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { DescriptionList } from '../../../ui/layout/description-list.js';
import { Section } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { Meter } from '../../../ui/values/meter.js';
import { Money } from '../../../ui/values/money.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import { ObjectIncidents } from '../../incidents/object-incidents.js';
import { DefinitionActions } from '../definition-actions.js';
import { managerText } from '../definitions-text.js';
import { FindingList } from '../finding-list.js';
import { healthText, minSavingText, replicasText } from './node-pool-text.js';
import { toLimitUsage } from './to-pool-status.js';

export type NodePoolDetails = NonNullable<NodePoolDetailsQuery['nodePool']>;

export interface NodePoolStatusProps {
  readonly pool: NodePoolDetails;
  readonly onDeleted: () => void;
}

/** Limits, findings, disruption budgets and settings of a NodePool. */
export function NodePoolStatus({ pool, onDeleted }: NodePoolStatusProps) {
  return (
    <>
      <ObjectIncidents clusterId={pool.clusterId} objects={[`NodePool/${pool.name}`]} />
      {!pool.isReady && (
        <Notice tone="broken">
          Kerf launches no nodes for it: {pool.notReadyReason ?? 'unknown reason'}
        </Notice>
      )}
      <DefinitionActions
        kind="NodePool"
        definition={pool}
        consequence={
          pool.nodes === 0
            ? 'It has no nodes. Pods that match no other NodePool stay pending.'
            : `Its ${countOf(pool.nodes, 'node')} will be drained and terminated without approval. Pods that match no other NodePool stay pending.`
        }
        onDeleted={onDeleted}
      />
      <Section title="Limits">
        <Limits pool={pool} />
      </Section>
      {pool.findings.length > 0 && (
        <Section title={countOf(pool.findings.length, 'finding')}>
          <FindingList findings={pool.findings} />
        </Section>
      )}
      <Section
        title="Disruption budgets"
        aside={
          <Link
            to="/budgets"
            search={{
              cluster: pool.clusterName,
              view: 'week',
              q: `${pool.clusterName}/${pool.name}`,
            }}
          >
            Calendar of the week
          </Link>
        }
      >
        <Budgets pool={pool} />
      </Section>
      <Section title="Settings">
        <DescriptionList items={factsOf(pool)} />
      </Section>
    </>
  );
}

function Limits({ pool }: { readonly pool: NodePoolDetails }) {
  return (
    <SimpleTable
      caption="Limits"
      columns={[
        { header: 'Resource', renderCell: (row) => row.name },
        { header: 'Used', isNumeric: true, renderCell: (row) => row.usage },
        { header: 'Limit', isNumeric: true, renderCell: (row) => row.limit ?? 'None' },
        {
          header: 'Share',
          renderCell: (row) =>
            row.limit === null ? (
              <span className="dimmed">
                {pool.replicas === null ? 'No limit' : 'Set by replicas'}
              </span>
            ) : (
              <Meter ratio={row.ratio} text={row.text} label={row.name} warnsWhenHigh />
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
      caption="Disruption budgets"
      columns={[
        { header: 'Reason', renderCell: (row) => disruptionReasonWords[row.reason] },
        {
          header: 'Allowed',
          isNumeric: true,
          renderCell: (row) => `${row.allowed} of ${row.nodes}`,
        },
        { header: 'Limiting budget', renderCell: (row) => describeBudget(row.limitingBudget) },
        {
          header: 'Changes',
          renderCell: (row) => (row.changesAt === null ? '–' : <RelativeTime at={row.changesAt} />),
        },
      ]}
      rows={pool.budgets}
      rowKey={(row) => row.reason}
    />
  );
}

/** The registration health of a NodePool, with the last failure. */
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
        {pool.unpricedNodes > 0 && `, ${countOf(pool.unpricedNodes, 'node')} with unknown price`}{' '}
        <Link to="/cost" search={{ cluster: pool.clusterName, view: 'changes', pool: pool.name }}>
          What changed
        </Link>
      </span>,
    ],
    [
      'EC2NodeClass',
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
        : 'Never: a static NodePool keeps its replicas',
    ],
    ['Minimum savings', minSavingText(pool)],
    ['Expires after', pool.expireAfter],
    ['Cluster', pool.clusterName],
    ['Managed in', pool.source === 'API' ? 'Kerf' : 'the cluster'],
    ['Managed by', pool.managedBy && managerText(pool.managedBy)],
    ['Changed', <RelativeTime key="changed" at={pool.updatedAt} />],
    ['Created', <RelativeTime key="made" at={pool.createdAt} />],
  ] as const;
}
