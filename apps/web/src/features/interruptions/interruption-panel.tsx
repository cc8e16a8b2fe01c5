import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { capacityTypeWords } from '../../lib/format/words.js';
import { StateBadge, StateInTable } from '../../ui/badges/badge.js';
import {
  interruptionBadges,
  interruptionKindWords,
  nodeClaimBadges,
} from '../../ui/badges/state-badges.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Notice } from '../../ui/feedback/notice.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Section } from '../../ui/layout/layout.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { AwsResource } from '../aws/aws-resource.js';
import { interruptionQuery } from './interruptions.queries.js';
import {
  drainMargin,
  type InterruptionRow,
  planningDelayOf,
  replacementWords,
} from './interruptions-text.js';

export interface InterruptionPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Details of one interruption notice, beside the table. */
export function InterruptionPanel({ id, onClose }: InterruptionPanelProps) {
  const query = useQuery(interruptionQuery(id));
  const row = query.data;
  return (
    <SidePanel
      id={id}
      title={row?.nodeName ?? row?.instanceId ?? id}
      titleAside={row && <StateBadge content={interruptionBadges[row.outcome]} />}
      onClose={onClose}
    >
      <QueryContent query={query} action="load the interruption notice">
        {(data) => {
          if (data === undefined) return <p className="dimmed">Loading the interruption notice…</p>;
          if (data === null) return <EmptyState title="Interruption notice not found" />;
          return <Sections row={data} />;
        }}
      </QueryContent>
    </SidePanel>
  );
}

function Sections({ row }: { readonly row: InterruptionRow }) {
  return (
    <>
      {row.lostPods.length > 0 && (
        <Notice tone="broken">
          {countOf(row.lostPods.length, 'pod was', 'pods were')} not evicted before the instance
          terminated, because of a PodDisruptionBudget or a long grace period:{' '}
          {row.lostPods.join(', ')}
        </Notice>
      )}
      <Section title="Timeline">
        <DescriptionList items={timelineOf(row)} />
      </Section>
      <Section title="Node">
        <DescriptionList items={nodeFacts(row)} />
      </Section>
      <Section title="Replaced by">
        {row.replacements.length === 0 ? (
          <p className="dimmed">{replacementWords(row)}</p>
        ) : (
          <Replacements row={row} />
        )}
      </Section>
    </>
  );
}

function timelineOf(row: InterruptionRow) {
  const { warnedAt, receivedAt, deadline, drainedAt, endedAt, decisionId } = row;
  return [
    ['Notice', interruptionKindWords[row.kind]],
    ['Sent by AWS', <RelativeTime key="w" at={warnedAt} />],
    ['Received by Kerf', <RelativeTime key="r" at={receivedAt} />],
    [
      'Replacement planned',
      planningDelayOf(row) === null ? null : `${planningDelayOf(row)} after receipt`,
    ],
    ['Drain deadline', deadline === null ? 'none set by AWS' : timeOf(deadline)],
    ['Drained', drainedAt === null ? null : timeOf(drainedAt)],
    ['Compared with the deadline', drainMargin(row)],
    ['Instance terminated', endedAt === null ? null : timeOf(endedAt)],
    ['Pods to move', row.podCount],
    [
      'Decision',
      decisionId === null ? (
        'None: no action was needed'
      ) : (
        <Link key="d" to="/decisions/$id" params={{ id: decisionId }}>
          {decisionId}
        </Link>
      ),
    ],
  ] as const;
}

function nodeFacts(row: InterruptionRow) {
  const { nodeName, clusterName, nodeClaimId, capacityType } = row;
  return [
    [
      'Node',
      nodeName === null ? null : (
        <Link
          key="n"
          to="/clusters/$name/nodes/$node"
          params={{ name: clusterName, node: nodeName }}
        >
          {nodeName}
        </Link>
      ),
    ],
    [
      'NodeClaim',
      nodeClaimId === null ? (
        'None: not managed by Kerf'
      ) : (
        <Link key="c" to="/node-claims/$id" params={{ id: nodeClaimId }}>
          {nodeClaimId}
        </Link>
      ),
    ],
    ['Instance', <AwsResource key="i" id={row.instanceId} clusterName={clusterName} />],
    ['Type', row.instanceType],
    ['Zone', row.zone],
    ['Capacity', capacityType === null ? null : capacityTypeWords[capacityType]],
    ['NodePool', row.nodePool],
    ['Cluster', clusterName],
  ] as const;
}

function Replacements({ row }: { readonly row: InterruptionRow }) {
  return (
    <SimpleTable
      caption="NodeClaims launched for the pods"
      columns={[
        {
          header: 'NodeClaim',
          renderCell: ({ id, name }) => (
            <Link to="/node-claims/$id" params={{ id }}>
              {name}
            </Link>
          ),
        },
        {
          header: 'State',
          renderCell: ({ state }) => <StateInTable content={nodeClaimBadges[state]} />,
        },
        { header: 'Type', renderCell: ({ instanceType }) => instanceType ?? 'unknown' },
        { header: 'Zone', renderCell: ({ zone }) => zone ?? 'unknown' },
        {
          header: 'Ready',
          renderCell: ({ initializedAt }) =>
            initializedAt === null ? 'not yet' : timeOf(initializedAt),
        },
      ]}
      rows={row.replacements}
      rowKey={({ id }) => id}
    />
  );
}

const timeOf = (at: string) => <RelativeTime at={at} />;
