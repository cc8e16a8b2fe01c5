import { taintKeys } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import { claimFinder } from '../snapshot/claim-node.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';
import { connectionOf } from '../snapshot/require-cluster.js';

/**
 * Removes the disruption taint from nodes that are not terminating and in no approved or executing
 * decision. A crash between the taint and its record leaves such taints behind.
 * Source: karpenter disruption/controller.go.
 */
export async function releaseStaleTaints(
  ports: Pick<Ports, 'gateway'>,
  { cluster, view, claims, decisions }: LoadedSnapshot,
): Promise<void> {
  if (cluster.mode === 'observe') return;
  const held = new Set(
    decisions
      .filter(({ state }) => state === 'Approved' || state === 'Executing')
      .flatMap(({ nodeClaimIds }) => nodeClaimIds),
  );
  const claimOf = claimFinder(claims);
  for (const node of view.nodes) {
    if (node.deletionRequestedAt !== null) continue;
    const claim = claimOf(node);
    if (claim === undefined || claim.state === 'Terminating' || held.has(claim.id)) continue;
    if (!node.taints.some(({ key }) => key === taintKeys.disrupted)) continue;
    await ports.gateway.removeTaint(connectionOf(cluster), node.name, taintKeys.disrupted);
  }
}
