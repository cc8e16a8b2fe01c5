import type { DroppedCandidate } from '@kerf/engine';
import { type Decision, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { publishDecision } from './publish-decision.js';

/** Closes a decision that is no longer valid because the cluster has changed; it is not executed. */
export async function supersede(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  decision: Decision,
  why: { readonly detail: string; readonly dropped?: readonly DroppedCandidate[] },
): Promise<void> {
  const now = ports.clock.now();
  const saved = await tx.decisions.save(moveDecision(decision, 'Superseded', { finishedAt: now }), [
    { at: now, kind: 'Superseded', actor: kerfActor, data: why },
  ]);
  if (saved === null) return;
  await publishDecision(tx, saved);
}
