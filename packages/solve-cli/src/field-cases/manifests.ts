import { labelKeys } from '@kerf/core';

/** A Kubernetes object, or a part of one, as JSON. */
export type Manifest = Readonly<Record<string, unknown>>;

interface PoolParts {
  readonly labels?: Manifest;
  /** Values that a node's labels may have. */
  readonly allowing?: Readonly<Record<string, readonly string[]>>;
  readonly requirements?: readonly Manifest[];
  readonly template?: Manifest;
}

/** Returns a NodePool with on-demand capacity, which consolidates at once and without limits. */
export function nodePool(name: string, parts: PoolParts = {}): Manifest {
  const allowing = { [labelKeys.capacityType]: ['on-demand'], ...parts.allowing };
  const allowed = Object.entries(allowing).map(([key, values]) => ({
    key,
    operator: 'In',
    values,
  }));
  return {
    metadata: { name },
    spec: {
      disruption: {
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        consolidateAfter: '0s',
        budgets: [{ nodes: '100%' }],
      },
      template: {
        metadata: { labels: parts.labels ?? {} },
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [...allowed, ...(parts.requirements ?? [])],
          ...parts.template,
        },
      },
    },
  };
}

interface PodParts {
  readonly namespace?: string;
  readonly labels?: Manifest;
  readonly annotations?: Manifest;
  readonly spec?: Manifest;
}

/** Returns a pod template with the label `app: web` and one container. */
export function podTemplate(name: string, cpu: string, parts: PodParts = {}): Manifest {
  const { namespace = 'default', labels = { app: 'web' }, annotations = {}, spec = {} } = parts;
  return {
    metadata: { name, namespace, labels, annotations },
    spec: { containers: [container('main', cpu)], ...spec },
  };
}

/** Returns a container that requests CPU and 1 GiB. */
export function container(name: string, cpu: string, parts: Manifest = {}): Manifest {
  return { name, image: 'none', resources: { requests: { cpu, memory: '1Gi' } }, ...parts };
}

export const selecting = (labels: Manifest): Manifest => ({ matchLabels: labels });

/** Returns a hard spread of pods with `app: web`, with maxSkew 1. */
export function spread(topologyKey: string, parts: Manifest = {}): Manifest {
  return {
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: selecting({ app: 'web' }),
    ...parts,
  };
}

/** Returns the pod affinities of a pod. */
export function podAffinity(kind: 'podAffinity' | 'podAntiAffinity', terms: Manifest): Manifest {
  return { [kind]: terms };
}

export const required = 'requiredDuringSchedulingIgnoredDuringExecution';
export const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Returns an on-demand node whose pods are runs of `[template, count]`. */
export function runningNode(
  name: string,
  [instanceType, zone]: readonly [instanceType: string, zone: string],
  pods: readonly (readonly [template: number, count: number])[],
  pool = 'default',
): Manifest {
  return { name, nodePool: pool, instanceType, zone, capacityType: 'on-demand', pods };
}

/** Returns types of 2, 4 and 8 CPUs, on-demand at $0.05 per CPU, spot at two fifths of it. */
export function instanceTypes(
  isAvailable: (type: string, capacityType: string) => boolean = () => true,
): readonly Manifest[] {
  return [2, 4, 8].map((cpus) => {
    const name = `t${cpus}`;
    const offering = (zone: string, capacityType: string, price: number): Manifest => ({
      zone,
      capacityType,
      price,
      available: isAvailable(name, capacityType),
    });
    return {
      name,
      capacity: { cpu: String(cpus), memory: `${cpus * 4}Gi`, pods: '20' },
      overhead: { cpu: '100m' },
      requirements: { 'example.com/cpu': [String(cpus)], 'kubernetes.io/os': ['linux'] },
      offerings: ['a', 'b', 'c'].flatMap((zone) => [
        offering(zone, 'on-demand', cpus * 0.05),
        offering(zone, 'spot', cpus * 0.02),
      ]),
    };
  });
}

const driver = 'ebs.csi.aws.com';

/** Returns a claim with a volume in a zone, or one that waits for its first pod. */
export function volumeClaim(name: string, zone?: string): readonly Manifest[] {
  const claim = (annotations: Manifest, phase: string, volume: Manifest): Manifest => ({
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'default', annotations },
    spec: { storageClassName: 'ssd', ...volume },
    status: { phase },
  });
  if (zone === undefined) return [claim({}, 'Pending', {})];
  const inZone = { key: labelKeys.zone, operator: 'In', values: [zone] };
  return [
    claim({ 'pv.kubernetes.io/bind-completed': 'yes' }, 'Bound', { volumeName: `pv-${name}` }),
    {
      kind: 'PersistentVolume',
      metadata: { name: `pv-${name}` },
      spec: {
        csi: { driver, volumeHandle: name },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [inZone] }] } },
      },
    },
  ];
}

export const storageClass: Manifest = {
  kind: 'StorageClass',
  metadata: { name: 'ssd' },
  provisioner: driver,
  volumeBindingMode: 'WaitForFirstConsumer',
};

/** Limits the volumes of a node. */
export function attachLimit(node: string, count: number): Manifest {
  return {
    kind: 'CSINode',
    metadata: { name: node },
    spec: { drivers: [{ name: driver, nodeID: node, allocatable: { count } }] },
  };
}

/** Returns the part of a pod that mounts claims. */
export function mounting(...claims: readonly string[]): Manifest {
  return {
    volumes: claims.map((claimName) => ({
      name: claimName,
      persistentVolumeClaim: { claimName },
    })),
  };
}

/** Returns a budget that allows five disruptions. */
export function podDisruptionBudget(name: string, labels: Manifest): Manifest {
  return {
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace: 'default', generation: 1 },
    spec: { selector: selecting(labels), minAvailable: 1 },
    status: { disruptionsAllowed: 5, observedGeneration: 1 },
  };
}

export const namespaceNamed = (name: string, labels: Manifest): Manifest => ({
  kind: 'Namespace',
  metadata: { name, labels },
});
