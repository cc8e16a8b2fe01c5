import type { NodeSelectorTerm, PodVolume } from '@kerf/engine';
import { Json } from './json.js';
import { readNodeSelectorTerm } from './selectors.js';

/** Names of in-tree drivers, and of the CSI drivers that replaced them. */
const csiDrivers: Readonly<Record<string, string>> = {
  'kubernetes.io/aws-ebs': 'ebs.csi.aws.com',
};
const anywhere = new Json(null);

/** The storage objects of a cluster, which determine the nodes that can attach a pod's volumes. */
export class VolumeReader {
  readonly #objects = new Map<string, Json>();

  constructor(objects: readonly Json[]) {
    for (const object of objects) {
      const metadata = object.field('metadata');
      const kind = object.field('kind').string();
      const isNamespaced = kind === 'PersistentVolumeClaim';
      const namespace = isNamespaced ? metadata.field('namespace').string('default') : '';
      this.#objects.set(nameOf(kind, namespace, metadata.field('name').string()), object);
    }
  }

  readonly volumesOf = (podSpec: Json, namespace: string): readonly PodVolume[] =>
    podSpec
      .field('volumes')
      .items()
      .flatMap((volume) => {
        const claim = volume.field('persistentVolumeClaim').field('claimName').stringOrNull();
        return claim === null ? [] : [this.#volumeOf(namespace, claim)];
      });

  #volumeOf(namespace: string, claimName: string): PodVolume {
    const claim = this.#find('PersistentVolumeClaim', claimName, namespace);
    const volumeName = claim.field('spec').field('volumeName').string('');
    const volume = this.#find('PersistentVolume', volumeName);
    const storageClass = this.#find(
      'StorageClass',
      claim.field('spec').field('storageClassName').string(''),
    );
    const isBound = volumeName !== '';
    return {
      claim: `${namespace}/${claimName}`,
      driver: isBound ? driverOfVolume(volume) : driverOfClass(storageClass),
      nodeRequirements: isBound ? termsOfVolume(volume) : termsOfClass(storageClass),
      problem: problemOf({ claim, volume, storageClass }),
    };
  }

  #find(kind: string, name: string, namespace = ''): Json {
    return this.#objects.get(nameOf(kind, namespace, name)) ?? anywhere;
  }
}

interface Storage {
  readonly claim: Json;
  readonly volume: Json;
  readonly storageClass: Json;
}

/** Returns why the volume keeps its pod pending, whatever nodes exist; otherwise `null`. */
function problemOf({ claim, volume, storageClass }: Storage): string | null {
  if (claim.isAbsent) return 'the claim does not exist';
  const metadata = claim.field('metadata');
  if (!metadata.field('deletionTimestamp').isAbsent) return 'the claim is being deleted';
  if (claim.field('status').field('phase').string('') === 'Lost')
    return 'the claim lost its volume';
  if (claim.field('spec').field('volumeName').string('') !== '') {
    if (volume.isAbsent) return 'the volume does not exist';
    const isDeleting = !volume.field('metadata').field('deletionTimestamp').isAbsent;
    if (isDeleting) return 'the volume is being deleted';
    const bound = metadata.field('annotations').field('pv.kubernetes.io/bind-completed');
    return bound.isAbsent ? 'the claim is not bound yet' : null;
  }
  if (storageClass.isAbsent) return 'the claim is unbound and has no storage class';
  const mode = storageClass.field('volumeBindingMode').string('');
  return mode === 'Immediate' ? 'the claim waits to be bound at once' : null;
}

/** The host of a local volume is ignored: the pod moves to another host without the volume. */
function termsOfVolume(volume: Json): readonly NodeSelectorTerm[] {
  const spec = volume.field('spec');
  const isLocal = !spec.field('local').isAbsent || !spec.field('hostPath').isAbsent;
  const terms = spec.field('nodeAffinity').field('required').field('nodeSelectorTerms').items();
  return terms.flatMap((json) => {
    const term = readNodeSelectorTerm(json);
    if (term.matchExpressions.length === 0) return [];
    const matchExpressions = term.matchExpressions.filter(
      ({ key }) => !isLocal || key !== 'kubernetes.io/hostname',
    );
    return [{ ...term, matchExpressions }];
  });
}

function termsOfClass(storageClass: Json): readonly NodeSelectorTerm[] {
  const topologies = storageClass.field('allowedTopologies').items();
  return topologies.flatMap((topology) => {
    const matchExpressions = topology
      .field('matchLabelExpressions')
      .items()
      .map((item) => ({
        key: item.field('key').string(),
        operator: 'In' as const,
        values: item.field('values').strings(),
        minValues: null,
      }));
    return matchExpressions.length === 0 ? [] : [{ matchExpressions, hasMatchFields: false }];
  });
}

function driverOfVolume(volume: Json): string | null {
  const spec = volume.field('spec');
  const inTree = spec.field('awsElasticBlockStore').isAbsent ? null : 'ebs.csi.aws.com';
  return spec.field('csi').field('driver').stringOrNull() ?? inTree;
}

function driverOfClass(storageClass: Json): string | null {
  const provisioner = storageClass.field('provisioner').stringOrNull();
  return provisioner === null ? null : (csiDrivers[provisioner] ?? provisioner);
}

function nameOf(kind: string, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}
