import { type Decision, type DecisionEventData, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { publishDecision } from './publish-decision.js';

/** Why a decision is superseded, as its history records it. */
export type SupersedeReason = Required<Pick<DecisionEventData, 'detail'>> &
  Pick<DecisionEventData, 'dropped' | 'moved' | 'successor'>;

/**
 * Closes a decision that is no longer valid because the cluster has changed; it is not executed.
 * @returns false when another writer saved it first
 */
export async function supersede(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  decision: Decision,
  why: SupersedeReason,
): Promise<boolean> {
  const now = ports.clock.now();
  const saved = await tx.decisions.save(moveDecision(decision, 'Superseded', { finishedAt: now }), [
    { at: now, kind: 'Superseded', actor: kerfActor, data: why },
  ]);
  if (saved === null) return false;
  await publishDecision(tx, saved);
  return true;
}
