import type { ClusterId } from '@kerf/core';
import { livingClaimStates, type NodeClaim } from '../domain/node-claim/node-claim.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import { solveAt } from '../provisioning/api.js';
import { definitionSyncs } from './definition-syncs.js';
import { nextStepOfClaim, nextStepOfDecision } from './next-steps.js';

/**
 * Requests the next step of all work in progress: NodeClaims, decisions, pending pods, and their
 * sync to the cluster. A worker calls it when it takes over a cluster, and after the database or
 * the queue was unavailable, because jobs may have been lost.
 */
export async function resumeWork(
  ports: Pick<Ports, 'store' | 'clock' | 'memory'>,
  clusterId: ClusterId,
): Promise<void> {
  const { store, memory, clock } = ports;
  const deliverAt = clock.now();
  const batch = await store.batches.findOpen(clusterId);
  const claims = await store.nodeClaims.inStates(clusterId, livingClaimStates);
  const decisions = await store.decisions.open(clusterId);
  const messages: readonly OutboxMessage[] = [
    ...claims.flatMap((claim) => nextStepOfClaim(claim) ?? []),
    ...decisions.flatMap((decision) => nextStepOfDecision(decision) ?? []),
    ...(await definitionSyncs(store, clusterId)),
    ...claims
      .filter((claim) => mayBeUnshown(memory, claim))
      .map(({ id }) => ({ type: 'node-claim.sync', clusterId, nodeClaimId: id }) as const),
  ];
  await store.transaction((tx) =>
    tx.outbox.add([
      ...(batch === null ? [] : [solveAt(batch)]),
      ...messages.map((message) => ({ message, deliverAt })),
    ]),
  );
}

/** Requests the registration checks that have not finished. */
export async function resumeChecks(ports: Pick<Ports, 'store' | 'clock'>): Promise<void> {
  const clusters = await ports.store.clusters.list();
  const deliverAt = ports.clock.now();
  const isInProgress = clusters.filter(({ checks }) =>
    checks.some(({ state }) => state === 'Waiting' || state === 'Running'),
  );
  await ports.store.transaction((tx) =>
    tx.outbox.add(
      isInProgress.map(({ id }) => ({
        message: { type: 'cluster.check-registration', clusterId: id },
        deliverAt,
      })),
    ),
  );
}

/**
 * Returns true when the NodeClaim object in the cluster may be outdated. An initialized NodeClaim
 * counts only when this worker has synced an earlier state of it, so a new holder does not sync
 * thousands of objects again.
 */
function mayBeUnshown(memory: Ports['memory'], claim: NodeClaim): boolean {
  if (claim.state === 'Initialized' && !memory.published.wasShown(claim)) return false;
  return !memory.published.isShown(claim);
}
