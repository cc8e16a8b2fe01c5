import { kinds } from '../resources/kind.js';
import { controllerOf, keyOf } from '../resources/kube-object.js';
import type { ObjectLookup } from '../resources/resource.js';
import type { ResourceClaim } from '../resources/types/device.js';
import type { Pod, PodResourceClaim } from '../resources/types/pod.js';

/** Returns true for a pod that claims devices. */
export function claimsDevices({ spec }: Pod): boolean {
  return (spec.resourceClaims ?? []).length > 0;
}

/**
 * Returns the name of the ResourceClaim that stands for a claim of a pod; `null` until it is made from
 * its template.
 */
export function deviceClaimName(
  pod: Pod,
  { name, resourceClaimName }: PodResourceClaim,
): string | null {
  if (resourceClaimName !== undefined) return resourceClaimName;
  const made = pod.status?.resourceClaimStatuses?.find((status) => status.name === name);
  return made?.resourceClaimName ?? null;
}

/** Returns why a claim is not the one that was made for a pod; `null` if it is. */
export function whyForeign(claim: ResourceClaim, pod: Pod): string | null {
  if (controllerOf(claim)?.uid === pod.metadata.uid) return null;
  return `ResourceClaim ${keyOf(claim)} was not created for pod ${keyOf(pod)} (pod is not owner)`;
}

/** Returns true if a claim has its devices for a pod. */
export function isReservedFor({ status }: ResourceClaim, { metadata }: Pod): boolean {
  return (
    status?.allocation !== undefined &&
    (status.reservedFor ?? []).some(({ uid }) => uid === metadata.uid)
  );
}

/** Returns true if all claims of a pod have their devices for it; a pod without claims needs none. */
export function hasDevices(lookup: ObjectLookup, pod: Pod): boolean {
  return (pod.spec.resourceClaims ?? []).every((podClaim) => {
    const name = deviceClaimName(pod, podClaim) ?? '';
    const claim = lookup.find(kinds.resourceClaim, pod.metadata.namespace, name);
    return claim !== null && isReservedFor(claim, pod);
  });
}
