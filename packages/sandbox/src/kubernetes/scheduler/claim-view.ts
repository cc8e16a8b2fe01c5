import type { ClusterApi } from '../api/cluster-api.js';
import { kinds } from '../resources/kind.js';
import type { StorageClass } from '../resources/types/cluster.js';
import type { NodeSelector } from '../resources/types/node.js';
import type { PersistentVolumeClaim } from '../resources/types/workload.js';
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
    constraintOf: (namespace, claimName) => {
      const claim = api.find(kinds.persistentVolumeClaim, namespace, claimName);
      return claim === null
        ? refused(`persistentvolumeclaim "${claimName}" not found`)
        : constraintOfClaim(api, claim);
    },
  };
}

function refused(reason: string): ClaimConstraint {
  return { kind: 'Refused', reason };
}

function constraintOfClaim(
  api: ClusterApi,
  { spec }: PersistentVolumeClaim,
): ClaimConstraint | null {
  if (spec.volumeName !== undefined) {
    const volume = api.find(kinds.persistentVolume, undefined, spec.volumeName);
    return volume === null
      ? refused(`persistentvolume "${spec.volumeName}" not found`)
      : inVolumeZone(volume.spec?.nodeAffinity?.required);
  }
  const storageClass = api.find(kinds.storageClass, undefined, spec.storageClassName ?? '');
  if (storageClass?.volumeBindingMode !== 'WaitForFirstConsumer') {
    return refused('pod has unbound immediate PersistentVolumeClaims');
  }
  return inAllowedTopology(storageClass);
}

function inVolumeZone(required: NodeSelector | undefined): ClaimConstraint | null {
  if (required === undefined) return null;
  return {
    kind: 'Nodes',
    reason: conflict,
    matches: ({ node }) => matchesNodeSelector(required, node),
  };
}

function inAllowedTopology({ allowedTopologies = [] }: StorageClass): ClaimConstraint | null {
  if (allowedTopologies.length === 0) return null;
  const matches = ({ labels }: NodeState): boolean =>
    allowedTopologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(labels[key] ?? '')),
    );
  return { kind: 'Nodes', reason: unbindable, matches };
}
