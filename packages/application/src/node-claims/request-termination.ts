import { parseDuration } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { moveNodeClaim } from './move-node-claim.js';
import type { NodeClaim, TerminationReason } from './node-claim.js';
import { saveClaim } from './save-claim.js';

/**
 * Sends a claim on its way out: drained, then its instance ended.
 * @returns `null` when somebody else changed the claim first
 */
export async function requestTermination(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  reason: TerminationReason,
): Promise<NodeClaim | null> {
  const now = ports.clock.now();
  const pool = await tx.definitions.find(claim.clusterId, 'NodePool', claim.nodePool);
  const grace =
    pool?.kind === 'NodePool' ? pool.spec.template.spec.terminationGracePeriod : undefined;
  const graceMs = grace === undefined ? null : parseDuration(grace);
  return saveClaim(
    ports,
    tx,
    moveNodeClaim(claim, 'Terminating', {
      termination: {
        step: 'Requested',
        reason,
        startedAt: now,
        deadline: graceMs?.ok === true ? now + graceMs.value : null,
        waitingFor: null,
        stepAt: now,
      },
    }),
    { next: ['node-claim.terminate'] },
  );
}
