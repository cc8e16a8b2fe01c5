import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countOf } from '../../lib/format/quantity.js';
import { capacityTypeWords } from '../../lib/format/words.js';
import { interruptionKindWords, interruptionLooks, nodeClaimLooks } from '../../lib/states.js';
import { Empty } from '../../ui/empty.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/layout.js';
import { Loaded } from '../../ui/loaded.js';
import { Notice } from '../../ui/notice.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SidePanel } from '../../ui/side-panel.js';
import { SimpleTable } from '../../ui/simple-table.js';
import { ConsolidatableState, StateBadge } from '../../ui/state-badge.js';
import { interruptionQuery } from './interruptions.queries.js';
import {
  drainMargin,
  type InterruptionRow,
  reactionOf,
  replacementWords,
} from './to-interruption-text.js';

export interface InterruptionPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One warning, beside the table: what was warned of, what was done, what it cost. */
export function InterruptionPanel({ id, onClose }: InterruptionPanelProps) {
  const query = useQuery(interruptionQuery(id));
  const row = query.data;
  return (
    <SidePanel
      id={id}
      title={row?.nodeName ?? row?.instanceId ?? id}
      titleAside={row && <StateBadge look={interruptionLooks[row.outcome]} />}
      onClose={onClose}
    >
      <Loaded query={query} action="read the warning">
        {(data) => {
          if (data === undefined) return <p className="dimmed">Reading the warning…</p>;
          if (data === null) return <Empty title="There is no such warning" />;
          return <Sections row={data} />;
        }}
      </Loaded>
    </SidePanel>
  );
}

function Sections({ row }: { readonly row: InterruptionRow }) {
  return (
    <>
      {row.lostPods.length > 0 && (
        <Notice tone="broken">
          {countOf(row.lostPods.length, 'pod')} went down with the instance, kept until the end by a
          PodDisruptionBudget or a long grace period: {row.lostPods.join(', ')}
        </Notice>
      )}
      <Section title="What happened">
        <Facts items={happenings(row)} />
      </Section>
      <Section title="The node">
        <Facts items={nodeFacts(row)} />
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

function happenings(row: InterruptionRow) {
  const { warnedAt, receivedAt, deadline, drainedAt, endedAt, decisionId } = row;
  return [
    ['Warning', interruptionKindWords[row.kind]],
    ['Written by AWS', <RelativeTime key="w" at={warnedAt} />],
    ['Read by Kerf', <RelativeTime key="r" at={receivedAt} />],
    ['Next place decided', reactionOf(row) === null ? null : `${reactionOf(row)} after that`],
    ['Ends at the latest', deadline === null ? 'AWS names no time' : timeOf(deadline)],
    ['Drained', drainedAt === null ? null : timeOf(drainedAt)],
    ['Against the deadline', drainMargin(row)],
    ['Instance ended', endedAt === null ? null : timeOf(endedAt)],
    ['Pods that had to move', row.podCount],
    [
      'Decision',
      decisionId === null ? (
        'none: nothing had to be done'
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
        'none: Kerf does not manage it'
      ) : (
        <Link key="c" to="/node-claims/$id" params={{ id: nodeClaimId }}>
          {nodeClaimId}
        </Link>
      ),
    ],
    ['Instance', <code key="i">{row.instanceId}</code>],
    ['Type', row.instanceType],
    ['Zone', row.zone],
    ['Capacity', capacityType === null ? null : capacityTypeWords[capacityType]],
    ['Pool', row.nodePool],
    ['Cluster', clusterName],
  ] as const;
}

function Replacements({ row }: { readonly row: InterruptionRow }) {
  return (
    <SimpleTable
      caption="NodeClaims bought for the pods"
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
          renderCell: ({ state }) => <ConsolidatableState look={nodeClaimLooks[state]} />,
        },
        { header: 'Type', renderCell: ({ instanceType }) => instanceType ?? 'not yet known' },
        { header: 'Zone', renderCell: ({ zone }) => zone ?? 'not yet known' },
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
