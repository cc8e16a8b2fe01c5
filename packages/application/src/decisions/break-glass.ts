import { reviewerOf } from '../approvals/reviewer-of.js';
import { personIdOf } from '../domain/approval/review.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Principal } from '../domain/identity/principal.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { requestExecution } from './approve.js';
import { auditedDecision } from './audited-decision.js';
import {
  type DecideInput,
  type DecideOutcome,
  type DecidePorts,
  requireSaved,
} from './decide-outcome.js';
import { openForReview } from './open-for-review.js';

/** Shortest reason for an execution without the approvals that the policy asks for. */
const minReasonLength = 10;

/**
 * Executes a decision without the approvals that the policy asks for. It needs a right of its own
 * and a reason, and is recorded as such. The worker still validates the plan.
 * @param input the comment is the reason
 */
export function breakGlass(
  ports: DecidePorts,
  principal: Principal,
  input: Omit<DecideInput, 'window'>,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const opened = await openForReview(ports, tx, principal, {
      ...input,
      action: 'decision.break-glass',
    });
    if (opened.kind !== 'Open') return opened;
    const { decision } = opened;
    const { comment, requestId } = input;
    if (comment === null || comment.length < minReasonLength) {
      const message = `must have at least ${minReasonLength} characters`;
      return { kind: 'Invalid', field: 'reason', message };
    }
    const now = ports.clock.now();
    const { kind, id, name: actor } = principal;
    const personId = personIdOf(await reviewerOf(tx, principal));
    const { approval } = decision;
    const broken = approval && {
      ...approval,
      breakGlass: { at: now, by: { kind, id, name: actor }, personId },
    };
    const saved = requireSaved(
      await tx.decisions.save(
        moveDecision(decision, 'Approved', {
          decidedAt: now,
          decidedBy: actor,
          comment,
          approval: broken,
        }),
        [
          { at: now, kind: 'BreakGlass', actor, data: { comment } },
          {
            at: now,
            kind: 'Approved',
            actor,
            data: { detail: 'break-glass: without the approvals that the policy asks for' },
          },
        ],
      ),
    );
    await requestExecution(tx, saved, now);
    await auditWrite(ports, tx, principal, {
      ...auditedDecision('decision.break-glass', decision, { comment, requestId }),
      after: { state: saved.state, breakGlass: true, rule: decision.approval?.rule.name ?? null },
    });
    await publishDecision(tx, saved);
    return { kind: 'Decided', decision: saved };
  });
}
