import type { DecisionApproval } from '../domain/approval/decision-approval.js';
import { countedApprovals, describeApprovers, isEscalated } from '../domain/approval/review.js';
import { type Decision, type DecisionEvent, kerfActor } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';

/**
 * Records that a reminder is due, or that others may approve too, once each. The version stays: the
 * plan that people review has not changed.
 */
export async function recordApprovalTimes(
  ports: Pick<Ports, 'store' | 'clock'>,
  decision: Decision,
): Promise<void> {
  const { approval } = decision;
  if (approval === null || approval.ask === null || approval.requestedAt === null) return;
  const now = ports.clock.now();
  const { remindAfterMs, escalation } = approval.ask;
  const isReminderDue =
    remindAfterMs !== null &&
    approval.remindedAt === null &&
    now >= approval.requestedAt + remindAfterMs;
  const isEscalationDue =
    escalation !== null &&
    approval.escalatedAt === null &&
    isEscalated(approval, approval.ask, now);
  if (!isReminderDue && !isEscalationDue) return;
  const next: DecisionApproval = {
    ...approval,
    ...(isReminderDue && { remindedAt: now }),
    ...(isEscalationDue && { escalatedAt: now }),
  };
  const needed = approval.ask.approvals;
  await ports.store.transaction(async (tx) => {
    if (!(await tx.decisions.setApproval(decision, next))) return;
    const reviews = await tx.reviews.of(decision.id);
    const given = countedApprovals(reviews, approval.planDigest).length;
    const about = { at: now, actor: kerfActor } as const;
    const events: readonly DecisionEvent[] = [
      ...(isReminderDue
        ? [{ ...about, kind: 'ReminderDue', data: { approvals: { given, needed } } } as const]
        : []),
      ...(isEscalationDue
        ? [
            {
              ...about,
              kind: 'Escalated',
              data: {
                detail: `${describeApprovers(escalation.to)} may approve too`,
                approvals: { given, needed },
              },
            } as const,
          ]
        : []),
    ];
    await tx.decisions.addEvents(decision.id, events);
    await publishDecision(tx, decision);
  });
}
