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
 * What a claim's object in the cluster shows may be so much older than its record, and the more the
 * more claims change at once: what waits for nodes comes first, and a claim that goes through several
 * states is shown once.
 */
const syncDelayMs: DurationMs = 500;
const syncDelayMsPerClaim: DurationMs = 20;
const maxSyncDelayMs: DurationMs = 2_000;

interface ClaimChange {
  /** What the claim's decision notes. */
  readonly event?: { readonly kind: DecisionEventKind; readonly data?: DecisionEvent['data'] };
  /** Jobs for the same claim, besides mirroring it into the cluster. */
  readonly next?: readonly NodeClaimJob[];
  /** The jobs are not done before; left out, they are done at once. */
  readonly nextAt?: Instant;
}

/**
 * Saves a claim with all that goes with its change, in the caller's transaction.
 * @returns `null` when somebody else changed the claim first; then nothing was written
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
 * The same of several claims, each with its change.
 * @returns those that nobody else changed first; of the others nothing was written
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

/** Shows claims in their cluster, each with all that has become of it by then. */
function syncLater(claims: readonly NodeClaim[], now: Instant): readonly OutboxEntry[] {
  const delayMs = syncDelayMs + claims.length * syncDelayMsPerClaim;
  const deliverAt = now + Math.min(delayMs, maxSyncDelayMs);
  return claims.map(({ clusterId, id }) => ({
    message: { type: 'node-claim.sync', clusterId, nodeClaimId: id },
    deliverAt,
  }));
}
