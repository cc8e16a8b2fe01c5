import type { PodVolume } from '@kerf/engine';
import type { PodClaim } from './pod-spec.js';
import type { StorageClass, Volume, VolumeClaim } from './storage.js';

/** The storage objects of a cluster, by name. */
export interface StorageObjects {
  /** @param key `namespace/name` */
  readonly claim: (key: string) => VolumeClaim | null;
  readonly volume: (name: string) => Volume | null;
  readonly storageClass: (name: string) => StorageClass | null;
  readonly storageClasses: () => Iterable<StorageClass>;
}

/** Volumes of this driver can only be attached to nodes of EKS Auto Mode. */
const autoModeDriver = 'ebs.csi.eks.amazonaws.com';
const autoModeProblem = `volumes of ${autoModeDriver} can only be attached to nodes of EKS Auto Mode`;

/**
 * Returns where the volume of a PersistentVolumeClaim can be attached, and why it cannot be used.
 * Source: karpenter pkg/controllers/provisioning/scheduling/volumetopology.go; kube-scheduler's
 * VolumeBinding.
 * @param claim `namespace/name`
 */
export function resolveVolume(claim: string, objects: StorageObjects): PodVolume {
  const found = objects.claim(claim);
  if (found === null) return unusable(claim, `PersistentVolumeClaim ${claim} does not exist`);
  if (found.isDeleting) return unusable(claim, `PersistentVolumeClaim ${claim} is being deleted`);
  if (found.isLost) return unusable(claim, `PersistentVolumeClaim ${claim} has lost its volume`);
  return found.volumeName === null
    ? resolveUnbound(claim, found.className, objects)
    : resolveBound(claim, { volumeName: found.volumeName, isBound: found.isBound }, objects);
}

/** Returns where a pod's volume can be attached when the pod is scheduled, or scheduled again. */
export function resolvePodClaim({ claim, renewal }: PodClaim, objects: StorageObjects): PodVolume {
  const present = resolveVolume(claim, objects);
  if (renewal === null || findClass(renewal.className, objects)?.bindsImmediately === true)
    return present;
  const next = resolveUnbound(claim, renewal.className, objects);
  // The limit of attached volumes counts the present one.
  return { ...next, driver: present.driver ?? next.driver };
}

function resolveBound(
  claim: string,
  { volumeName, isBound }: { readonly volumeName: string; readonly isBound: boolean },
  objects: StorageObjects,
): PodVolume {
  const volume = objects.volume(volumeName);
  if (volume === null) return unusable(claim, `PersistentVolume ${volumeName} does not exist`);
  if (volume.isDeleting) return unusable(claim, `PersistentVolume ${volumeName} is being deleted`);
  if (!isBound)
    return unusable(claim, `PersistentVolumeClaim ${claim} is not bound to ${volumeName} yet`);
  if (volume.driver === autoModeDriver) return unusable(claim, autoModeProblem);
  const { driver, nodeRequirements } = volume;
  return { claim, driver, nodeRequirements, problem: null };
}

function resolveUnbound(
  claim: string,
  className: string | null,
  objects: StorageObjects,
): PodVolume {
  const found = findClass(className, objects);
  if (found === null) return unusable(claim, missingClass(claim, className));
  if (found.bindsImmediately)
    return unusable(
      claim,
      `PersistentVolumeClaim ${claim} has no volume yet (binding mode Immediate)`,
    );
  if (found.provisioner === autoModeDriver) return unusable(claim, autoModeProblem);
  const { provisioner, nodeRequirements } = found;
  return { claim, driver: provisioner, nodeRequirements, problem: null };
}

const findClass = (className: string | null, objects: StorageObjects): StorageClass | null =>
  className === null ? defaultClass(objects.storageClasses()) : objects.storageClass(className);

/** Returns the newest of the default classes. */
function defaultClass(classes: Iterable<StorageClass>): StorageClass | null {
  let newest: StorageClass | null = null;
  for (const found of classes) {
    if (found.isDefault && found.createdAt >= (newest?.createdAt ?? 0)) newest = found;
  }
  return newest;
}

function missingClass(claim: string, className: string | null): string {
  if (className === null)
    return `PersistentVolumeClaim ${claim} has no StorageClass, and there is no default StorageClass`;
  return className === ''
    ? `PersistentVolumeClaim ${claim} has neither a volume nor a StorageClass`
    : `StorageClass ${className} does not exist`;
}

function unusable(claim: string, problem: string): PodVolume {
  return { claim, driver: null, nodeRequirements: [], problem };
}
