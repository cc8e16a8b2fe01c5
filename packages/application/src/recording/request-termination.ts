import { AppError, type DurationMs, type Instant } from '@kerf/core';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { Interruption } from '../domain/interruption/interruption.js';
import { lengthOf } from '../domain/node-claim/claim-terms.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type { NodeClaim, TerminationReason } from '../domain/node-claim/node-claim.js';
import { isStaticPool } from '../domain/static-pool/static-pool-need.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { reconcileStaticPoolsAt } from './reconcile-static-pools-soon.js';
import { saveClaim, saveClaims } from './save-claim.js';

/**
 * Many nodes may be warned at once. Room for their pods is bought first, which takes about so long for
 * each of them; the two minutes of a warning are long enough for what is left.
 */
const placeFirstMs: DurationMs = 60;
const maxPlaceMs: DurationMs = 10_000;

/** Why a NodeClaim is to be terminated, and until when. */
export interface TerminationCause {
  readonly reason: TerminationReason;
  /** The warning that asks for it. */
  readonly interruption?: Pick<Interruption, 'kind'> | null;
  /** When the instance ends whatever anybody does; left out when no time is set. */
  readonly instanceEndsAt?: Instant | null;
}

interface Termination extends TerminationCause {
  readonly claim: NodeClaim;
}

/**
 * Sends a claim on its way out: drained, then its instance ended.
 * @returns `null` when somebody else changed the claim first
 */
export async function requestTermination(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  cause: TerminationCause,
): Promise<NodeClaim | null> {
  const [leaving] = await requestTerminations(ports, tx, [{ claim, ...cause }]);
  return leaving ?? null;
}

/**
 * The same of several claims of one cluster, all or none.
 * @throws STATE.CONFLICT with a retry when somebody else changed one of them first
 */
export async function requireTerminations(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  terminations: readonly Termination[],
): Promise<readonly NodeClaim[]> {
  const leaving = await requestTerminations(ports, tx, terminations);
  if (leaving.length === terminations.length) return leaving;
  const ids = new Set(leaving.map(({ id }) => id));
  const lost = terminations.find(({ claim }) => !ids.has(claim.id));
  throw new AppError({
    code: 'STATE.CONFLICT',
    message: `NodeClaim ${lost?.claim.name} is being changed by another job.`,
    retry: { kind: 'backoff' },
  });
}

/**
 * The same of several claims of one cluster.
 * @returns those that nobody else changed first
 */
export async function requestTerminations(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  terminations: readonly Termination[],
): Promise<readonly NodeClaim[]> {
  const now = ports.clock.now();
  const pools = await readNodePools(
    tx,
    terminations.map(({ claim }) => claim),
  );
  const cordonAt = now + Math.min(terminations.length * placeFirstMs, maxPlaceMs);
  const leaving = terminations.map(({ claim, reason, interruption, instanceEndsAt = null }) => {
    const grace = lengthOf(claim.terms.terminationGracePeriod);
    return moveNodeClaim(claim, 'Terminating', {
      termination: {
        step: 'Requested',
        reason,
        ...(interruption && { interruption: interruption.kind }),
        startedAt: now,
        deadline: grace === null ? null : now + grace,
        instanceEndsAt,
        lostPods: [],
        waitingFor: null,
        stepAt: now,
      },
    });
  });
  const saved = await saveClaims(ports, tx, leaving, ({ initializedAt, termination }) => ({
    next: ['node-claim.terminate'],
    ...(termination?.reason === 'Interrupted' ? { nextAt: cordonAt } : {}),
    // A claim that never became a node leaves nothing to wait for in the decision that wanted it.
    ...(initializedAt === null && termination !== null
      ? { event: { kind: 'NodeClaimTerminated', data: { detail: termination.reason } } }
      : {}),
  }));
  const [first] = saved;
  if (first !== undefined && [...pools.values()].some(isStaticPool)) {
    await tx.outbox.add([reconcileStaticPoolsAt(first.clusterId, now)]);
  }
  return saved;
}

/** The pools of these claims, by name; without those that are gone. */
async function readNodePools(
  tx: Repositories,
  claims: readonly NodeClaim[],
): Promise<ReadonlyMap<string, NodePoolDefinition>> {
  const pools = new Map<string, NodePoolDefinition>();
  const clusterByPool = new Map(claims.map(({ nodePool, clusterId }) => [nodePool, clusterId]));
  for (const [name, clusterId] of clusterByPool) {
    if (name === null) continue;
    const pool = await tx.definitions.find(clusterId, 'NodePool', name);
    if (pool?.kind === 'NodePool') pools.set(name, pool);
  }
  return pools;
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
