import type { PodVolume } from '@kerf/engine';
import {
  readStorageClass,
  readVolume,
  readVolumeClaim,
  type StorageClass,
  type Volume,
  type VolumeClaim,
} from '../map/storage.js';
import type { Findings } from './findings.js';
import { ObjectTable } from './object-table.js';

/** Called with the claims whose resolution a change affects; `null` if all may be affected. */
export type ClaimsChanged = (claims: readonly string[] | null) => void;

/** Volumes of this driver can only be attached to nodes of EKS Auto Mode. */
const autoModeDriver = 'ebs.csi.eks.amazonaws.com';

/**
 * Returns where the volume of a claim can be attached, and why it cannot be used.
 * Source: karpenter pkg/controllers/provisioning/scheduling/volumetopology.go; kube-scheduler's
 * VolumeBinding.
 */
export class VolumeResolver {
  readonly claims: ObjectTable<VolumeClaim>;
  readonly volumes: ObjectTable<Volume>;
  readonly classes: ObjectTable<StorageClass>;

  constructor(findings: Findings, onChange: ClaimsChanged) {
    this.claims = new ObjectTable({
      subject: 'persistentvolumeclaims',
      findings,
      keyOf: ({ namespace, name }) => `${namespace}/${name}`,
      read: readVolumeClaim,
      onChange: ({ key }) => onChange([key]),
    });
    this.volumes = new ObjectTable({
      subject: 'persistentvolumes',
      findings,
      keyOf: ({ name }) => name,
      read: readVolume,
      onChange: ({ before, after }) => {
        const claim = (after ?? before)?.claim ?? null;
        if (claim !== null) onChange([claim]);
      },
    });
    this.classes = new ObjectTable({
      subject: 'storageclasses',
      findings,
      keyOf: ({ name }) => name,
      read: readStorageClass,
      onChange: () => onChange(null),
    });
  }

  /** @param claim `namespace/name` */
  resolve(claim: string): PodVolume {
    const found = this.claims.get(claim);
    if (found === null) return unusable(claim, `PersistentVolumeClaim ${claim} does not exist`);
    if (found.isDeleting) return unusable(claim, `PersistentVolumeClaim ${claim} is being deleted`);
    if (found.isLost) return unusable(claim, `PersistentVolumeClaim ${claim} has lost its volume`);
    return found.volumeName === null
      ? this.#resolveUnbound(claim, found)
      : this.#resolveBound(claim, found, found.volumeName);
  }

  #resolveBound(claim: string, found: VolumeClaim, volumeName: string): PodVolume {
    const volume = this.volumes.get(volumeName);
    if (volume === null) return unusable(claim, `PersistentVolume ${volumeName} does not exist`);
    if (volume.isDeleting)
      return unusable(claim, `PersistentVolume ${volumeName} is being deleted`);
    if (!found.isBound)
      return unusable(claim, `PersistentVolumeClaim ${claim} is not bound to ${volumeName} yet`);
    if (volume.driver === autoModeDriver) return unusable(claim, autoModeProblem);
    const { driver, nodeRequirements } = volume;
    return { claim, driver, nodeRequirements, problem: null };
  }

  #resolveUnbound(claim: string, { className }: VolumeClaim): PodVolume {
    const found = className === null ? this.#defaultClass() : this.classes.get(className);
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

  /** Returns the newest of the default classes. */
  #defaultClass(): StorageClass | null {
    let newest: StorageClass | null = null;
    for (const found of this.classes.list()) {
      if (found.isDefault && found.createdAt >= (newest?.createdAt ?? 0)) newest = found;
    }
    return newest;
  }
}

const autoModeProblem = `volumes of ${autoModeDriver} can only be attached to nodes of EKS Auto Mode`;

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
