import type { DurationMs } from '@kerf/core';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import { reconcileStandaloneClaimsAt } from '../recording/reconcile-standalone-claims-at.js';
import { requestTermination } from '../recording/request-termination.js';

/** What the cloud is being asked for is known after so long, as a rule. */
const launchMs: DurationMs = 5_000;

/**
 * Sends a claim whose object a person deleted on its way out, launched or not. While the cloud is being
 * asked nobody knows whether there is an instance; it is looked at again when that is known.
 */
export async function withdrawStandaloneClaim(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  claim: NodeClaim,
): Promise<void> {
  if (claim.state === 'Terminating') return;
  await store.transaction(async (tx) => {
    if (claim.state === 'Launching') {
      await tx.outbox.add([reconcileStandaloneClaimsAt(claim.clusterId, clock.now() + launchMs)]);
    } else {
      await requestTermination({ clock }, tx, claim, { reason: 'DeletedByUser' });
    }
  });
}
