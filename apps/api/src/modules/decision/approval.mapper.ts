import {
  type DecisionApproval as ApprovalRecord,
  countedApprovals,
  describeApprovers,
  newestReviews,
  type Review,
} from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { DecisionApproval, DecisionReview, PodToMove } from '../../generated/schema-types.js';

/** What the approval policy says about a decision, with the reviews so far. */
export function toApproval(record: ApprovalRecord, reviews: readonly Review[]): DecisionApproval {
  const { ask, rule, passed, edit, exclusion, window, facts, planDigest } = record;
  const edited = exclusion ?? edit;
  return {
    rule: rule.name,
    policyVersion: rule.policyVersion,
    passed,
    approvers: ask === null ? null : describeApprovers(ask.from),
    escalatesTo:
      ask === null || ask.escalation === null ? null : describeApprovers(ask.escalation.to),
    remindsAt: after(record, ask?.remindAfterMs ?? null),
    escalatesAt: after(record, ask?.escalation?.afterMs ?? null),
    windowFrom: window?.from ?? null,
    windowUntil: window?.until ?? null,
    editedBy: edited?.by.name ?? null,
    excludedNodes: edited?.nodeNames ?? [],
    replaces: edit?.replaces ?? null,
    isBeingReplanned: exclusion !== null,
    reviews: toReviews(reviews, planDigest),
    pods: facts.pods.map(
      ({ pod, from, owner, replicas, persistentVolumes, gracePeriodMs, budget }): PodToMove => ({
        pod,
        from,
        owner,
        replicas,
        persistentVolumes,
        gracePeriodMs,
        budget: budget?.name ?? null,
        headroom: budget?.headroom ?? null,
      }),
    ),
  };
}

const after = ({ requestedAt }: ApprovalRecord, ms: number | null): Instant | null =>
  ms === null || requestedAt === null ? null : requestedAt + ms;

function toReviews(reviews: readonly Review[], planDigest: string): readonly DecisionReview[] {
  const counted = new Set([
    ...countedApprovals(reviews, planDigest),
    ...newestReviews(reviews).filter(({ verdict }) => verdict === 'Reject'),
  ]);
  return reviews.map((review) => ({
    at: review.at,
    verdict: review.verdict,
    by: review.by.name,
    comment: review.comment,
    counts: counted.has(review),
  }));
}
