import type { AppError, DecisionId } from '@kerf/core';
import { kerfActor } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { publishDecision } from '../recording/publish-decision.js';

/**
 * Returns true for a failure of a system that Kerf depends on. Conflicts between Kerf's own writers
 * are routine and short.
 */
const isOutside = ({ code }: AppError): boolean =>
  code.startsWith('CLUSTER.') || code.startsWith('CLOUD.') || code.startsWith('CATALOG.');

/**
 * Records in a decision's history the error that delays its execution, so that users see why an
 * approved decision does not start. A repeated failure is recorded once.
 */
export async function recordDelay(
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
