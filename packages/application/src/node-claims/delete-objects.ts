import { isAppError } from '@kerf/core';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { ClusterConnectionDetails } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';

/**
 * Deletes the objects of the NodeClaim and its node, which finalizers keep until it has ended. As
 * with Karpenter, they are deleted before anything else: a policy that refuses it protects the node.
 * The recorded termination tells this deletion from one by a user.
 */
export async function deleteObjects(
  { gateway }: Pick<Ports, 'gateway'>,
  connection: ClusterConnectionDetails,
  claim: NodeClaim,
  node: CachedNode | undefined,
): Promise<void> {
  try {
    await gateway.deleteNodeClaim(connection, claim);
    const providerId = claim.instance?.providerId;
    if (node !== undefined) await gateway.deleteNode(connection, node.name, providerId);
  } catch (error) {
    // AWS ends this instance in any case, so its pods must be evicted in time.
    const instanceEndsAt = claim.termination?.instanceEndsAt ?? null;
    if (!isAppError(error) || instanceEndsAt === null) throw error;
  }
}
