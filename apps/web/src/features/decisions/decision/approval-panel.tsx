import { countOf } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../ui/badges/badge.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { DescriptionList } from '../../../ui/layout/description-list.js';
import { Row, Section } from '../../../ui/layout/layout.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import type { DecisionApproval, ReviewedDecision } from '../decisions.queries.js';
import classes from './decision-page.module.css';

export interface ApprovalPanelProps {
  readonly reviewed: ReviewedDecision;
  /** Whether the decision still awaits approvals. */
  readonly isOpen: boolean;
}

/** The rule that decided, who may approve, and the reviews given and missing. */
export function ApprovalPanel({ reviewed, isOpen }: ApprovalPanelProps) {
  const { approval, approvalsNeeded, approvalsGiven } = reviewed;
  if (approval === null) return null;
  const missing = Math.max(0, approvalsNeeded - approvalsGiven);
  return (
    <Section
      title="Approval"
      isPanel
      aside={
        approvalsNeeded > 0 && (
          <Badge tone={isOpen && missing > 0 ? 'attention' : 'neutral'}>
            {approvalsGiven} of {approvalsNeeded} given
          </Badge>
        )
      }
    >
      {approval.isBeingReplanned && (
        <Notice tone="attention">
          {approval.editedBy ?? 'A person'} excluded{' '}
          {countOf(approval.excludedNodes.length, 'node')}. The rest is being planned again as a new
          decision.
        </Notice>
      )}
      <DescriptionList items={itemsOf(approval, isOpen ? missing : null)} />
      <Reviews approval={approval} />
      <PassedRules approval={approval} />
    </Section>
  );
}

function itemsOf(approval: DecisionApproval, missing: number | null) {
  const { approvers, escalatesTo, escalatesAt, windowFrom, windowUntil, replaces } = approval;
  return [
    ['Rule', ruleWords(approval)],
    ['Approvals by', approvers],
    ['Missing', missing === null || missing === 0 ? null : countOf(missing, 'approval')],
    [
      'Escalation',
      escalatesTo === null || escalatesAt === null ? null : (
        <span key="e">
          {escalatesTo}, from <RelativeTime at={escalatesAt} />
        </span>
      ),
    ],
    [
      'Reminder',
      approval.remindsAt === null ? null : <RelativeTime key="r" at={approval.remindsAt} />,
    ],
    [
      'Maintenance window',
      windowFrom === null || windowUntil === null ? null : (
        <span key="w">
          <RelativeTime at={windowFrom} /> to <RelativeTime at={windowUntil} />
        </span>
      ),
    ],
    ['Changed by', approval.editedBy],
    ['Excluded nodes', approval.excludedNodes.join(', ') || null],
    [
      'Replaces',
      replaces === null ? null : (
        <Link key="d" to="/decisions/$id" params={{ id: replaces }}>
          {replaces}
        </Link>
      ),
    ],
  ] as const;
}

const ruleWords = ({ rule, policyVersion }: DecisionApproval): string =>
  policyVersion === null ? rule : `${rule} (policy version ${policyVersion})`;

const verdictWords = {
  APPROVE: 'approved',
  WITHDRAW: 'withdrew the approval',
  REJECT: 'rejected',
  UNKNOWN: 'reviewed',
} as const;

function Reviews({ approval: { reviews } }: { readonly approval: DecisionApproval }) {
  if (reviews.length === 0) return null;
  return (
    <ul className={classes['reviews']} aria-label="Reviews">
      {reviews.map(({ at, verdict, by, comment, counts }) => (
        <li key={`${at}${by}${verdict}`}>
          <strong>{by}</strong> {verdictWords[verdict]}{' '}
          <span className="dimmed">
            <RelativeTime at={at} />
            {!counts && verdict !== 'WITHDRAW' && ', does not count any more'}
          </span>
          {comment !== null && <div className="dimmed">“{comment}”</div>}
        </li>
      ))}
    </ul>
  );
}

/** Why earlier rules did not decide. */
function PassedRules({ approval: { passed } }: { readonly approval: DecisionApproval }) {
  if (passed.length === 0) return null;
  return (
    <details>
      <summary>{countOf(passed.length, 'earlier rule')} did not match</summary>
      <ul className={classes['reviews']}>
        {passed.map(({ name, why }) => (
          <li key={name}>
            <Row gap="xs">
              <span>{name}</span>
              <span className="dimmed">{why}</span>
            </Row>
          </li>
        ))}
      </ul>
    </details>
  );
}
