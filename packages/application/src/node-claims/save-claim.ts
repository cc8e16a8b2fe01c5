import type { DecisionEvent, DecisionEventKind } from '../decisions/decision.js';
import { settleProvision } from '../decisions/settle-provision.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import type { NodeClaim } from './node-claim.js';

interface ClaimChange {
  /** What the claim's decision notes. */
  readonly event?: { readonly kind: DecisionEventKind; readonly data?: DecisionEvent['data'] };
  /** Jobs for the same claim, besides mirroring it into the cluster. */
  readonly next?: readonly Extract<OutboxMessage['type'], `node-claim.${string}`>[];
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
  const saved = await tx.nodeClaims.save(claim);
  if (saved === null) return null;
  const now = ports.clock.now();
  const { clusterId, id } = claim;
  if (change.event !== undefined) {
    await settleProvision(ports, tx, saved, {
      kind: change.event.kind,
      data: { nodeClaimId: id, ...change.event.data },
    });
  }
  await tx.outbox.add(
    [...(change.next ?? []), 'node-claim.mirror' as const].map((type) => ({
      message: { type, clusterId, nodeClaimId: id },
      deliverAt: now,
    })),
  );
  await tx.changes.publish({ topic: 'nodeClaim', clusterId, id, version: saved.version });
  return saved;
}
