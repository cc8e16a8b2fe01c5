import { countOf } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import { OwnerLink } from '../../ui/values/owner-link.js';
import { PodLink } from '../../ui/values/pod-link.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import {
  commonRequests,
  commonSchedulerMessage,
  ownerWords,
  podsShown,
} from './pending-pods-text.js';
import { type PendingGroup, type PendingPod, toVerdictGroups } from './to-pending-group.js';
import { VerdictSection } from './verdict-section.js';

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
          [
            'Owner',
            group.ownerKind === 'None' ? (
              ownerWords(group)
            ) : (
              <OwnerLink
                key="owner"
                clusterName={group.clusterName}
                namespace={group.namespace}
                kind={group.ownerKind}
                name={group.ownerName}
              />
            ),
          ],
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
          subject={countOf(verdict.pods.length, 'pod')}
        >
          <PodNames
            pods={verdict.pods}
            clusterName={group.clusterName}
            namespace={group.namespace}
          />
        </VerdictSection>
      ))}
    </>
  );
}

const namesShown = 8;

/** `, #3 in queue`; empty for pods that are not in the queue. */
function queuePositionText({ verdict }: PendingPod): string {
  const position = verdict?.queuePosition ?? null;
  return position === null ? '' : `, #${position} in queue`;
}

interface PodNamesProps {
  readonly pods: readonly PendingPod[];
  readonly clusterName: string;
  readonly namespace: string;
}

function PodNames({ pods, clusterName, namespace }: PodNamesProps) {
  // A message that all pods share is shown once, above.
  const showsSchedulerMessage = commonSchedulerMessage(pods) === null;
  return (
    <ul>
      {pods.slice(0, namesShown).map((pod) => (
        <li key={pod.uid} className="dimmed">
          <PodLink clusterName={clusterName} namespace={namespace} name={pod.name} />,{' '}
          <RelativeTime at={pod.createdAt} />
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
