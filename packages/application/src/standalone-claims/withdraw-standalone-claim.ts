import type { DurationMs } from '@kerf/core';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';
import { requestTermination } from '../recording/request-termination.js';
import { reconcileStandaloneClaimsAt } from './reconcile-standalone-claims-at.js';

/** Typical time until the result of a launch is known. */
const launchMs: DurationMs = 5_000;

/**
 * Terminates a NodeClaim whose object a user deleted, launched or not. During a launch it is
 * unknown whether an instance exists, so the NodeClaim is reconciled again after the launch.
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
