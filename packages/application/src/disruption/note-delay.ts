import type { AppError, DecisionId } from '@kerf/core';
import { kerfActor } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';

/** Failures of what Kerf depends on. Conflicts of its own writers are routine and over at once. */
const isOutside = ({ code }: AppError): boolean =>
  code.startsWith('CLUSTER.') || code.startsWith('CLOUD.') || code.startsWith('CATALOG.');

/**
 * Notes in a decision's history what delays its execution, so that people see why an approved decision
 * does not begin. A failure that repeats is noted once.
 */
export async function noteDelay(
  ports: Pick<Ports, 'store' | 'clock'>,
  id: DecisionId,
  error: AppError,
): Promise<void> {
  if (error.retry.kind === 'never' || !isOutside(error)) return;
  const detail = error.message;
  await ports.store.transaction(async (tx) => {
    const decision = await tx.decisions.find(id);
    if (decision?.state !== 'Approved' && decision?.state !== 'Executing') return;
    const last = (await tx.decisions.events(id)).at(-1);
    if (last?.kind === 'ExecutionDelayed' && last.data.detail === detail) return;
    await tx.decisions.addEvents(id, [
      { at: ports.clock.now(), kind: 'ExecutionDelayed', actor: kerfActor, data: { detail } },
    ]);
    await publishDecision(tx, decision);
  });
}
