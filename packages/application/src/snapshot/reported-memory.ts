import type { LearnedMemory } from '../domain/catalog/learned-memory.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import { nodeFinder } from './claim-node.js';

/**
 * Returns the memory capacity that the registered nodes report, with their instance types and
 * images. Nodes that do not report it, and instances whose image is unknown, are left out.
 */
export function reportedMemory(
  nodes: readonly CachedNode[],
  claims: readonly NodeClaim[],
): readonly LearnedMemory[] {
  const nodeOf = nodeFinder(nodes);
  return claims.flatMap((claim) => {
    if (claim.state !== 'Registered' && claim.state !== 'Initialized') return [];
    const { instanceType = '', imageId = '' } = claim.instance ?? {};
    const memoryBytes = nodeOf(claim)?.capacity['memory'] ?? 0;
    return imageId === '' || memoryBytes <= 0 ? [] : [{ instanceType, imageId, memoryBytes }];
  });
}
