import type { ClusterId } from '@kerf/core';
import type { DeletedObject } from '../domain/decision/decision.js';
import type { NodeClaim, NodeClaimState } from '../domain/node-claim/node-claim.js';
import type { NodeClaimEvent, NodeEvent } from '../ports/cluster-cache.js';
import type { NodeClaimJob, OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import { reconcileStandaloneClaimsAt } from '../recording/reconcile-standalone-claims-at.js';
import { recordDeletion } from '../recording/record-deletion.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

type ObservePorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>;

/** The job to run after a change of a NodeClaim's node. */
const jobByState: Partial<Record<NodeClaimState, NodeClaimJob>> = {
  Launched: 'node-claim.register',
  Registered: 'node-claim.initialize',
};

/**
 * Handles events of nodes: schedules the next job of their NodeClaims. When a user deletes a node,
 * it is drained and its instance is terminated, as its finalizer requires.
 */
export async function observeNodes(
  ports: ObservePorts,
  clusterId: ClusterId,
  events: readonly NodeEvent[],
): Promise<void> {
  const moving = await ports.store.nodeClaims.inStates(clusterId, ['Launched', 'Registered']);
  const byProviderId = new Map(moving.map((claim) => [claim.instance?.providerId, claim]));
  const messages: OutboxMessage[] = [];
  for (const event of events) {
    if (event.providerId === null) continue;
    const claim = byProviderId.get(event.providerId);
    const type = claim === undefined ? undefined : jobByState[claim.state];
    if (claim !== undefined && type !== undefined) {
      messages.push({ type, clusterId, nodeClaimId: claim.id });
    }
    if (event.deletionRequestedAt !== null) {
      const deleted = { kind: 'Node', name: event.name } as const;
      const known = await ports.store.nodeClaims.findByProviderId(clusterId, event.providerId);
      await endDeleted(ports, known, deleted);
    }
  }
  if (messages.length === 0) return;
  const deliverAt = ports.clock.now();
  await ports.store.transaction((tx) =>
    tx.outbox.add(messages.map((message) => ({ message, deliverAt }))),
  );
}

/**
 * Handles an event of a NodeClaim object: when a user deletes the object, its node is removed. A
 * change of a standalone NodeClaim schedules {@link reconcileStandaloneClaims}.
 */
export async function observeNodeClaim(
  ports: ObservePorts,
  clusterId: ClusterId,
  event: NodeClaimEvent,
): Promise<void> {
  if (event.isStandalone) {
    await ports.store.transaction((tx) =>
      tx.outbox.add([reconcileStandaloneClaimsAt(clusterId, ports.clock.now())]),
    );
    return;
  }
  if (event.deletionRequestedAt === null && !event.isGone) return;
  const claim = await ports.store.nodeClaims.findByName(clusterId, event.name);
  await endDeleted(ports, claim, { kind: 'NodeClaim', name: event.name });
}

async function endDeleted(
  ports: ObservePorts,
  claim: NodeClaim | null,
  deleted: DeletedObject,
): Promise<void> {
  if (claim === null || !['Launched', 'Registered', 'Initialized'].includes(claim.state)) return;
  const { clusterId } = claim;
  const view = viewIfSynced(ports, clusterId);
  await ports.store.transaction((tx) =>
    recordDeletion(ports, tx, { clusterId, deleted, claims: [claim], view }),
  );
}
