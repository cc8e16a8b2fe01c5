import { type Instant, parseDuration } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { moveNodeClaim } from './move-node-claim.js';
import type { NodeClaim, TerminationReason } from './node-claim.js';
import { saveClaim } from './save-claim.js';

export interface TerminationCause {
  readonly reason: TerminationReason;
  /** When the instance ends whatever anybody does; left out when no time is set. */
  readonly instanceEndsAt?: Instant | null;
}

/**
 * Sends a claim on its way out: drained, then its instance ended.
 * @returns `null` when somebody else changed the claim first
 */
export async function requestTermination(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  { reason, instanceEndsAt = null }: TerminationCause,
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
        instanceEndsAt,
        keptPods: [],
        waitingFor: null,
        stepAt: now,
      },
    }),
    {
      next: ['node-claim.terminate'],
      // A claim that never became a node leaves nothing to wait for in the decision that wanted it.
      ...(claim.initializedAt === null
        ? { event: { kind: 'NodeClaimTerminated', data: { detail: reason } } }
        : {}),
    },
  );
}

/**
 * Notes that the instance of a leaving claim ends at a time, when that is sooner than was known.
 * @returns the changed claim; `null` when nothing had to change, or somebody else changed it first
 */
export async function tightenTermination(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  instanceEndsAt: Instant,
): Promise<NodeClaim | null> {
  const { termination } = claim;
  if (termination === null || (termination.instanceEndsAt ?? Infinity) <= instanceEndsAt) {
    return null;
  }
  // The step that is under way may lose to this change; then nobody else would ask for the next.
  return saveClaim(
    ports,
    tx,
    { ...claim, termination: { ...termination, instanceEndsAt } },
    { next: ['node-claim.terminate'] },
  );
}
