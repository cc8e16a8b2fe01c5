import { createHash } from 'node:crypto';
import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import type { PersistentVolume } from '../../resources/types/cluster.js';
import type { Pod } from '../../resources/types/pod.js';
import type { PersistentVolumeClaim } from '../../resources/types/workload.js';
import { claimNamesOf } from '../../volumes/claim-names.js';
import { isBound } from '../../volumes/matching-volume.js';

/** Returns the bound volumes of a pod that a CSI driver attaches to its node. */
export function attachableVolumes(api: ClusterApi, pod: Pod): readonly PersistentVolume[] {
  return claimsOf(api, pod).flatMap((claim) => {
    const volume = api.find(kinds.persistentVolume, undefined, claim?.spec.volumeName ?? '');
    return volume?.spec?.csi === undefined ? [] : [volume];
  });
}

/** Returns the claims of a pod; `null` for those that do not exist. */
function claimsOf(api: ClusterApi, pod: Pod): readonly (PersistentVolumeClaim | null)[] {
  const { namespace } = pod.metadata;
  return claimNamesOf(pod).map((name) => api.find(kinds.persistentVolumeClaim, namespace, name));
}

/** Returns the name that the attach/detach controller gives. Source: Kubernetes pkg/volume/csi. */
export function attachmentName(volume: PersistentVolume, nodeName: string): string {
  const { driver = '', volumeHandle = '' } = volume.spec?.csi ?? {};
  return `csi-${createHash('sha256').update(`${volumeHandle}${driver}${nodeName}`).digest('hex')}`;
}

/** Returns true when all claims of a pod are bound, and their volumes are attached to its node. */
export function areVolumesAttached(api: ClusterApi, pod: Pod): boolean {
  const { nodeName = '' } = pod.spec;
  const areBound = claimsOf(api, pod).every((claim) => claim !== null && isBound(claim));
  return (
    areBound &&
    attachableVolumes(api, pod).every((volume) => {
      const name = attachmentName(volume, nodeName);
      return api.find(kinds.volumeAttachment, undefined, name)?.status?.attached === true;
    })
  );
}
