import type { Command } from '@kerf/engine';
import type { NodeOfClaim } from '../recording/events.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

/** Returns the NodeClaims of a command's candidates with their nodes; those that still exist. */
export function candidatesOf(
  { candidates }: Pick<Command, 'candidates'>,
  { view, claims }: Pick<LoadedSnapshot, 'view' | 'claims'>,
): readonly NodeOfClaim[] {
  const nodes = new Map(view.nodes.map((node) => [node.name, node]));
  const known = new Map(claims.map((claim) => [claim.id, claim]));
  return candidates.flatMap(({ nodeName, nodeClaimId }) => {
    const claim = known.get(nodeClaimId);
    return claim === undefined ? [] : [{ claim, node: nodes.get(nodeName) }];
  });
}
