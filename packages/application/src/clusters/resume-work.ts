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
    ...claims.map((claim) => ({ type: jobOf(claim), clusterId, nodeClaimId: claim.id })),
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

function jobOf({ state }: NodeClaim) {
  switch (state) {
    case 'Launched':
      return 'node-claim.register' as const;
    case 'Registered':
      return 'node-claim.initialize' as const;
    case 'Terminating':
      return 'node-claim.terminate' as const;
    default:
      return 'node-claim.launch' as const;
  }
}
