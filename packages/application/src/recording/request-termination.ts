import { AppError, type DurationMs, type Instant } from '@kerf/core';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { Interruption } from '../domain/interruption/interruption.js';
import { type DrainLimits, drainEndOf } from '../domain/node-claim/drain-end.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type {
  NodeClaim,
  NodeClaimTermination,
  TerminationReason,
} from '../domain/node-claim/node-claim.js';
import { terminationText } from '../domain/node-claim/termination-text.js';
import { isStaticPool } from '../domain/static-pool/static-pool-need.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { reconcileStaticPoolsAt } from './reconcile-static-pools-soon.js';
import { saveClaim, saveClaims } from './save-claim.js';

/**
 * Time per node to launch capacity for displaced pods before their nodes are cordoned. Many nodes
 * may be interrupted at once, and the two minutes of a warning leave enough time for the drain.
 */
const placeFirstMs: DurationMs = 60;
const maxPlaceMs: DurationMs = 10_000;

/** The reason for the termination of a NodeClaim, with its deadline. */
export interface TerminationCause extends DrainLimits {
  readonly reason: TerminationReason;
  /** The warning that caused it. */
  readonly interruption?: Pick<Interruption, 'kind'> | null;
}

interface Termination extends TerminationCause {
  readonly claim: NodeClaim;
}

/**
 * Starts the termination of a NodeClaim: its node is drained, then its instance is terminated.
 * @returns `null` when another writer has changed the NodeClaim first
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
 * Starts the termination of several NodeClaims of one cluster. Call it in a transaction; the error
 * rolls all of them back.
 * @throws STATE.CONFLICT with a retry when another writer has changed one of them first
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
  throw changedByOther(lost?.claim.name);
}

/** Returns the error of a change that another writer's change of the NodeClaim prevents. */
export const changedByOther = (name: string | undefined): AppError =>
  new AppError({
    code: 'STATE.CONFLICT',
    message: `NodeClaim ${name} is being changed by another job.`,
    retry: { kind: 'backoff' },
  });

/**
 * Starts the termination of several NodeClaims of one cluster.
 * @returns the saved NodeClaims, without those that another writer has changed first
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
  const leaving = terminations.map((cause) => {
    const { claim, reason, interruption } = cause;
    return moveNodeClaim(claim, 'Terminating', {
      termination: {
        step: 'Requested',
        reason,
        ...(interruption && { interruption: interruption.kind }),
        ...policyOf(reason, pools.get(claim.nodePool ?? '')),
        startedAt: now,
        ...drainEndOf(claim, cause, now),
        lostPods: [],
        waitingFor: null,
        stepAt: now,
      },
    });
  });
  const saved = await saveClaims(ports, tx, leaving, ({ initializedAt, termination }) => ({
    next: ['node-claim.terminate'],
    ...(termination?.reason === 'Interrupted' ? { nextAt: cordonAt } : {}),
    // The decision that requested a NodeClaim must not wait for one that never becomes a node.
    ...(initializedAt === null && termination !== null
      ? {
          event: {
            kind: 'NodeClaimTerminated',
            data: { detail: terminationText[termination.reason] },
          },
        }
      : {}),
  }));
  const [first] = saved;
  if (first !== undefined && [...pools.values()].some(isStaticPool)) {
    await tx.outbox.add([reconcileStaticPoolsAt(first.clusterId, now)]);
  }
  return saved;
}

/** Returns the policy by which the NodePool is consolidated, for the reasons of consolidation. */
function policyOf(
  reason: TerminationReason,
  pool: NodePoolDefinition | undefined,
): Pick<NodeClaimTermination, 'consolidationPolicy'> {
  if (pool === undefined || (reason !== 'Underutilized' && reason !== 'Empty')) return {};
  return { consolidationPolicy: pool.spec.disruption.consolidationPolicy };
}

/** Returns the existing NodePools of these NodeClaims, by name. */
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
 * Records the end of a terminating NodeClaim's instance if it is earlier than the recorded one.
 * @returns the changed NodeClaim; `null` when no change is required
 * @throws STATE.CONFLICT with a retry when another writer has changed it first: the caller would not
 * learn of the earlier end again
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
  return saveTermination(ports, tx, claim, { ...termination, instanceEndsAt });
}

/**
 * Ends the drain of a terminating NodeClaim at a time, unless it ends earlier.
 * @returns the changed NodeClaim; `null` when no change is required
 * @throws STATE.CONFLICT with a retry when another writer has changed it first
 */
export async function endDrainBy(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  at: Instant,
): Promise<NodeClaim | null> {
  const { termination } = claim;
  if (termination === null || (termination.deadline ?? Infinity) <= at) return null;
  return saveTermination(ports, tx, claim, { ...termination, deadline: at });
}

async function saveTermination(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  termination: NodeClaimTermination,
): Promise<NodeClaim> {
  // A termination step that runs at the same time may lose this race and not schedule the next one.
  const next = ['node-claim.terminate'] as const;
  const saved = await saveClaim(ports, tx, { ...claim, termination }, { next });
  if (saved === null) throw changedByOther(claim.name);
  return saved;
}
