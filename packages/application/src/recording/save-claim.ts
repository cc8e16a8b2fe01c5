import type { DecisionId, DurationMs, Instant } from '@kerf/core';
import {
  type DecisionEvent,
  type DecisionEventKind,
  kerfActor,
} from '../domain/decision/decision.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { NodeClaimJob, OutboxEntry } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { settleProvision } from './settle-provision.js';

/**
 * Delay of the sync into the cluster, longer when more NodeClaims change at once. Jobs that pods
 * wait for run first, and a NodeClaim that passes several states quickly is synced once.
 */
const syncDelayMs: DurationMs = 500;
const syncDelayMsPerClaim: DurationMs = 20;
const maxSyncDelayMs: DurationMs = 2_000;

interface ClaimChange {
  /** Event to add to the decision of the NodeClaim. */
  readonly event?: { readonly kind: DecisionEventKind; readonly data?: DecisionEvent['data'] };
  /** Jobs for the same NodeClaim, besides its sync into the cluster. */
  readonly next?: readonly NodeClaimJob[];
  /** Earliest time of the jobs; now if absent. */
  readonly nextAt?: Instant;
}

/**
 * Saves a NodeClaim in the caller's transaction, and adds its decision event, its jobs and its
 * change notification.
 * @returns `null` when another writer has changed the NodeClaim first; nothing is written then
 */
export async function saveClaim(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claim: NodeClaim,
  change: ClaimChange = {},
): Promise<NodeClaim | null> {
  const [saved] = await saveClaims(ports, tx, [claim], () => change);
  return saved ?? null;
}

/**
 * Saves several NodeClaims as {@link saveClaim} does, each with its change.
 * @returns the saved NodeClaims; nothing is written for those that another writer has changed first
 */
export async function saveClaims(
  ports: Pick<Ports, 'clock'>,
  tx: Repositories,
  claims: readonly NodeClaim[],
  changeOf: (claim: NodeClaim) => ClaimChange,
): Promise<readonly NodeClaim[]> {
  const saved = await tx.nodeClaims.saveAll(claims);
  const at = ports.clock.now();
  const changes = saved.map((claim) => ({ claim, change: changeOf(claim) }));
  const noted = new Map<DecisionId, DecisionEvent[]>();
  for (const { claim, change } of changes) {
    if (change.event === undefined || claim.decisionId === null) continue;
    const { kind, data } = change.event;
    const events = noted.get(claim.decisionId) ?? [];
    events.push({ at, kind, actor: kerfActor, data: { nodeClaimId: claim.id, ...data } });
    noted.set(claim.decisionId, events);
  }
  for (const [id, events] of noted) await settleProvision(ports, tx, id, events);
  const jobs = changes.flatMap(({ claim: { clusterId, id }, change: { next = [], nextAt = at } }) =>
    next.map((type) => ({ message: { type, clusterId, nodeClaimId: id }, deliverAt: nextAt })),
  );
  await tx.outbox.add([...jobs, ...syncLater(saved, at)]);
  for (const { clusterId, id, version } of saved) {
    await tx.changes.publish({ topic: 'nodeClaim', clusterId, id, version });
  }
  return saved;
}

/**
 * Schedules the sync of NodeClaims that have not changed themselves, because something else that
 * their objects show has changed.
 */
export async function requestSync(
  { clock, memory }: Pick<Ports, 'clock' | 'memory'>,
  tx: Repositories,
  claims: readonly Pick<NodeClaim, 'clusterId' | 'id'>[],
): Promise<void> {
  for (const claim of claims) memory.published.forgetShown(claim);
  await tx.outbox.add(syncAt(claims, clock.now()));
}

/** Returns the jobs that sync NodeClaims into their cluster, with the state at that time. */
function syncLater(claims: readonly NodeClaim[], now: Instant): readonly OutboxEntry[] {
  const delayMs = syncDelayMs + claims.length * syncDelayMsPerClaim;
  return syncAt(claims, now + Math.min(delayMs, maxSyncDelayMs));
}

function syncAt(
  claims: readonly Pick<NodeClaim, 'clusterId' | 'id'>[],
  deliverAt: Instant,
): readonly OutboxEntry[] {
  return claims.map(({ clusterId, id }) => ({
    message: { type: 'node-claim.sync', clusterId, nodeClaimId: id },
    deliverAt,
  }));
}
