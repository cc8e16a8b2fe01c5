import type { ClusterId, Instant } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { DeletedObject } from '../domain/decision/decision.js';
import type { NodeClaim, NodeClaimState } from '../domain/node-claim/node-claim.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import type { NodeClaimEvent, NodeEvent } from '../ports/cluster-cache.js';
import type { NodeClaimJob, OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { reconcileStandaloneClaimsAt } from '../standalone-claims/api.js';
import { recordDeletion } from './record-deletion.js';

type ObservePorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>;

/** The job to run after a change of a NodeClaim's node. */
const jobByState: Partial<Record<NodeClaimState, NodeClaimJob>> = {
  Launched: 'node-claim.register',
  Registered: 'node-claim.initialize',
};

/**
 * Handles events of nodes: schedules the next job of their NodeClaims. When a user deletes a node,
 * it is drained and its instance is terminated, as its finalizer requires; while another controller
 * acts in the cluster, that is its task.
 * @throws the failures of single nodes after all events are handled; repeating all is harmless
 */
export async function observeNodes(
  ports: ObservePorts,
  clusterId: ClusterId,
  events: readonly NodeEvent[],
): Promise<void> {
  const moving = await ports.store.nodeClaims.inStates(clusterId, ['Launched', 'Registered']);
  const byProviderId = new Map(moving.map((claim) => [claim.instance?.providerId, claim]));
  const messages = events.flatMap(({ providerId }): readonly OutboxMessage[] => {
    const claim = providerId === null ? undefined : byProviderId.get(providerId);
    const type = claim === undefined ? undefined : jobByState[claim.state];
    return claim === undefined || type === undefined
      ? []
      : [{ type, clusterId, nodeClaimId: claim.id }];
  });
  if (messages.length > 0) {
    const deliverAt = ports.clock.now();
    await ports.store.transaction((tx) =>
      tx.outbox.add(messages.map((message) => ({ message, deliverAt }))),
    );
  }
  await endDeletedNodes(ports, clusterId, events);
}

async function endDeletedNodes(
  ports: ObservePorts,
  clusterId: ClusterId,
  events: readonly NodeEvent[],
): Promise<void> {
  const deletions = events.flatMap(({ name, providerId, deletionRequestedAt: since }) =>
    providerId === null || since === null ? [] : [{ name, providerId, since }],
  );
  if (deletions.length === 0 || (await isHeld(ports, clusterId))) return;
  const sweep = new Sweep();
  await sweep.each(
    deletions,
    ({ name }) => named('Node', name),
    async ({ name, providerId, since }) => {
      const known = await ports.store.nodeClaims.findByProviderId(clusterId, providerId);
      await endDeleted(ports, known, { deleted: { kind: 'Node', name }, since });
    },
  );
  sweep.conclude();
}

/**
 * Handles an event of a NodeClaim object: when a user deletes the object, its node is removed. While
 * another controller acts in the cluster, the NodeClaim ends once that has removed its object. A
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
  const { name, deletionRequestedAt, isGone } = event;
  if (deletionRequestedAt === null && !isGone) return;
  if (!isGone && (await isHeld(ports, clusterId))) return;
  const claim = await ports.store.nodeClaims.findByName(clusterId, name);
  const deleted = { kind: 'NodeClaim', name } as const;
  await endDeleted(ports, claim, { deleted, since: deletionRequestedAt });
}

/** Returns true while another controller acts in the cluster. */
async function isHeld(
  { store }: Pick<ObservePorts, 'store'>,
  clusterId: ClusterId,
): Promise<boolean> {
  return (await requireCluster(store, clusterId)).hold !== null;
}

async function endDeleted(
  ports: ObservePorts,
  claim: NodeClaim | null,
  about: { readonly deleted: DeletedObject; readonly since: Instant | null },
): Promise<void> {
  if (claim === null || !['Launched', 'Registered', 'Initialized'].includes(claim.state)) return;
  const { clusterId } = claim;
  const view = viewIfSynced(ports, clusterId);
  await ports.store.transaction((tx) =>
    recordDeletion(ports, tx, { clusterId, claims: [claim], view, ...about }),
  );
}
