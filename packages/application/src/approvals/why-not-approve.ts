import type { DecisionApproval } from '../domain/approval/decision-approval.js';
import {
  countedApprovals,
  personIdOf,
  type Review,
  type ReviewerIdentity,
  type ReviewRefusal,
  whyNoReview,
} from '../domain/approval/review.js';
import type { Decision } from '../domain/decision/decision.js';
import { can } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';

/** A decision that awaits approvals, with the reviews so far. */
export interface Reviewable {
  readonly decision: Pick<Decision, 'clusterId' | 'nodePools'>;
  readonly approval: DecisionApproval;
  readonly reviews: readonly Review[];
}

/** The time, and who a caller is as a reviewer, which is the same for all decisions of a list. */
export interface ReviewingPorts extends Pick<Ports, 'clock'> {
  readonly reviewerOf: (principal: Principal) => Promise<ReviewerIdentity>;
}

/**
 * Returns why an approval of the caller would be refused now, in words for the person; `null` if it
 * would count.
 */
export async function whyNotApprove(
  { clock, reviewerOf }: ReviewingPorts,
  principal: Principal,
  { decision, approval, reviews }: Reviewable,
): Promise<string | null> {
  const { clusterId, nodePools } = decision;
  const access = can(principal, 'decision.approve', { kind: 'NodePools', clusterId, nodePools });
  if (!access.isAllowed) return access.reason;
  const reviewer = await reviewerOf(principal);
  const refusal =
    whyNoReview(approval, reviewer, clock.now()) ??
    whyNotAgain(countedApprovals(reviews, approval.planDigest), reviewer);
  return refusal?.message ?? null;
}

/** Returns why a person whose approval counts already cannot give another one. */
export function whyNotAgain(
  counted: readonly Review[],
  reviewer: ReviewerIdentity,
): ReviewRefusal | null {
  const personId = personIdOf(reviewer);
  return counted.some((review) => review.personId === personId)
    ? { code: 'AlreadyReviewed', message: 'You have already approved this plan.' }
    : null;
}
