import type { ClusterId } from '@kerf/core';
import type { Decision } from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import {
  isStaticPool,
  type StaticPool,
  type StaticPoolCounts,
  type StaticPoolNeed,
  staticPoolNeed,
} from '../domain/static-pool/static-pool-need.js';
import type { Repositories } from '../ports/store.js';
import { livingClaimStates } from '../snapshot/load-snapshot.js';

/** A static pool with its claims, as the ledger has them. */
export interface StaticPoolState {
  readonly pool: StaticPool;
  readonly counts: StaticPoolCounts;
  readonly need: StaticPoolNeed;
  /** Claims that may go when there are too many: those that no decision under way has. */
  readonly free: readonly NodeClaim[];
  /** Decisions about the pool's number of nodes that wait for a person, or are only shown. */
  readonly undecided: readonly Decision[];
  /** People let nodes of it go, and that is about to begin. */
  readonly isBeingReduced: boolean;
}

/**
 * Returns what a static NodePool has, lacks and has too much of, with its open decisions.
 * @param decisions the cluster's open ones
 */
export function staticPoolState(
  pool: StaticPool,
  claims: readonly NodeClaim[],
  decisions: readonly Decision[],
): StaticPoolState {
  const own = claims.filter(({ nodePool }) => nodePool === pool.name);
  const held = own.filter(({ state }) => state !== 'Terminating');
  const underWay = decisions.flatMap(({ state, body }) =>
    state === 'Executing' && body.type === 'Disrupt' ? [body] : [],
  );
  const replaced = new Set(
    underWay.flatMap(({ command }) => command.candidates.map(({ nodeClaimId }) => nodeClaimId)),
  );
  const successors = new Set(
    underWay.flatMap(({ replacementClaims = {} }) => Object.values(replacementClaims)),
  );
  const ofPool = decisions.filter(({ body }) => staticPoolOf(body) === pool.name);
  return {
    pool,
    counts: { nodePool: pool.name, replicas: pool.spec.replicas, held: held.length },
    need: staticPoolNeed(pool.spec, {
      held: held.length,
      replaced: held.filter(({ id }) => replaced.has(id)).length,
      leaving: own.length - held.length,
    }),
    free: held.filter(({ id }) => !replaced.has(id) && !successors.has(id)),
    undecided: ofPool.filter(
      ({ state, verdict }) => state === 'AwaitingApproval' || verdict.kind === 'ObserveOnly',
    ),
    isBeingReduced: ofPool.some(({ state }) => state === 'Approved'),
  };
}

/** The pool whose number of nodes a decision is about; `null` for other decisions. */
export function staticPoolOf(body: Decision['body']): string | null {
  return body.type === 'Disrupt' ? null : (body.staticPool?.nodePool ?? null);
}

/**
 * The state of a pool that nobody else who asks so changes the number of claims of until the
 * transaction ends: of two that would both fill or empty it, the second sees what the first did.
 * @returns `null` when there is no such static pool (any more)
 */
export async function lockStaticPool(
  tx: Repositories,
  clusterId: ClusterId,
  name: string,
): Promise<StaticPoolState | null> {
  const pool = await tx.definitions.lockNodePool(clusterId, name);
  if (pool === null || !isStaticPool(pool)) return null;
  return staticPoolState(
    pool,
    await tx.nodeClaims.inStates(clusterId, livingClaimStates),
    await tx.decisions.open(clusterId),
  );
}
