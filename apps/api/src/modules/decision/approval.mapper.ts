import {
  type DecisionApproval as ApprovalRecord,
  countedApprovals,
  describeApprovers,
  newestReviews,
  type Review,
} from '@kerf/application';
import type { Instant } from '@kerf/core';
import type { DecisionApproval, DecisionReview, PodToMove } from '../../generated/schema-types.js';

/** Returns the approval policy's verdict on a decision, with the reviews so far. */
export function toApproval(
  record: ApprovalRecord,
  reviews: readonly Review[],
  refusal: string | null,
): DecisionApproval {
  const { rule, passed, edit, exclusion, facts, planDigest } = record;
  const edited = exclusion ?? edit;
  return {
    rule: rule.name,
    policyVersion: rule.policyVersion,
    passed,
    ...toAsk(record),
    ...toWindow(record),
    editedBy: edited?.by.name ?? null,
    excludedNodes: edited?.nodeNames ?? [],
    replaces: edit?.replaces ?? null,
    isBeingReplanned: exclusion !== null,
    refusal,
    reviews: toReviews(reviews, planDigest),
    pods: facts.pods.map(
      ({ budget, waits, ...pod }): PodToMove => ({
        ...pod,
        waits: waits === true,
        budget: budget?.name ?? null,
        headroom: budget?.headroom ?? null,
      }),
    ),
  };
}

function toAsk(
  record: ApprovalRecord,
): Pick<DecisionApproval, 'approvers' | 'escalatesTo' | 'remindsAt' | 'escalatesAt'> {
  const { ask } = record;
  if (ask === null) {
    return { approvers: null, escalatesTo: null, remindsAt: null, escalatesAt: null };
  }
  const { from, remindAfterMs, escalation } = ask;
  return {
    approvers: describeApprovers(from),
    escalatesTo: escalation === null ? null : describeApprovers(escalation.to),
    remindsAt: after(record, remindAfterMs),
    escalatesAt: after(record, escalation?.afterMs ?? null),
  };
}

const toWindow = ({
  window,
}: ApprovalRecord): Pick<DecisionApproval, 'windowFrom' | 'windowUntil'> => ({
  windowFrom: window?.from ?? null,
  windowUntil: window?.until ?? null,
});

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
