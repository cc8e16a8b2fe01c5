import { type ClusterId, taintKeys } from '@kerf/core';
import { connectionOf, requireCluster, requireKnown } from '../clusters/api.js';
import { livingClaimStates } from '../domain/node-claim/node-claim.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { claimFinder } from '../snapshot/claim-node.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

/**
 * Removes the disruption taint from nodes that are not terminating and in no approved or executing
 * decision. A crash between the taint and its record leaves such taints behind. Does nothing in mode
 * `observe`, and reads nothing while no node has the taint.
 * Source: karpenter disruption/controller.go.
 */
export async function releaseStaleTaints(
  ports: Pick<Ports, 'store' | 'cache' | 'gateway'>,
  clusterId: ClusterId,
): Promise<void> {
  // Before the records: a taint that is seen has its decision recorded.
  const tainted = (viewIfSynced(ports, clusterId)?.nodes ?? []).filter(
    ({ deletionRequestedAt, taints }) =>
      deletionRequestedAt === null && taints.some(({ key }) => key === taintKeys.disrupted),
  );
  if (tainted.length === 0) return;
  const { store, gateway } = ports;
  const cluster = requireKnown(await requireCluster(store, clusterId));
  if (cluster.mode === 'observe') return;
  const [decisions, claims] = await Promise.all([
    store.decisions.open(clusterId),
    store.nodeClaims.inStates(clusterId, livingClaimStates),
  ]);
  const held = new Set(
    decisions
      .filter(({ state }) => state === 'Approved' || state === 'Executing')
      .flatMap(({ nodeClaimIds }) => nodeClaimIds),
  );
  const claimOf = claimFinder(claims);
  const stale = tainted.filter((node) => {
    const claim = claimOf(node);
    return claim !== undefined && claim.state !== 'Terminating' && !held.has(claim.id);
  });
  const sweep = new Sweep();
  await sweep.each(
    stale,
    ({ name }) => named('Node', name),
    ({ name }) => gateway.removeTaint(connectionOf(cluster), name, taintKeys.disrupted),
  );
  sweep.conclude();
}
