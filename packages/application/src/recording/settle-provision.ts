import type { DecisionId } from '@kerf/core';
import { type DecisionEvent, kerfActor } from '../domain/decision/decision.js';
import { moveDecision } from '../domain/decision/move-decision.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { publishDecision } from './publish-decision.js';

/**
 * Adds events of NodeClaims to their decision. Closes a provisioning decision when all of its
 * NodeClaims are initialized or ended: as `Executed` if at least one was initialized, otherwise as
 * `Failed`. Call it in the transaction that saves the NodeClaims.
 */
export async function settleProvision(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  id: DecisionId,
  events: readonly DecisionEvent[],
): Promise<void> {
  await tx.decisions.addEvents(id, events);
  await closeWhenSettled(ports, tx, id);
}

async function closeWhenSettled(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  id: DecisionId,
): Promise<void> {
  // The lock comes before the states are read. Without it, two NodeClaims that settle at the same time
  // would each see the other one as it was, and neither transaction would close the decision.
  const locked = await tx.decisions.lock(id);
  if (locked === null || locked.kind !== 'Provision' || locked.state !== 'Executing') return;
  const claims = await tx.nodeClaims.progressOf(locked.nodeClaimIds);
  const pending = ['Requested', 'Launching', 'Launched', 'Registered'];
  if (claims.some(({ state }) => pending.includes(state))) return;
  const decision = await tx.decisions.find(id);
  if (decision === null) return;
  const became = claims.some(({ initializedAt }) => initializedAt !== null);
  const now = ports.clock.now();
  const saved = await tx.decisions.save(
    moveDecision(decision, became ? 'Executed' : 'Failed', { finishedAt: now }),
    [{ at: now, kind: became ? 'Executed' : 'Failed', actor: kerfActor, data: {} }],
  );
  if (saved === null) return;
  await publishDecision(tx, saved);
}
