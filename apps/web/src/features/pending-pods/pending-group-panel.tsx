import { Link } from '@tanstack/react-router';
import { countOf } from '../../lib/format/quantity.js';
import { nearestWords } from '../../lib/reasons/nearest-words.js';
import { describeReason } from '../../lib/reasons/reason-sentence.js';
import { Empty } from '../../ui/empty.js';
import { Facts } from '../../ui/facts.js';
import { Section, Stack } from '../../ui/layout.js';
import { ReasonText } from '../../ui/reason-text.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SidePanel } from '../../ui/side-panel.js';
import { SimpleTable } from '../../ui/simple-table.js';
import {
  commonRequests,
  commonSchedulerMessage,
  ownerTitle,
  ownerWords,
  type PendingGroup,
  type PendingPod,
  podsShown,
  toHeadline,
  toVerdictGroups,
  type VerdictGroup,
} from './to-pending-group.js';

export interface PendingGroupPanelProps {
  readonly id: string;
  /** Absent when the group does not wait (any more). */
  readonly group: PendingGroup | undefined;
  readonly onClose: () => void;
}

/** Why the pods of one owner wait, pool by pool, and what would help. */
export function PendingGroupPanel({ id, group, onClose }: PendingGroupPanelProps) {
  return (
    <SidePanel
      id={id}
      title={group === undefined ? 'Pending pods' : ownerTitle(group)}
      widthPx={600}
      onClose={onClose}
    >
      {group === undefined ? (
        <Empty title="These pods do not wait any more">
          They were placed or deleted. <Link to="/decisions">The decisions</Link> say what was done
          for them.
        </Empty>
      ) : (
        <GroupSections group={group} />
      )}
    </SidePanel>
  );
}

function GroupSections({ group }: { readonly group: PendingGroup }) {
  return (
    <>
      <Facts
        items={[
          ['Owner', ownerWords(group)],
          ['Cluster', group.clusterName],
          ['Waiting', podsShown(group)],
          ['Each requests', commonRequests(group.pods) ?? 'different amounts'],
          ['First seen', <RelativeTime key="first" at={group.oldestCreatedAt} />],
          [
            'Last considered',
            group.lastEvaluatedAt === null ? (
              'not yet: the batch closes after a second without a new pod'
            ) : (
              <RelativeTime key="last" at={group.lastEvaluatedAt} />
            ),
          ],
          ['Scheduler says', commonSchedulerMessage(group.pods)],
        ]}
      />
      {toVerdictGroups(group.pods).map((verdict) => (
        <VerdictSection key={`${verdict.kind}${verdict.pods[0]?.uid ?? ''}`} verdict={verdict} />
      ))}
    </>
  );
}

function VerdictSection({ verdict }: { readonly verdict: VerdictGroup }) {
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
    <Section title={`${count}: no pool serves ${verdict.pods.length === 1 ? 'it' : 'them'}`}>
      <Stack gap="sm">
        {verdict.reasons.map((reason) => (
          <div key={reason.code}>
            <ReasonText reason={reason} />
            <div className="dimmed">{describeReason(reason).change}</div>
          </div>
        ))}
        {verdict.misses.length > 0 && <MissTable verdict={verdict} />}
        <PodNames pods={verdict.pods} />
      </Stack>
    </Section>
  );
}

function MissTable({ verdict }: { readonly verdict: VerdictGroup }) {
  return (
    <SimpleTable
      caption="What is in the way, pool by pool, the nearest miss first"
      columns={[
        { header: 'Pool', renderCell: ({ nodePool }) => nodePool },
        {
          header: 'What is in the way',
          isSentence: true,
          renderCell: ({ reason, nearest }) => (
            <>
              <ReasonText reason={reason} />
              {nearest !== null && <div className="dimmed">Nearest: {nearestWords(nearest)}</div>}
            </>
          ),
        },
        {
          header: 'What would help',
          isSentence: true,
          renderCell: ({ reason }) => describeReason(reason).change ?? 'time',
        },
      ]}
      rows={verdict.misses}
      rowKey={({ nodePool }) => nodePool}
    />
  );
}

const namesShown = 8;

/** Only where it is told: pods that get a node do not queue. */
function placeOf({ verdict }: PendingPod): string {
  const place = verdict?.queuePosition ?? null;
  return place === null ? '' : `, place ${place} of the queue`;
}

function PodNames({ pods }: { readonly pods: readonly PendingPod[] }) {
  // Said once above where it is the same for all.
  const isTold = commonSchedulerMessage(pods) === null;
  return (
    <ul>
      {pods.slice(0, namesShown).map((pod) => (
        <li key={pod.uid} className="dimmed">
          {pod.name}, <RelativeTime at={pod.createdAt} />
          {placeOf(pod)}
          {isTold && pod.schedulerMessage !== null && <>; scheduler: {pod.schedulerMessage}</>}
        </li>
      ))}
      {pods.length > namesShown && (
        <li className="dimmed">and {countOf(pods.length - namesShown, 'more pod')}</li>
      )}
    </ul>
  );
}
