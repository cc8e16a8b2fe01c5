import type { DurationMs, Instant } from '@kerf/core';
import {
  commonWindow,
  type MaintenanceWindow,
  windowOf,
} from '../domain/approval/decision-approval.js';
import {
  countedApprovals,
  personIdOf,
  type Review,
  type ReviewerIdentity,
  whyNoReview,
} from '../domain/approval/review.js';
import type { Decision, DecisionEventData } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { auditedDecision } from './audited-decision.js';
import {
  type DecideInput,
  type DecideOutcome,
  type DecidePorts,
  requireSaved,
} from './decide-outcome.js';
import { reviewerOf } from './reviewer-of.js';
import { digestOf, reviewTermsOf } from './valid-approvals.js';
import { whyNotAgain } from './why-not-approve.js';
import { withdrawInvalid } from './withdraw-invalid.js';

/** A review of an open decision. */
export type ReviewOfOpen = Pick<
  DecideInput,
  'comment' | 'requestId' | 'window' | 'rejectedUntil'
> & {
  readonly decision: Decision;
};

/** How far ahead a maintenance window may end. */
const maxWindowMs: DurationMs = 31 * 86_400_000;

/** Adds an approval, and approves the decision with the last one that is needed. */
export async function approve(
  ports: DecidePorts,
  tx: Repositories,
  principal: Principal,
  { decision: opened, comment, requestId, window = null }: ReviewOfOpen,
): Promise<DecideOutcome> {
  const now = ports.clock.now();
  const problem = windowProblem(window, opened, now);
  if (problem !== null) return { kind: 'Invalid', field: 'window', message: problem };
  const reviewer = await reviewerOf(tx, principal);
  const withdrawal = { at: now, cause: `noticed when ${principal.name} approved`, requestId };
  const decision = requireSaved(await withdrawInvalid(ports, tx, opened, withdrawal));
  const before = countedApprovals(await tx.reviews.of(decision.id), digestOf(decision));
  const refusal =
    whyNoReview(reviewTermsOf(decision), reviewer, now) ?? whyNotAgain(before, reviewer);
  if (refusal !== null) return { kind: 'Refused', refusal };
  const others = windowOf(before);
  if (window !== null && commonWindow([others, window]) === 'Disjoint') {
    const message = 'must overlap with the maintenance window of the approvals so far';
    return { kind: 'Invalid', field: 'window', message };
  }
  const review = toReview(reviewer, decision, { at: now, comment, window });
  await tx.reviews.add(decision.id, review);
  const needed = decision.verdict.kind === 'NeedsApproval' ? decision.verdict.approvals : 1;
  const given = before.length + 1;
  const counted = { review, progress: { given, needed }, window: windowOf([...before, review]) };
  const next =
    given < needed
      ? await recordApproval(tx, decision, counted)
      : await finish(tx, decision, counted);
  await auditWrite(ports, tx, principal, {
    ...auditedDecision('decision.approve', decision, { comment, requestId }),
    after: {
      state: next.state,
      ...(needed > 1 && { approvals: counted.progress }),
      ...(window && { window }),
    },
  });
  await publishDecision(tx, next);
  return { kind: 'Decided', decision: next };
}

interface Counted {
  readonly review: Review;
  readonly progress: NonNullable<DecisionEventData['approvals']>;
  /** The intersection of the windows of all approvals. */
  readonly window: MaintenanceWindow | null;
}

/** Further approvals are needed. The version stays: the plan that others review has not changed. */
async function recordApproval(
  tx: Repositories,
  decision: Decision,
  { review, progress, window }: Counted,
): Promise<Decision> {
  const actor = review.by.name;
  const updated = await setWindow(tx, decision, window);
  await tx.decisions.addEvents(decision.id, [
    {
      at: review.at,
      kind: 'ReviewGiven',
      actor,
      data: { ...commentOf(review), approvals: progress },
    },
  ]);
  return updated;
}

/** Records the window of a decision's approvals, if it is another than before. */
export async function setWindow(
  tx: Pick<Repositories, 'decisions'>,
  decision: Decision,
  window: MaintenanceWindow | null,
): Promise<Decision> {
  const { approval } = decision;
  const before = approval?.window ?? null;
  const isSame = before?.from === window?.from && before?.until === window?.until;
  if (approval === null || isSame) return decision;
  const updated = { ...approval, window };
  await tx.decisions.setApproval(decision, updated);
  return { ...decision, approval: updated };
}

async function finish(
  tx: Repositories,
  decision: Decision,
  { review, progress, window }: Counted,
): Promise<Decision> {
  const { at: now } = review;
  const actor = review.by.name;
  const { approval } = decision;
  const data = {
    ...commentOf(review),
    ...(progress.needed > 1 && { approvals: progress }),
    ...(window !== null && { detail: 'it starts in its maintenance window' }),
  };
  const saved = requireSaved(
    await tx.decisions.save(
      moveDecision(decision, 'Approved', {
        decidedAt: now,
        decidedBy: actor,
        comment: review.comment,
        approval: approval === null ? null : { ...approval, window },
      }),
      [{ at: now, kind: 'Approved', actor, data }],
    ),
  );
  await requestExecution(tx, saved, Math.max(now, window?.from ?? now));
  return saved;
}

/** Requests the execution of an approved decision. */
export function requestExecution(
  tx: Repositories,
  { clusterId, id: decisionId }: Decision,
  deliverAt: Instant,
): Promise<void> {
  const message = { type: 'disruption.execute', clusterId, decisionId } as const;
  return tx.outbox.add([{ message, deliverAt }]);
}

/** Returns a review of the plan that the decision has now. */
export function toReview(
  reviewer: ReviewerIdentity,
  decision: Decision,
  { at, comment, window }: Pick<Review, 'at' | 'comment' | 'window'>,
  verdict: Review['verdict'] = 'Approve',
): Review {
  return {
    at,
    verdict,
    by: { kind: reviewer.kind, id: reviewer.id, name: reviewer.name },
    personId: personIdOf(reviewer),
    planDigest: digestOf(decision),
    window,
    comment,
  };
}

const commentOf = ({ comment }: Review): Pick<DecisionEventData, 'comment'> =>
  comment === null ? {} : { comment };

function windowProblem(
  window: MaintenanceWindow | null,
  { approval }: Decision,
  now: Instant,
): string | null {
  if (window === null) return null;
  if (approval === null) return 'this decision cannot be approved for a maintenance window';
  if (window.from >= window.until) return 'must start before it ends';
  if (window.until <= now) return 'must end in the future';
  return window.until > now + maxWindowMs ? 'must end within 31 days' : null;
}
