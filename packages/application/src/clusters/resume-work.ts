import type { ClusterId } from '@kerf/core';
import type { NodeClaim } from '../node-claims/node-claim.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import { solveAt } from '../provisioning/open-batch.js';

/**
 * Asks again for the next step of all that is under way: claims, decisions, and the pods that wait. A
 * worker does so when it takes a cluster over, and when the database or the queue was away: the rows
 * say what was done, and jobs may have been lost.
 */
export async function resumeWork(
  ports: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
): Promise<void> {
  const deliverAt = ports.clock.now();
  const batch = await ports.store.batches.findOpen(clusterId);
  const claims = await ports.store.nodeClaims.inStates(clusterId, [
    'Requested',
    'Launching',
    'Launched',
    'Registered',
    'Terminating',
  ]);
  const decisions = await ports.store.decisions.open(clusterId);
  const messages: OutboxMessage[] = [
    ...claims.map(nextStepOf),
    ...decisions.flatMap(({ id, state, kind }): OutboxMessage[] => {
      if (kind === 'Provision') return [];
      if (state === 'Proposed') return [{ type: 'disruption.validate', clusterId, decisionId: id }];
      if (state === 'Approved' || state === 'Executing') {
        return [{ type: 'disruption.execute', clusterId, decisionId: id }];
      }
      return [];
    }),
  ];
  await ports.store.transaction((tx) =>
    tx.outbox.add([
      ...(batch === null ? [] : [solveAt(batch)]),
      ...messages.map((message) => ({ message, deliverAt })),
    ]),
  );
}

function nextStepOf({ id, clusterId, state }: NodeClaim): OutboxMessage {
  switch (state) {
    case 'Launched':
      return { type: 'node-claim.register', clusterId, nodeClaimId: id };
    case 'Registered':
      return { type: 'node-claim.initialize', clusterId, nodeClaimId: id };
    case 'Terminating':
      return { type: 'node-claim.terminate', clusterId, nodeClaimId: id };
    default:
      return { type: 'node-claim.launch', clusterId, nodeClaimIds: [id] };
  }
}
