import type { ClusterId } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';

/**
 * Requests an evaluation of the cluster's disruption: a command has closed, so its nodes are free and
 * the others have its pods. Commands that failed wait for the pass after their change, which keeps
 * them from being tried again at once.
 */
export function planDisruptionSoon(
  { clock }: Pick<Ports, 'clock'>,
  tx: Repositories,
  clusterId: ClusterId,
): Promise<void> {
  return tx.outbox.add([
    { message: { type: 'disruption.plan', clusterId }, deliverAt: clock.now() },
  ]);
}
