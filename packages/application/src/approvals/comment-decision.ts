import type { DecisionId } from '@kerf/core';
import { can } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { auditedDecision } from './audited-decision.js';
import type { DecideOutcome, DecidePorts } from './decide-outcome.js';

/** A comment on a decision in any state. */
export interface CommentInput {
  readonly decisionId: DecisionId;
  readonly comment: string;
  readonly requestId: string | null;
}

/** Adds a comment to the history of a decision. */
export function commentDecision(
  ports: DecidePorts,
  principal: Principal,
  { decisionId, comment, requestId }: CommentInput,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const decision = await tx.decisions.find(decisionId);
    if (decision === null) return { kind: 'NotFound' };
    const { clusterId, nodePools } = decision;
    const access = can(principal, 'decision.edit', { kind: 'NodePools', clusterId, nodePools });
    if (!access.isAllowed) {
      return { kind: 'Refused', refusal: { code: 'Forbidden', message: access.reason } };
    }
    await tx.decisions.addEvents(decisionId, [
      { at: ports.clock.now(), kind: 'Commented', actor: principal.name, data: { comment } },
    ]);
    await auditWrite(ports, tx, principal, {
      ...auditedDecision('decision.comment', decision, { comment, requestId }),
      after: { state: decision.state },
    });
    await publishDecision(tx, decision);
    return { kind: 'Decided', decision };
  });
}
