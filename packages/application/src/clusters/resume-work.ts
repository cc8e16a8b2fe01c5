import type { ClusterId } from '@kerf/core';
import type { NodeClaim } from '../node-claims/node-claim.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';

/**
 * Asks again for the next step of every claim and decision that is under way. A worker does so when
 * it takes a cluster over: the rows say what was done, and a queue may have been lost.
 */
export async function resumeWork(
  ports: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
): Promise<void> {
  const deliverAt = ports.clock.now();
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
    tx.outbox.add(messages.map((message) => ({ message, deliverAt }))),
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
