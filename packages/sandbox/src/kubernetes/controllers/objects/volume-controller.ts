import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import { keyOf } from '../../resources/kube-object.js';
import type { StorageClass } from '../../resources/types/cluster.js';
import type { Node } from '../../resources/types/node.js';
import type { PersistentVolumeClaim } from '../../resources/types/workload.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';

const zoneLabel = 'topology.kubernetes.io/zone';

/**
 * Creates volumes for claims as a CSI provisioner does: immediately, or in the zone of the node of
 * the claim's first pod.
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
    this.#api.subscribe(kinds.pod, ({ before, after }) => {
      if (after?.spec.nodeName === undefined || before?.spec.nodeName !== undefined) return;
      for (const { persistentVolumeClaim: claim } of after.spec.volumes ?? []) {
        if (claim !== undefined) this.#queue.add(`${after.metadata.namespace}/${claim.claimName}`);
      }
    });
  }

  #reconcile(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const claim = this.#api.find(kinds.persistentVolumeClaim, namespace, name);
    if (claim === null) this.#reclaim(key);
    else if (claim.spec.volumeName === undefined) this.#provision(claim);
  }

  #provision(claim: PersistentVolumeClaim): void {
    const className = claim.spec.storageClassName ?? '';
    const storageClass = this.#api.find(kinds.storageClass, undefined, className);
    if (storageClass === null) return;
    const waits = storageClass.volumeBindingMode === 'WaitForFirstConsumer';
    const node = waits ? this.#nodeOfConsumer(claim) : null;
    if (waits && node === null) return;
    const volumeName = `pvc-${claim.metadata.uid}`;
    this.#api.create(
      kinds.persistentVolume,
      undefined,
      volumeFor(claim, storageClass, node?.metadata.labels?.[zoneLabel]),
    );
    this.#bind(claim, volumeName);
  }

  #nodeOfConsumer({ metadata }: PersistentVolumeClaim): Node | null {
    const consumer = this.#api
      .list(kinds.pod)
      .find(
        ({ metadata: pod, spec }) =>
          pod.namespace === metadata.namespace &&
          spec.nodeName !== undefined &&
          (spec.volumes ?? []).some(
            ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === metadata.name,
          ),
      );
    return this.#api.find(kinds.node, undefined, consumer?.spec.nodeName ?? '');
  }

  #bind(claim: PersistentVolumeClaim, volumeName: string): void {
    const bound = this.#api.update(kinds.persistentVolumeClaim, claim, (current) => ({
      ...current,
      spec: { ...current.spec, volumeName },
    }));
    if (bound === null) return;
    this.#api.updateStatus(kinds.persistentVolumeClaim, bound, (current) => ({
      ...current,
      status: {
        phase: 'Bound',
        accessModes: current.spec.accessModes ?? [],
        capacity: current.spec.resources?.requests ?? {},
      },
    }));
    const volume = this.#api.find(kinds.persistentVolume, undefined, volumeName);
    if (volume === null) return;
    this.#api.updateStatus(kinds.persistentVolume, volume, (current) => ({
      ...current,
      status: { phase: 'Bound' },
    }));
  }

  /** Deletes the volume of a deleted claim, unless its reclaim policy is Retain. */
  #reclaim(key: string): void {
    const [namespace, name] = key.split('/');
    for (const volume of this.#api.list(kinds.persistentVolume)) {
      const { claimRef, persistentVolumeReclaimPolicy } = volume.spec ?? {};
      const isOfClaim = claimRef?.namespace === namespace && claimRef?.name === name;
      if (isOfClaim && persistentVolumeReclaimPolicy !== 'Retain') this.#api.delete(volume);
    }
  }
}

function volumeFor(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  zone: string | undefined,
) {
  const { uid, name, namespace = '' } = claim.metadata;
  const expression = { key: zoneLabel, operator: 'In', values: [zone ?? ''] };
  return {
    metadata: { name: `pvc-${uid}` },
    spec: {
      capacity: claim.spec.resources?.requests ?? {},
      accessModes: claim.spec.accessModes ?? [],
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      volumeMode: claim.spec.volumeMode ?? 'Filesystem',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
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
