import type { ClusterApi } from '../api/cluster-api.js';
import { kinds } from '../resources/kind.js';
import type { DeviceAllocation, ResourceClaim } from '../resources/types/device.js';
import type { Pod } from '../resources/types/pod.js';
import { isReservedFor } from './pod-claims.js';

/** Keeps an allocated claim until its devices are free. */
export const claimFinalizer = 'resource.kubernetes.io/delete-protection';

/**
 * Reserves a claim for a pod.
 * @param allocation devices of a claim that has none yet
 */
export function reserveClaim(
  api: ClusterApi,
  claim: ResourceClaim,
  pod: Pod,
  allocation?: DeviceAllocation,
): void {
  if (isReservedFor(claim, pod)) return;
  if (allocation !== undefined) api.update(kinds.resourceClaim, claim, withFinalizer);
  const { name, uid } = pod.metadata;
  api.updateStatus(kinds.resourceClaim, claim, (current) => ({
    ...current,
    status: {
      ...current.status,
      ...(allocation === undefined ? {} : { allocation }),
      reservedFor: [...(current.status?.reservedFor ?? []), { resource: 'pods', name, uid }],
    },
  }));
}

function withFinalizer(claim: ResourceClaim): ResourceClaim {
  const { finalizers = [] } = claim.metadata;
  if (finalizers.includes(claimFinalizer)) return claim;
  return { ...claim, metadata: { ...claim.metadata, finalizers: [...finalizers, claimFinalizer] } };
}
