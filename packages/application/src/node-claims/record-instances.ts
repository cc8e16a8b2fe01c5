import type { ClusterId } from '@kerf/core';
import type { InstanceOrigin, NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CloudInstance } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';

/**
 * Records the image, subnet and security groups of instances as EC2 reports them, where they differ
 * from the NodeClaim's record: an adopted NodeClaim has none, and security groups may be changed.
 */
export async function recordInstances(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
  seen: { readonly claims: readonly NodeClaim[]; readonly instances: readonly CloudInstance[] },
): Promise<void> {
  const byProviderId = new Map(seen.instances.map((one) => [one.providerId, one]));
  const changed = seen.claims.flatMap(({ id, instance }) => {
    const found = byProviderId.get(instance?.providerId ?? '');
    if (instance === null || found === undefined || !isKnown(found)) return [];
    const { imageId, subnetId, securityGroupIds } = found;
    const origin = { imageId, subnetId, securityGroupIds };
    return textOf(origin) === textOf(instance) ? [] : [{ id, ...origin }];
  });
  if (changed.length === 0) return;
  await store.transaction(async (tx) => {
    await tx.nodeClaims.setInstances(clusterId, changed);
    // They may have drifted.
    const version = clock.now();
    await tx.changes.publish({ topic: 'nodeClaim', clusterId, id: null, version });
  });
}

/** EC2 omits these fields of an instance that is about to end. */
const isKnown = ({ imageId, subnetId, securityGroupIds }: CloudInstance): boolean =>
  imageId !== '' && subnetId !== '' && securityGroupIds.length > 0;

const textOf = ({ imageId, subnetId, securityGroupIds }: Partial<InstanceOrigin>): string =>
  JSON.stringify([imageId, subnetId, securityGroupIds?.toSorted()]);
