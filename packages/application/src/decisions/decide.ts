import { AppError, type DecisionId } from '@kerf/core';
import type { Decision, DecisionEvent } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { requireCluster } from '../snapshot/require-cluster.js';

/** The decision to approve or reject, with the expected version and a comment. */
export interface DecideInput {
  readonly decisionId: DecisionId;
  /** The version that the caller saw. */
  readonly expectedVersion: ExpectedVersion;
  readonly comment: string | null;
  readonly requestId: string | null;
}

/** The result of an approval or rejection. */
export type DecideOutcome =
  | { readonly kind: 'Decided'; readonly decision: Decision }
  | { readonly kind: 'NotFound' }
  /** Already approved or rejected; `decision` is its current state. */
  | { readonly kind: 'AlreadyDecided'; readonly decision: Decision }
  /** The caller saw another version, or the decision is no longer valid. */
  | { readonly kind: 'Stale'; readonly decision: Decision };

type DecidePorts = Pick<Ports, 'store' | 'clock' | 'ids'>;

/**
 * Approves a decision that awaits approval. Only the record changes here; the worker validates the
 * decision against the cluster again before it executes it.
 */
export function approveDecision(
  ports: DecidePorts,
  principal: Principal,
  input: DecideInput,
): Promise<DecideOutcome> {
  return decide(ports, principal, input, async (tx, decision) => {
    await tx.outbox.add([
      {
        message: {
          type: 'disruption.execute',
          clusterId: decision.clusterId,
          decisionId: decision.id,
        },
        deliverAt: ports.clock.now(),
      },
    ]);
    return 'Approved';
  });
}

/**
 * Rejects a decision that awaits approval. Decisions for other reasons may use its nodes at once;
 * for the same reason the nodes are not proposed again while the rejection is in force.
 */
export function rejectDecision(
  ports: DecidePorts,
  principal: Principal,
  input: DecideInput,
): Promise<DecideOutcome> {
  return decide(ports, principal, input, () => Promise.resolve('Rejected'));
}

async function decide(
  ports: DecidePorts,
  principal: Principal,
  input: DecideInput,
  effect: (tx: Repositories, decision: Decision) => Promise<'Approved' | 'Rejected'>,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const decision = await tx.decisions.find(input.decisionId);
    if (decision === null) return { kind: 'NotFound' };
    if (['Approved', 'Executing', 'Executed', 'Failed', 'Rejected'].includes(decision.state)) {
      return { kind: 'AlreadyDecided', decision };
    }
    const isSeen = isExpectedVersion(decision.version, input.expectedVersion);
    if (decision.state !== 'AwaitingApproval' || !isSeen) {
      return { kind: 'Stale', decision };
    }
    const now = ports.clock.now();
    const state = await effect(tx, decision);
    const { comment } = input;
    const event: DecisionEvent = {
      at: now,
      kind: state,
      actor: principal.name,
      data: comment === null ? {} : { comment },
    };
    const saved = await tx.decisions.save(
      moveDecision(decision, state, {
        decidedAt: now,
        decidedBy: principal.name,
        comment,
        ...(state === 'Rejected' && {
          finishedAt: now,
          rejectedUntil:
            now + (await requireCluster(tx, decision.clusterId)).settings.rejectionHoldMs,
        }),
      }),
      [event],
    );
    if (saved === null) {
      // Changed between the read and the write of this transaction: the caller reads it again.
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: 'The decision was approved or rejected at the same time.',
      });
    }
    await auditWrite(ports, tx, principal, {
      action: state === 'Approved' ? 'decision.approve' : 'decision.reject',
      object: { kind: 'Decision', id: decision.id, name: `${decision.kind} ${decision.id}` },
      clusterId: decision.clusterId,
      comment,
      before: { state: decision.state },
      after: { state: saved.state },
      requestId: input.requestId,
    });
    await publishDecision(tx, saved);
    return { kind: 'Decided', decision: saved };
  });
}
