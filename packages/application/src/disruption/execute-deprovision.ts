import { AppError } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import { pauseText } from '../domain/brake/pause.js';
import { type Decision, kerfActor, type RemoveBody } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';
import { reconcileStaticPoolsAt } from '../recording/reconcile-static-pools-soon.js';
import { requireTerminations } from '../recording/request-termination.js';
import { supersede } from '../recording/supersede.js';
import { pausesInForce, stopsDisruption } from '../snapshot/pauses-in-force.js';
import { chooseSurplus, isAbout, lockStaticPool } from '../static-pools/api.js';

/** Removes the approved nodes if they are still exactly the surplus of the static NodePool. */
export async function executeDeprovision(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>,
  decision: Decision,
  body: RemoveBody,
): Promise<JobOutcome> {
  const { clusterId } = decision;
  const view = ports.cache.view(clusterId);
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const { mode } = await requireCluster(tx, clusterId);
    const state = await lockStaticPool(tx, clusterId, body.staticPool?.nodePool ?? '');
    const leaving = state === null ? [] : chooseSurplus(state, view, now).removed;
    const pauses = await pausesInForce(tx, clusterId, now);
    const pause = pauses.stopping(decision.nodePools, stopsDisruption);
    if (pause !== null) {
      await supersede(ports, tx, decision, { detail: pauseText(pause) });
      return;
    }
    if (mode === 'observe' || !isAbout(decision, leaving)) {
      await supersede(ports, tx, decision, { detail: 'the cluster has changed' });
      await tx.outbox.add([reconcileStaticPoolsAt(clusterId, now)]);
      return;
    }
    await requireTerminations(
      ports,
      tx,
      leaving.map(({ claim }) => ({ claim, reason: 'Overprovisioned' })),
    );
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
