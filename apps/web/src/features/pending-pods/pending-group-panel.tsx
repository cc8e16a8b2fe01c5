import { countOf, joinWords } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { nearestMissText } from '../../lib/reasons/reason-sentence.js';

import { EmptyState } from '../../ui/feedback/empty-state.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import {
  commonRequests,
  commonSchedulerMessage,
  ownerWords,
  podsShown,
  toHeadline,
} from './pending-pods-text.js';
import {
  type PendingGroup,
  type PendingPod,
  toMismatchRows,
  toVerdictGroups,
  type VerdictGroup,
} from './to-pending-group.js';

export interface PendingGroupPanelProps {
  readonly id: string;
  /** Absent when the pods are no longer pending. */
  readonly group: PendingGroup | undefined;
  readonly onClose: () => void;
}

/** Why the pods of one owner are pending, by NodePool, and how to fix it. */
export function PendingGroupPanel({ id, group, onClose }: PendingGroupPanelProps) {
  return (
    <SidePanel
      id={id}
      title={group === undefined ? 'Pending pods' : group.ownerName}
      widthPx={640}
      onClose={onClose}
    >
      {group === undefined ? (
        <EmptyState title="No longer pending">
          The pods were scheduled or deleted. See <Link to="/decisions">Decisions</Link>.
        </EmptyState>
      ) : (
        <GroupSections group={group} />
      )}
    </SidePanel>
  );
}

function GroupSections({ group }: { readonly group: PendingGroup }) {
  return (
    <>
      <DescriptionList
        items={[
          ['Owner', ownerWords(group)],
          ['Cluster', group.clusterName],
          ['Pending', podsShown(group)],
          ['Requests per pod', commonRequests(group.pods) ?? 'different per pod'],
          ['First seen', <RelativeTime key="first" at={group.oldestCreatedAt} />],
          [
            'Last evaluated',
            group.lastEvaluatedAt === null ? (
              'never: the current batch is still open'
            ) : (
              <RelativeTime key="last" at={group.lastEvaluatedAt} />
            ),
          ],
          ['kube-scheduler message', commonSchedulerMessage(group.pods)],
        ]}
      />
      {toVerdictGroups(group.pods).map((verdict) => (
        <VerdictSection
          key={`${verdict.kind}${verdict.pods[0]?.uid ?? ''}`}
          verdict={verdict}
          clusterName={group.clusterName}
        />
      ))}
    </>
  );
}

interface VerdictSectionProps {
  readonly verdict: VerdictGroup;
  readonly clusterName: string;
}

function VerdictSection({ verdict, clusterName }: VerdictSectionProps) {
  const count = countOf(verdict.pods.length, 'pod');
  if (verdict.kind !== 'UNSCHEDULABLE') {
    const headline = toHeadline(verdict);
    return (
      <Section title={`${count}: ${headline.kind === 'text' ? headline.text : ''}`}>
        {verdict.decisionId !== null && (
          <Link to="/decisions/$id" params={{ id: verdict.decisionId }}>
            Decision {verdict.decisionId}
          </Link>
        )}
        <PodNames pods={verdict.pods} />
      </Section>
    );
  }
  return (
    <Section title={`${count}: no matching NodePool`}>
      <Stack gap="sm">
        {verdict.reasons.map((reason) => (
          <div key={reason.code}>
            <ReasonText reason={reason} />
            <div className="dimmed">{reason.remedy}</div>
          </div>
        ))}
        {verdict.mismatches.length > 0 && (
          <MismatchTable verdict={verdict} clusterName={clusterName} />
        )}
        <PodNames pods={verdict.pods} />
      </Stack>
    </Section>
  );
}

function MismatchTable({ verdict, clusterName }: VerdictSectionProps) {
  return (
    <SimpleTable
      caption="Why each NodePool does not match, the nearest NodePool first"
      columns={[
        { header: 'NodePool', renderCell: ({ nodePools }) => <PoolNames names={nodePools} /> },
        {
          header: 'Reason',
          isSentence: true,
          renderCell: ({ reason, nearest }) => (
            <>
              <ReasonText reason={reason} />
              {nearest !== null && (
                <div className="dimmed">Nearest: {nearestMissText(nearest)}</div>
              )}
            </>
          ),
        },
        {
          header: 'How to fix',
          isSentence: true,
          renderCell: ({ reason, fix }) => (
            <>
              <div>{reason.remedy ?? 'No action needed: it resolves over time'}</div>
              {fix !== null && <FixLink fix={fix} clusterName={clusterName} />}
            </>
          ),
        },
      ]}
      rows={toMismatchRows(verdict.mismatches)}
      rowKey={({ nodePools }) => nodePools[0]}
    />
  );
}

const poolsShown = 3;

function PoolNames({ names }: { readonly names: readonly string[] }) {
  const more = names.length - poolsShown;
  return more <= 1 ? (
    joinWords(names)
  ) : (
    <span title={names.join(', ')}>
      {names.slice(0, poolsShown).join(', ')} and {more} more
    </span>
  );
}

interface FixLinkProps {
  readonly fix: NonNullable<VerdictGroup['mismatches'][number]['fix']>;
  readonly clusterName: string;
}

/** Links to the field of the manifest in the editor. */
function FixLink({ fix: { kind, name, path }, clusterName }: FixLinkProps) {
  return (
    <Link
      to="/apply"
      search={{
        cluster: clusterName,
        edit: `${kind}/${name}`,
        field: path === '' ? undefined : path,
      }}
      title={path}
    >
      Fix in {kind} {name}
    </Link>
  );
}

const namesShown = 8;

/** `, #3 in queue`; empty for pods that are not in the queue. */
function queuePositionText({ verdict }: PendingPod): string {
  const position = verdict?.queuePosition ?? null;
  return position === null ? '' : `, #${position} in queue`;
}

function PodNames({ pods }: { readonly pods: readonly PendingPod[] }) {
  // A message that all pods share is shown once, above.
  const showsSchedulerMessage = commonSchedulerMessage(pods) === null;
  return (
    <ul>
      {pods.slice(0, namesShown).map((pod) => (
        <li key={pod.uid} className="dimmed">
          {pod.name}, <RelativeTime at={pod.createdAt} />
          {queuePositionText(pod)}
          {showsSchedulerMessage && pod.schedulerMessage !== null && (
            <>; kube-scheduler: {pod.schedulerMessage}</>
          )}
        </li>
      ))}
      {pods.length > namesShown && (
        <li className="dimmed">and {countOf(pods.length - namesShown, 'more pod')}</li>
      )}
    </ul>
  );
}
