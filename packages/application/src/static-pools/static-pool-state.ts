import type { ClusterId } from '@kerf/core';
import type { Decision } from '../domain/decision/decision.js';
import {
  type DefinitionRefusal,
  launchRefusalOf,
} from '../domain/definition/definition-refusal.js';
import { livingClaimStates, type NodeClaim } from '../domain/node-claim/node-claim.js';
import {
  isStaticPool,
  type StaticPool,
  type StaticPoolCounts,
  type StaticPoolNeed,
  staticPoolNeed,
} from '../domain/static-pool/static-pool-need.js';
import type { Repositories } from '../ports/store.js';

/** A static NodePool with its NodeClaims, as Kerf has recorded them. */
export interface StaticPoolState {
  readonly pool: StaticPool;
  readonly counts: StaticPoolCounts;
  readonly need: StaticPoolNeed;
  /** NodeClaims that may be removed as surplus: those that are in no decision being executed. */
  readonly free: readonly NodeClaim[];
  /** Decisions about the number of nodes that are awaiting approval, or only shown. */
  readonly undecided: readonly Decision[];
  /** True while an approved removal of its nodes has not started. */
  readonly isBeingReduced: boolean;
}

interface StaticPoolRecords {
  readonly claims: readonly NodeClaim[];
  /** Open decisions of the cluster. */
  readonly decisions: readonly Decision[];
  readonly refusals: readonly DefinitionRefusal[];
}

/**
 * Returns the NodeClaims, deficit and surplus of a static NodePool, with its open decisions. While its
 * object is refused there is no surplus, because its replicas are unknown.
 */
export function staticPoolState(
  pool: StaticPool,
  { claims, decisions, refusals }: StaticPoolRecords,
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
  const need = staticPoolNeed(pool.spec, {
    held: held.length,
    launching: held.filter(({ state }) => state === 'Requested' || state === 'Launching').length,
    replaced: held.filter(({ id }) => replaced.has(id)).length,
    leaving: own.length - held.length,
  });
  const ofPool = decisions.filter(({ body }) => staticPoolOf(body) === pool.name);
  return {
    pool,
    counts: { nodePool: pool.name, replicas: pool.spec.replicas, held: held.length },
    need: launchRefusalOf(refusals, pool) === undefined ? need : { ...need, surplus: 0 },
    free: held.filter(({ id }) => !replaced.has(id) && !successors.has(id)),
    undecided: ofPool.filter(
      ({ state, verdict }) => state === 'AwaitingApproval' || verdict.kind === 'ObserveOnly',
    ),
    isBeingReduced: ofPool.some(({ state }) => state === 'Approved'),
  };
}

/**
 * Returns the name of the static NodePool whose number of nodes a decision changes; `null` for
 * other decisions.
 */
export function staticPoolOf(body: Decision['body']): string | null {
  return body.type === 'Disrupt' ? null : (body.staticPool?.nodePool ?? null);
}

/**
 * Locks a static NodePool until the transaction ends, and returns its state. The lock makes the
 * second of two concurrent changes to its number of nodes see the result of the first.
 * @returns `null` when no such static NodePool exists
 */
export async function lockStaticPool(
  tx: Repositories,
  clusterId: ClusterId,
  name: string,
): Promise<StaticPoolState | null> {
  const pool = await tx.definitions.lockNodePool(clusterId, name);
  if (pool === null || !isStaticPool(pool)) return null;
  return staticPoolState(pool, {
    claims: await tx.nodeClaims.inStates(clusterId, livingClaimStates),
    decisions: await tx.decisions.open(clusterId),
    refusals: await tx.definitions.refusals(clusterId),
  });
}
