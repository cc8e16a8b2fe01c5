import type { DurationMs, Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { whyNoReview } from '../domain/approval/review.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { type ReviewOfOpen, toReview } from './approve.js';
import { auditedDecision } from './audited-decision.js';
import { type DecideOutcome, type DecidePorts, requireSaved } from './decide-outcome.js';
import { reviewerOf } from './reviewer-of.js';

/** A rejection ends at most this long after it: what was rejected for ever is a rule of the approval policy. */
const maxRejectionMs: DurationMs = 30 * 86_400_000;

/** Rejects an open decision: one rejection is enough, also by the person who changed the plan. */
export async function reject(
  ports: DecidePorts,
  tx: Repositories,
  principal: Principal,
  { decision, comment, requestId, rejectedUntil = null }: ReviewOfOpen,
): Promise<DecideOutcome> {
  const now = ports.clock.now();
  const problem = endProblem(rejectedUntil, now);
  if (problem !== null) return { kind: 'Invalid', field: 'rejectedUntil', message: problem };
  const { approval } = decision;
  const reviewer = await reviewerOf(tx, principal);
  const refusal =
    approval === null
      ? null
      : whyNoReview({ ...approval, edit: null, exclusion: null }, reviewer, now);
  if (refusal !== null) return { kind: 'Refused', refusal };
  const { settings } = await requireCluster(tx, decision.clusterId);
  await tx.reviews.add(
    decision.id,
    toReview(reviewer, decision, { at: now, comment, window: null }, 'Reject'),
  );
  const saved = requireSaved(
    await tx.decisions.save(
      moveDecision(decision, 'Rejected', {
        decidedAt: now,
        decidedBy: principal.name,
        comment,
        finishedAt: now,
        rejectedUntil: rejectedUntil ?? now + settings.rejectionHoldMs,
      }),
      [
        {
          at: now,
          kind: 'Rejected',
          actor: principal.name,
          data: comment === null ? {} : { comment },
        },
      ],
    ),
  );
  await auditWrite(ports, tx, principal, {
    ...auditedDecision('decision.reject', decision, { comment, requestId }),
    after: { state: saved.state, ...(rejectedUntil !== null && { rejectedUntil }) },
  });
  await publishDecision(tx, saved);
  return { kind: 'Decided', decision: saved };
}

function endProblem(until: Instant | null, now: Instant): string | null {
  if (until === null) return null;
  if (until <= now) return 'must be in the future';
  return until > now + maxRejectionMs ? 'must be at most 30 days ahead' : null;
}
