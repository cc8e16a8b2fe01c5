import type { ClusterApi } from '../api/cluster-api.js';
import { kinds } from '../resources/kind.js';
import type { StorageClass } from '../resources/types/cluster.js';
import type { NodeSelector } from '../resources/types/node.js';
import type { Pod, Volume } from '../resources/types/pod.js';
import type { PersistentVolumeClaim } from '../resources/types/workload.js';
import { claimNameOf, claimNamesOf } from '../volumes/claim-names.js';
import { whyForeign } from '../volumes/ephemeral-claim.js';
import { isBound, isProvisioned, matchingVolume, withClaim } from '../volumes/matching-volume.js';
import type { ClaimConstraint, ClaimView } from './filter.js';
import { matchesNodeSelector } from './node-affinity.js';
import type { NodeState } from './node-state.js';

const conflict = "node(s) didn't match PersistentVolume's node affinity";
const unbindable = "node(s) didn't find available persistent volumes to bind";

/**
 * Determines on which nodes the storage of a pod can be used, from claims, volumes and storage
 * classes.
 */
export function claimViewOf(api: ClusterApi): ClaimView {
  return {
    constraintOf: (pod, volume) => {
      const name = claimNameOf(pod, volume);
      if (name === null) return null;
      const claim = api.find(kinds.persistentVolumeClaim, pod.metadata.namespace, name);
      const problem = problemOf(claim, name, pod, volume);
      if (claim === null || problem !== null) return refused(problem ?? '');
      return constraintOfClaim(api, claim);
    },
  };
}

/** Returns why a pod cannot use a claim at all. Source: volumebinding podHasPVCs. */
function problemOf(
  claim: PersistentVolumeClaim | null,
  name: string,
  pod: Pod,
  { ephemeral }: Volume,
): string | null {
  if (claim === null) {
    return ephemeral === undefined
      ? `persistentvolumeclaim "${name}" not found`
      : `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`;
  }
  if (claim.status?.phase === 'Lost') {
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec.volumeName}"`;
  }
  if (claim.metadata.deletionTimestamp !== undefined) {
    return `persistentvolumeclaim "${name}" is being deleted`;
  }
  return ephemeral === undefined ? null : whyForeign(claim, pod);
}

function refused(reason: string): ClaimConstraint {
  return { kind: 'Refused', reason };
}

function constraintOfClaim(api: ClusterApi, claim: PersistentVolumeClaim): ClaimConstraint | null {
  if (isBound(claim)) {
    const volume = api.find(kinds.persistentVolume, undefined, claim.spec.volumeName ?? '');
    return volume === null
      ? refused(`persistentvolume "${claim.spec.volumeName}" not found`)
      : inVolumeZone(volume.spec?.nodeAffinity?.required);
  }
  const storageClass = delayingClass(api, claim);
  return storageClass === null
    ? refused('pod has unbound immediate PersistentVolumeClaims')
    : whereBindable(api, claim, storageClass);
}

function inVolumeZone(required: NodeSelector | undefined): ClaimConstraint | null {
  if (required === undefined) return null;
  return {
    kind: 'Nodes',
    reason: conflict,
    matches: ({ node }) => matchesNodeSelector(required, node),
  };
}

/** Returns the class of an unbound claim that waits for its pod; `null` if it does not wait. */
function delayingClass(
  api: ClusterApi,
  { spec: { volumeName, storageClassName = '' } }: PersistentVolumeClaim,
): StorageClass | null {
  const storageClass = api.find(kinds.storageClass, undefined, storageClassName);
  const waits = storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
  return waits && volumeName === undefined ? storageClass : null;
}

/** A volume that exists is taken first; otherwise the driver of the class makes one. */
function whereBindable(
  api: ClusterApi,
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
): ClaimConstraint {
  const volumes = api.list(kinds.persistentVolume);
  const matches = (state: NodeState): boolean =>
    matchingVolume(claim, volumes, { node: state.node }) !== null ||
    (isProvisioned(storageClass) && isInTopology(storageClass, state));
  return { kind: 'Nodes', reason: unbindable, matches };
}

function isInTopology({ allowedTopologies = [] }: StorageClass, { labels }: NodeState): boolean {
  return (
    allowedTopologies.length === 0 ||
    allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(labels[key] ?? '')),
    )
  );
}

/** Reserves the volumes that a pod's claims take on its node, so that no other pod counts on them. */
export function reserveVolumes(api: ClusterApi, pod: Pod, nodeName: string): void {
  const node = api.find(kinds.node, undefined, nodeName);
  for (const name of claimNamesOf(pod)) {
    const claim = api.find(kinds.persistentVolumeClaim, pod.metadata.namespace, name);
    if (claim === null || node === null || isBound(claim)) continue;
    const volume = matchingVolume(claim, api.list(kinds.persistentVolume), { node });
    if (volume === null) continue;
    api.update(kinds.persistentVolume, volume, (current) => withClaim(current, claim));
  }
}
