import { amountsOf } from '../resources/pod-resources.js';
import type { PersistentVolume, StorageClass } from '../resources/types/cluster.js';
import type { Node } from '../resources/types/node.js';
import type { PersistentVolumeClaim } from '../resources/types/workload.js';
import { matchesNodeSelector } from '../scheduler/node-affinity.js';
import { matchesSelector } from '../selectors/label-selector.js';

/** A node that a claim waits for, or how its volume is found without one. */
type Binder = { readonly node: Node } | { readonly waitsForPod: boolean };

/**
 * Returns the volume that names an unbound claim, otherwise the smallest that the claim can have.
 * Source: kubernetes component-helpers volume.FindMatchingVolume.
 */
export function matchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  binder: Binder,
): PersistentVolume | null {
  const own = volumes.find((volume) => isOfClaim(volume, claim));
  if (own !== undefined) return isOnNode(own, binder) ? own : null;
  if ('waitsForPod' in binder && binder.waitsForPod) return null;
  const [smallest] = volumes
    .filter((volume) => isFree(volume) && fits(volume, claim) && isOnNode(volume, binder))
    .toSorted((left, right) => storageOf(left) - storageOf(right));
  return smallest ?? null;
}

/** Returns true for a volume that is the claim's, or that was made for a claim of its name. */
export function isOfClaim(
  { spec }: PersistentVolume,
  { metadata }: PersistentVolumeClaim,
): boolean {
  const { name, namespace, uid = '' } = spec?.claimRef ?? {};
  const isNamed = name === metadata.name && namespace === metadata.namespace;
  return isNamed && (uid === '' || uid === metadata.uid);
}

function isFree({ metadata, spec, status }: PersistentVolume): boolean {
  return (
    spec?.claimRef === undefined &&
    metadata.deletionTimestamp === undefined &&
    status?.phase === 'Available'
  );
}

function fits(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const { spec = {}, metadata } = volume;
  const { accessModes = [], storageClassName = '', volumeMode = 'Filesystem' } = claim.spec;
  const wanted = amountsOf(claim.spec.resources?.requests)['storage'] ?? 0;
  return (
    storageOf(volume) >= wanted &&
    (spec.storageClassName ?? '') === storageClassName &&
    (spec.volumeMode ?? 'Filesystem') === volumeMode &&
    accessModes.every((mode) => spec.accessModes?.includes(mode) === true) &&
    (claim.spec.selector === undefined || matchesSelector(claim.spec.selector, metadata.labels))
  );
}

function isOnNode({ spec }: PersistentVolume, binder: Binder): boolean {
  const required = spec?.nodeAffinity?.required;
  return (
    required === undefined || !('node' in binder) || matchesNodeSelector(required, binder.node)
  );
}

function storageOf({ spec }: PersistentVolume): number {
  return amountsOf(spec?.capacity)['storage'] ?? 0;
}

/** Returns true if a driver makes volumes of the class. */
export function isProvisioned({ provisioner }: StorageClass): boolean {
  return provisioner !== 'kubernetes.io/no-provisioner';
}

export function isBound({ spec, status }: PersistentVolumeClaim): boolean {
  return spec.volumeName !== undefined && status?.phase === 'Bound';
}

/** Returns the volume with the claim as its owner. */
export function withClaim(
  volume: PersistentVolume,
  { metadata }: PersistentVolumeClaim,
): PersistentVolume {
  const { name, namespace = '', uid } = metadata;
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid };
  const isByController = volume.spec?.claimRef === undefined;
  return {
    ...volume,
    metadata: isByController ? annotated(volume.metadata, boundByController) : volume.metadata,
    spec: { ...volume.spec, claimRef },
  };
}

export const boundByController = 'pv.kubernetes.io/bound-by-controller';

export function annotated<Meta extends PersistentVolume['metadata']>(
  metadata: Meta,
  ...keys: readonly string[]
): Meta {
  const added = Object.fromEntries(keys.map((key) => [key, 'yes']));
  return { ...metadata, annotations: { ...metadata.annotations, ...added } };
}
