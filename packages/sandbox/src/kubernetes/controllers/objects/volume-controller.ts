import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import { keyOf } from '../../resources/kube-object.js';
import type { PersistentVolume, StorageClass } from '../../resources/types/cluster.js';
import type { Node } from '../../resources/types/node.js';
import type { PersistentVolumeClaim } from '../../resources/types/workload.js';
import { claimNamesOf } from '../../volumes/claim-names.js';
import {
  annotated,
  boundByController,
  isBound,
  isOfClaim,
  isProvisioned,
  matchingVolume,
  withClaim,
} from '../../volumes/matching-volume.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';

const zoneLabel = 'topology.kubernetes.io/zone';

/**
 * Binds claims to volumes that exist, and creates others as a CSI provisioner does: immediately, or
 * in the zone of the node of the claim's first pod.
 * Source: kubernetes pkg/controller/volume/persistentvolume.
 */
export class VolumeController {
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext) {
    this.#api = context.api;
    this.#queue = startQueue(context, (key) => this.#reconcile(key));
  }

  start(): void {
    for (const claim of this.#api.list(kinds.persistentVolumeClaim)) this.#queue.add(keyOf(claim));
    this.#api.subscribe(kinds.persistentVolumeClaim, ({ before, after }) => {
      if (after !== null) this.#queue.add(keyOf(after));
      else if (before !== null) this.#queue.add(keyOf(before));
    });
    this.#api.subscribe(kinds.persistentVolume, ({ before, after }) => {
      const { namespace, name } = (after ?? before)?.spec?.claimRef ?? {};
      if (name !== undefined) this.#queue.add(`${namespace}/${name}`);
      else if (after !== null) this.#enqueueUnbound();
    });
    this.#api.subscribe(kinds.pod, ({ before, after }) => {
      if (after?.spec.nodeName === undefined || before?.spec.nodeName !== undefined) return;
      for (const name of claimNamesOf(after))
        this.#queue.add(`${after.metadata.namespace}/${name}`);
    });
  }

  #enqueueUnbound(): void {
    for (const claim of this.#api.list(kinds.persistentVolumeClaim)) {
      if (claim.status?.phase === 'Pending') this.#queue.add(keyOf(claim));
    }
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const claim = this.#api.find(kinds.persistentVolumeClaim, namespace, name);
    if (claim === null) this.#reclaim(key);
    else if (isBound(claim)) this.#check(claim);
    else if (claim.spec.volumeName === undefined) this.#findVolume(claim);
    else this.#bindNamed(claim, claim.spec.volumeName);
  }

  /** A claim without its volume has lost its data, whatever volume gets the name. */
  #check(claim: PersistentVolumeClaim): void {
    const { volumeName = '' } = claim.spec;
    if (this.#api.find(kinds.persistentVolume, undefined, volumeName) !== null) return;
    this.#api.updateStatus(kinds.persistentVolumeClaim, claim, (current) => ({
      ...current,
      status: { ...current.status, phase: 'Lost' },
    }));
  }

  #bindNamed(claim: PersistentVolumeClaim, volumeName: string): void {
    const volume = this.#api.find(kinds.persistentVolume, undefined, volumeName);
    if (volume === null || claim.status?.phase === 'Lost') return;
    if (volume.spec?.claimRef === undefined || isOfClaim(volume, claim)) this.#bind(claim, volume);
  }

  #findVolume(claim: PersistentVolumeClaim): void {
    const className = claim.spec.storageClassName ?? '';
    const storageClass = this.#api.find(kinds.storageClass, undefined, className);
    const waitsForPod = storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
    const volumes = this.#api.list(kinds.persistentVolume);
    const found = matchingVolume(claim, volumes, { waitsForPod });
    if (found !== null) this.#bind(claim, found);
    else if (storageClass !== null && isProvisioned(storageClass)) {
      this.#provision(claim, storageClass, waitsForPod);
    }
  }

  #provision(claim: PersistentVolumeClaim, storageClass: StorageClass, waitsForPod: boolean): void {
    const node = waitsForPod ? this.#nodeOfConsumer(claim) : null;
    if (waitsForPod && node === null) return;
    const body = volumeFor(claim, storageClass, node?.metadata.labels?.[zoneLabel]);
    this.#bind(claim, this.#api.create(kinds.persistentVolume, undefined, body));
  }

  #nodeOfConsumer({ metadata }: PersistentVolumeClaim): Node | null {
    const consumer = this.#api
      .list(kinds.pod)
      .find(
        (pod) =>
          pod.metadata.namespace === metadata.namespace &&
          pod.spec.nodeName !== undefined &&
          claimNamesOf(pod).includes(metadata.name),
      );
    return this.#api.find(kinds.node, undefined, consumer?.spec.nodeName ?? '');
  }

  #bind(claim: PersistentVolumeClaim, volume: PersistentVolume): void {
    const owned = this.#api.update(kinds.persistentVolume, volume, (current) =>
      withClaim(current, claim),
    );
    if (owned === null) return;
    this.#api.updateStatus(kinds.persistentVolume, owned, (current) => ({
      ...current,
      status: { phase: 'Bound' },
    }));
    const bound = this.#api.update(kinds.persistentVolumeClaim, claim, (current) =>
      withVolume(current, volume.metadata.name),
    );
    if (bound === null) return;
    const { accessModes = [], capacity = {} } = owned.spec ?? {};
    this.#api.updateStatus(kinds.persistentVolumeClaim, bound, (current) => ({
      ...current,
      status: { phase: 'Bound', accessModes, capacity },
    }));
  }

  /** Deletes the volume of a deleted claim, or releases it if its reclaim policy is Retain. */
  #reclaim(key: string): void {
    const [namespace, name] = key.split('/');
    for (const volume of this.#api.list(kinds.persistentVolume)) {
      const { claimRef, persistentVolumeReclaimPolicy: policy } = volume.spec ?? {};
      const isOfDeleted = claimRef?.namespace === namespace && claimRef?.name === name;
      // A reference without UID expects a claim that does not exist yet.
      if (!isOfDeleted || (claimRef?.uid ?? '') === '') continue;
      if (policy === 'Delete') this.#api.delete(volume);
      else this.#release(volume);
    }
  }

  #release(volume: PersistentVolume): void {
    this.#api.updateStatus(kinds.persistentVolume, volume, (current) => ({
      ...current,
      status: { phase: 'Released' },
    }));
  }
}

function withVolume(claim: PersistentVolumeClaim, volumeName: string): PersistentVolumeClaim {
  const chosen = claim.spec.volumeName === undefined ? [boundByController] : [];
  return {
    ...claim,
    metadata: annotated(claim.metadata, 'pv.kubernetes.io/bind-completed', ...chosen),
    spec: { ...claim.spec, volumeName },
  };
}

function volumeFor(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  zone: string | undefined,
) {
  const { uid } = claim.metadata;
  const expression = { key: zoneLabel, operator: 'In', values: [zone ?? ''] };
  return {
    metadata: { name: `pvc-${uid}` },
    spec: {
      capacity: claim.spec.resources?.requests ?? {},
      accessModes: claim.spec.accessModes ?? [],
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      volumeMode: claim.spec.volumeMode ?? 'Filesystem',
      csi: { driver: storageClass.provisioner, volumeHandle: `vol-${uid}` },
      ...(zone === undefined
        ? {}
        : {
            nodeAffinity: {
              required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] },
            },
          }),
    },
  };
}
