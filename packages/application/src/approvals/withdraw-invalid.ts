import type { Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { Person } from '../domain/approval/approval-policy.js';
import { windowOf } from '../domain/approval/decision-approval.js';
import type { Review } from '../domain/approval/review.js';
import { type Decision, type DecisionEvent, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite, kerfAuditActor } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { approvalsNow, type InvalidApproval } from './valid-approvals.js';

/** When approvals turn out to count no longer. */
export interface Withdrawal {
  readonly at: Instant;
  /**
   * Cause in words, e.g. `noticed when ada approved`: the person that it names has not withdrawn
   * the approval.
   */
  readonly cause: string;
  readonly requestId: string | null;
}

const kerf: Person = { kind: 'Kerf', id: kerfActor, name: kerfActor };

/**
 * Withdraws the approvals of a decision whose people may not give them any more. A decision that
 * was approved with them, and whose execution has not started, awaits approval again. That is Kerf's act,
 * whoever has caused or noticed it. The caller has locked the decision.
 * @returns the decision as it is afterwards; `null` when another writer saved it first
 */
export async function withdrawInvalid(
  ports: Pick<Ports, 'clock' | 'ids'>,
  tx: Repositories,
  decision: Decision,
  { at: now, cause, requestId }: Withdrawal,
): Promise<Decision | null> {
  if (decision.state !== 'AwaitingApproval' && decision.state !== 'Approved') return decision;
  if (decision.approval?.breakGlass !== undefined) return decision;
  const { valid, invalid } = await approvalsNow(tx, decision, now);
  if (invalid.length === 0) return decision;
  const needed = decision.verdict.kind === 'NeedsApproval' ? decision.verdict.approvals : 1;
  const approvals = { given: valid.length, needed };
  const events = invalid.map(
    (one): DecisionEvent => ({
      at: now,
      kind: 'ReviewWithdrawn',
      actor: kerfActor,
      data: { comment: commentOf(one), detail: cause, approvals },
    }),
  );
  for (const one of invalid) {
    const { review } = one;
    await tx.reviews.add(decision.id, {
      ...review,
      at: now,
      by: kerf,
      window: null,
      verdict: 'Withdraw',
      comment: commentOf(one),
    });
  }
  const next =
    decision.state === 'Approved' && valid.length < needed
      ? await awaitAgain(tx, decision, { now, valid, events })
      : await recordEvents(tx, decision, events);
  if (next === null) return null;
  await auditWrite(ports, tx, kerfAuditActor, {
    action: 'decision.withdraw-approval',
    object: { kind: 'Decision', id: decision.id, name: `${decision.kind} ${decision.id}` },
    clusterId: decision.clusterId,
    comment: invalid.map(commentOf).join('; '),
    before: { state: decision.state },
    after: { state: next.state, approvals, cause },
    requestId,
  });
  await publishDecision(tx, next);
  return next;
}

async function recordEvents(
  tx: Repositories,
  decision: Decision,
  events: readonly DecisionEvent[],
): Promise<Decision> {
  await tx.decisions.addEvents(decision.id, events);
  return decision;
}

interface Remaining {
  readonly now: number;
  readonly valid: readonly Review[];
  readonly events: readonly DecisionEvent[];
}

/** The approval is requested anew: with another expiry, and its reminder is due again. */
async function awaitAgain(
  tx: Repositories,
  decision: Decision,
  { now, valid, events }: Remaining,
): Promise<Decision | null> {
  const { settings } = await requireCluster(tx, decision.clusterId);
  const { approval } = decision;
  const window = windowOf(valid);
  const detail = 'an approval no longer counts, so it awaits approval again';
  return tx.decisions.save(
    moveDecision(decision, 'AwaitingApproval', {
      decidedAt: null,
      decidedBy: null,
      comment: null,
      expiresAt: now + (approval?.ask?.expiresAfterMs ?? settings.approvalTtlMs),
      approval: approval && { ...approval, window, requestedAt: now, remindedAt: null },
    }),
    [...events, { at: now, kind: 'ApprovalRequested', actor: kerfActor, data: { detail } }],
  );
}

const commentOf = ({ review, why }: InvalidApproval): string =>
  `given by ${review.by.name}, ${why}`;
