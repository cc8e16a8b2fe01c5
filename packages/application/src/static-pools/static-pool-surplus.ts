import { annotationKeys, type Instant } from '@kerf/core';
import { inOrderOfSurplus, type SurplusNode } from '@kerf/engine';
import type { Decision } from '../domain/decision/decision.js';
import { drainEndOf } from '../domain/node-claim/drain-end.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode, ClusterView } from '../ports/cluster-cache.js';
import type { RemovedNodeSource } from '../recording/record-removal.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { displacedBy } from '../snapshot/displaced-by.js';
import type { StaticPoolState } from './static-pool-state.js';

/** The NodeClaims of a static NodePool beyond its replicas. */
export interface Surplus {
  /** NodeClaims that are not launched. */
  readonly withdrawn: readonly RemovedNodeSource[];
  readonly removed: readonly RemovedNodeSource[];
}

/** Returns the NodeClaims to remove, in order of removal. */
export function chooseSurplus(
  { free, need }: StaticPoolState,
  view: ClusterView,
  now: Instant,
): Surplus {
  const nodeOf = nodeFinder(view.nodes);
  const nodes = free.map((claim) => toSurplusNode(claim, nodeOf(claim)));
  const chosen = inOrderOfSurplus(nodes, now).slice(0, need.surplus);
  const leaving = chosen.map(({ claim, node }) => ({
    claim,
    node,
    displaced: displacedBy(view, node, drainEndOf(claim, {}, now), now),
  }));
  return {
    withdrawn: leaving.filter(({ claim }) => !isLaunched(claim)),
    removed: leaving.filter(({ claim }) => isLaunched(claim)),
  };
}

function toSurplusNode(
  claim: NodeClaim,
  node: CachedNode | undefined,
): SurplusNode & Pick<RemovedNodeSource, 'claim' | 'node'> {
  return {
    id: claim.id,
    isLaunched: isLaunched(claim),
    doNotDisrupt: node?.annotations[annotationKeys.doNotDisrupt] ?? null,
    pods: node?.pods ?? [],
    claim,
    node,
  };
}

const isLaunched = ({ state }: NodeClaim): boolean =>
  state !== 'Requested' && state !== 'Launching';

/** Returns true when a decision removes exactly these NodeClaims. */
export function isAbout(
  { nodeClaimIds }: Pick<Decision, 'nodeClaimIds'>,
  leaving: readonly RemovedNodeSource[],
): boolean {
  const ids = new Set(leaving.map(({ claim }) => claim.id));
  return ids.size === nodeClaimIds.length && nodeClaimIds.every((id) => ids.has(id));
}
