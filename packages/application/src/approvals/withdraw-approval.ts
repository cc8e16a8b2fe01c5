import { windowOf } from '../domain/approval/decision-approval.js';
import { countedApprovals } from '../domain/approval/review.js';
import type { Principal } from '../domain/identity/principal.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { setWindow, toReview } from './approve.js';
import { auditedDecision } from './audited-decision.js';
import type { DecideInput, DecideOutcome, DecidePorts } from './decide-outcome.js';
import { openForReview } from './open-for-review.js';
import { reviewerOf } from './reviewer-of.js';
import { digestOf } from './valid-approvals.js';

/** Withdraws the caller's approval while the decision awaits others: the newest review counts. */
export function withdrawApproval(
  ports: DecidePorts,
  principal: Principal,
  input: DecideInput,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const opened = await openForReview(ports, tx, principal, input);
    if (opened.kind !== 'Open') return opened;
    const { decision } = opened;
    const { comment, requestId } = input;
    const now = ports.clock.now();
    const reviewer = await reviewerOf(tx, principal);
    const review = toReview(reviewer, decision, { at: now, comment, window: null }, 'Withdraw');
    const counted = countedApprovals(await tx.reviews.of(decision.id), digestOf(decision));
    const rest = counted.filter(({ personId }) => personId !== review.personId);
    if (rest.length === counted.length) {
      const message = 'You have not approved this plan.';
      return { kind: 'Refused', refusal: { code: 'AlreadyReviewed', message } };
    }
    await tx.reviews.add(decision.id, review);
    const needed = decision.verdict.kind === 'NeedsApproval' ? decision.verdict.approvals : 1;
    const approvals = { given: rest.length, needed };
    await tx.decisions.addEvents(decision.id, [
      {
        at: now,
        kind: 'ReviewWithdrawn',
        actor: principal.name,
        data: { ...(comment !== null && { comment }), approvals },
      },
    ]);
    await auditWrite(ports, tx, principal, {
      ...auditedDecision('decision.withdraw-approval', decision, { comment, requestId }),
      after: { state: decision.state, approvals },
    });
    const next = await setWindow(tx, decision, windowOf(rest));
    await publishDecision(tx, next);
    return { kind: 'Decided', decision: next };
  });
}
