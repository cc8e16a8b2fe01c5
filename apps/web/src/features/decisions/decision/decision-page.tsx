import { countOf } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { decisionSentence } from '../../../lib/format/decision-sentence.js';
import { Badge, StateBadge } from '../../../ui/badges/badge.js';
import { decisionKindWords, partlyFailedBadge } from '../../../ui/badges/state-badges.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { DescriptionList, Figure, Figures } from '../../../ui/layout/description-list.js';
import { Row, Section, Stack } from '../../../ui/layout/layout.js';
import { Page } from '../../../ui/layout/page.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { PodLink } from '../../../ui/values/pod-link.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import { hasOwnCost, monthlyChange, nodeFigure, podFigure, stateNote } from '../decision-text.js';
import type { DecisionDetails, ReviewedDecision } from '../decisions.queries.js';
import { approvalQuery, decisionQuery } from '../decisions.queries.js';
import { PlanCost } from '../plan/plan-cost.js';
import { PlannedClaims } from '../plan/planned-claims.js';
import { UnschedulablePods } from '../plan/unschedulable-pods.js';
import { decisionBadge } from '../progress-text.js';
import { ApprovalForm } from './approval-form.js';
import { ApprovalPanel } from './approval-panel.js';
import { BeforeAfter } from './before-after.js';
import classes from './decision-page.module.css';
import { DecisionProgress } from './decision-progress.js';
import { DriftReasons } from './drift-reasons.js';
import { NodesToRemove } from './nodes-to-remove.js';
import { RepairReasons } from './repair-reasons.js';
import { SavingsPanel } from './savings-panel.js';
import { SupersededNotice } from './superseded-notice.js';
import { TerminateFirst } from './terminate-first.js';
import { Timeline } from './timeline.js';

/** Loaded on demand: only decisions that need approval have these forms. */
const ReviewActions = lazy(async () => ({
  default: (await import('./review-actions.js')).ReviewActions,
}));

const route = getRouteApi('/shell/decisions/$id');

/** One decision: plan, reason, cost, progress and history. */
export function DecisionPage() {
  const { id } = route.useParams();
  const query = useQuery(decisionQuery(id));
  const decision = query.data?.decision;
  const review = useQuery(approvalQuery(id));
  const reviewed = review.data ?? null;
  const awaitsApproval = decision?.state === 'AWAITING_APPROVAL' && !decision.observeOnly;
  return (
    <Page
      title={
        decision === undefined || decision === null
          ? `Decision ${id}`
          : `${decisionSentence(decision)} in ${decision.clusterName}`
      }
      titleAside={decision && <Badges decision={decision} />}
      asOf={query.data?.readAt}
      cluster={query.data && (query.data.decision?.clusterName ?? null)}
      footer={
        awaitsApproval && <ApprovalForm key={decision.id} decision={decision} reviewed={reviewed} />
      }
    >
      <QueryContent query={query} action="load the decision">
        {(data) => {
          if (data === undefined) return <p className="dimmed">Loading the decision…</p>;
          if (data.decision === null) {
            return (
              <EmptyState title="Decision not found">
                The cluster of {id} was removed, or the link is wrong.{' '}
                <Link to="/decisions">All decisions</Link>
              </EmptyState>
            );
          }
          return (
            <DecisionBody
              decision={data.decision}
              reviewed={reviewed}
              isReviewLoading={review.isPending}
            />
          );
        }}
      </QueryContent>
    </Page>
  );
}

interface DecisionProps {
  readonly decision: DecisionDetails;
}

function Badges({ decision }: DecisionProps) {
  return (
    <Row gap="xs">
      <StateBadge content={decisionBadge(decision)} />
      <Badge tone="neutral">{decisionKindWords[decision.kind]}</Badge>
      {decision.observeOnly && (
        <Badge tone="neutral" icon="eye">
          Observe only
        </Badge>
      )}
    </Row>
  );
}

interface DecisionBodyProps extends DecisionProps {
  /** `null` while it is loading. */
  readonly reviewed: ReviewedDecision | null;
  readonly isReviewLoading: boolean;
}

function DecisionBody({ decision, reviewed, isReviewLoading }: DecisionBodyProps) {
  return (
    <>
      <DecisionFigures decision={decision} />
      <StateNotice decision={decision} />
      <DecisionProgress decision={decision} />
      <div className={classes['parts']}>
        <Stack gap="lg">
          <DriftReasons decision={decision} />
          <RepairReasons decision={decision} />
          <TerminateFirst decision={decision} pods={reviewed?.approval?.pods ?? []} />
          <SavingsPanel decision={decision} />
          <Section title={beforeAfterTitle(decision)} isPanel>
            <BeforeAfter decision={decision} />
          </Section>
          {decision.kind === 'PROVISION' ? (
            <Launches decision={decision} />
          ) : (
            <NodesToRemove decision={decision} pods={reviewed?.approval?.pods ?? []} />
          )}
        </Stack>
        {!isReviewLoading && (
          // The review is above the history, so both are shown together.
          <Suspense>
            <Stack gap="lg">
              {reviewed?.approval && (
                <>
                  <ApprovalPanel
                    reviewed={reviewed}
                    isOpen={decision.state === 'AWAITING_APPROVAL'}
                  />
                  <ReviewActions decision={decision} reviewed={reviewed} />
                </>
              )}
              <Section title="History" isPanel>
                <Timeline events={decision.events} />
              </Section>
              <Details decision={decision} />
            </Stack>
          </Suspense>
        )}
      </div>
    </>
  );
}

