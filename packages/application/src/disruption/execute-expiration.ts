import { AppError } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { type Decision, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';
import { requireTerminations } from '../recording/request-termination.js';
import { supersede } from '../recording/supersede.js';

/** Removes an expired node whose removal was approved, if it still exists. */
export async function executeExpiration(
  ports: Pick<Ports, 'store' | 'clock'>,
  decision: Decision,
): Promise<JobOutcome> {
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const { mode } = await requireCluster(tx, decision.clusterId);
    const claims = await Promise.all(decision.nodeClaimIds.map((id) => tx.nodeClaims.find(id)));
    const leaving = claims.flatMap((claim) =>
      claim === null || claim.state === 'Terminating' || claim.state === 'Terminated'
        ? []
        : [{ claim, reason: 'Expired' } as const],
    );
    if (mode === 'observe' || leaving.length < decision.nodeClaimIds.length) {
      await supersede(ports, tx, decision, { detail: 'the cluster has changed' });
      return;
    }
    await requireTerminations(ports, tx, leaving);
    const saved = await tx.decisions.save(
      moveDecision(decision, 'Executing', { executionStep: 'MarkedForDeletion' }),
      [
        { at: now, kind: 'ExecutionStarted', actor: kerfActor, data: {} },
        { at: now, kind: 'StepDone', actor: kerfActor, data: { step: 'MarkedForDeletion' } },
      ],
    );
    if (saved === null) {
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: `Decision ${decision.id} is being changed by another job.`,
        retry: { kind: 'backoff' },
      });
    }
    await publishDecision(tx, saved);
  });
  return done;
}
