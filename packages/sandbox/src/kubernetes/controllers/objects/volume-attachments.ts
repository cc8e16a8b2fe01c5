import { createHash } from 'node:crypto';
import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import type { PersistentVolume } from '../../resources/types/cluster.js';
import type { Pod } from '../../resources/types/pod.js';

/** Returns the bound volumes of a pod that a CSI driver attaches to its node. */
export function attachableVolumes(api: ClusterApi, pod: Pod): readonly PersistentVolume[] {
  const { namespace } = pod.metadata;
  return (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim }) => {
    const name = persistentVolumeClaim?.claimName;
    if (name === undefined) return [];
    const claim = api.find(kinds.persistentVolumeClaim, namespace, name);
    const volume = api.find(kinds.persistentVolume, undefined, claim?.spec.volumeName ?? '');
    return volume?.spec?.csi === undefined ? [] : [volume];
  });
}

/** Returns the name that the attach/detach controller gives. Source: Kubernetes pkg/volume/csi. */
export function attachmentName(volume: PersistentVolume, nodeName: string): string {
  const { driver = '', volumeHandle = '' } = volume.spec?.csi ?? {};
  return `csi-${createHash('sha256').update(`${volumeHandle}${driver}${nodeName}`).digest('hex')}`;
}

/** Returns true when all volumes of a pod are attached to its node. */
export function areVolumesAttached(api: ClusterApi, pod: Pod): boolean {
  const { nodeName = '' } = pod.spec;
  return attachableVolumes(api, pod).every((volume) => {
    const name = attachmentName(volume, nodeName);
    return api.find(kinds.volumeAttachment, undefined, name)?.status?.attached === true;
  });
}