function Details({ decision }: DecisionProps) {
  return (
    <Section title="Details" isPanel>
      <DescriptionList
        items={[
          ['Cluster', <ClusterLink key="c" name={decision.clusterName} />],
          ['NodePools', decision.nodePools.join(', ')],
          ['Replicas', replicasWords(decision)],
          ['Requested by', requesterWords(decision)],
          [
            'Interruption notice',
            decision.interruptionId && <NoticeLink key="w" id={decision.interruptionId} />,
          ],
          ['Deadline', decision.deadline && <RelativeTime key="e" at={decision.deadline} />],
          ['Decided by', decision.decidedBy],
          ['Comment', decision.comment],
          ['Snapshot digest', <code key="s">{decision.snapshotDigest}</code>],
          ['Engine version', decision.engineVersion],
          ['Decision ID', <code key="d">{decision.id}</code>],
        ]}
      />
    </Section>
  );
}

/** Why the decision was not executed, or that it never is. */
function StateNotice({ decision }: DecisionProps) {
  const message = stateNote(decision);
  if (message === undefined) return null;
  const { state, observeOnly, events } = decision;
  if (state === 'SUPERSEDED' && !observeOnly) {
    return <SupersededNotice events={events} message={message} />;
  }
  return <Notice tone={state === 'FAILED' ? 'broken' : 'neutral'}>{message}</Notice>;
}

/** Whether the decision ended without being executed. */
const hasEndedUnexecuted = ({ state }: DecisionDetails): boolean =>
  ['FAILED', 'REJECTED', 'EXPIRED', 'SUPERSEDED'].includes(state);

const beforeAfterTitle = (decision: DecisionDetails): string =>
  hasEndedUnexecuted(decision) ? 'Before and after (as planned)' : 'Before and after';

const costLabel = (decision: DecisionDetails): string =>
  hasEndedUnexecuted(decision) || decisionBadge(decision) === partlyFailedBadge ? 'planned' : '';

const ClusterLink = ({ name }: { readonly name: string }) => (
  <Link to="/clusters/$name" params={{ name }}>
    {name}
  </Link>
);

const NoticeLink = ({ id }: { readonly id: string }) => (
  <Link to="/interruptions" search={{ open: id }}>
    {id}
  </Link>
);

/** Required and present replicas of a static NodePool at the time of the decision. */
function replicasWords({ staticPool }: DecisionDetails): string | null {
  if (staticPool === null) return null;
  const { nodePool, replicas, held } = staticPool;
  return `${nodePool} requires ${replicas.toLocaleString('en-US')}, had ${held.toLocaleString('en-US')}`;
}

/** The standalone NodeClaim that the decision is for. */
function requesterWords({ standaloneClaim }: DecisionDetails): string | null {
  return standaloneClaim === null ? null : `NodeClaim ${standaloneClaim}, created in the cluster`;
}

function DecisionFigures({ decision }: DecisionProps) {
  const { costChange, proposedAt, expiresAt, rejectedUntil, state, staticPool } = decision;
  return (
    <Figures>
      {hasOwnCost(decision) && (
        <Figure
          value={monthlyChange(costChange)}
          label={costChange === null ? 'a price is unknown' : costLabel(decision)}
        />
      )}
      <Figure {...nodeFigure(decision)} />
      {staticPool === null ? (
        <Figure {...podFigure(decision)} />
      ) : (
        <Figure
          value={countOf(staticPool.replicas, 'replica')}
          label={`required, ${staticPool.held} present`}
        />
      )}
      <Figure value={<RelativeTime at={proposedAt} />} label="proposed" />
      {state === 'AWAITING_APPROVAL' && expiresAt !== null && (
        <Figure value={<RelativeTime at={expiresAt} />} label="approval expires" tone="attention" />
      )}
      {rejectedUntil !== null && (
        <Figure
          value={<RelativeTime at={rejectedUntil} />}
          label="can be proposed again; earlier if the plan changes"
        />
      )}
    </Figures>
  );
}

function Launches({ decision }: DecisionProps) {
  const { plannedClaims, existingPlacements, unschedulable } = decision;
  return (
    <>
      {/* Plans are not compared for static NodePools and standalone NodeClaims. */}
      {decision.staticPool === null && decision.standaloneClaim === null && (
        <PlanCost decision={decision} />
      )}
      {unschedulable.length > 0 && (
        <Section
          title={`${countOf(unschedulable.length, 'pod')} without a matching NodePool`}
          isPanel
        >
          <UnschedulablePods pods={unschedulable} clusterName={decision.clusterName} />
        </Section>
      )}
      {plannedClaims.length > 0 && (
        <Section title={`Planned nodes (${plannedClaims.length.toLocaleString('en-US')})`} isPanel>
          <PlannedClaims decision={decision} />
        </Section>
      )}
      {existingPlacements.length > 0 && (
        <Section title="Pods on existing nodes" isPanel>
          <SimpleTable
            caption="Pods that fit on existing or launching nodes"
            columns={[
              { header: 'Node', renderCell: ({ nodeName }) => nodeName },
              { header: 'Pods', isNumeric: true, renderCell: ({ pods }) => pods.length },
              {
                header: 'Names',
                renderCell: ({ pods }) =>
                  pods.map(({ uid, namespace, name }, index) => (
                    <span key={uid}>
                      {index > 0 && ', '}
                      <PodLink
                        clusterName={decision.clusterName}
                        namespace={namespace}
                        name={name}
                      />
                    </span>
                  )),
              },
            ]}
            rows={existingPlacements}
            rowKey={({ nodeName }) => nodeName}
          />
        </Section>
      )}
    </>
  );
}
