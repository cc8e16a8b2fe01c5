import { labelKeys } from '@kerf/core';
import type { Dice } from './dice.js';
import {
  apps,
  cpuLabel,
  diskLabel,
  families,
  familyLabel,
  gpu,
  teams,
  zones,
} from './random-catalog.js';
import { expression, type Requirement } from './random-pools.js';

type Manifest = Readonly<Record<string, unknown>>;

/** A part of a pod's spec; parts that are generated together are merged. */
type Constraint = (dice: Dice, app: string) => Manifest;

const topologyKeys = [
  labelKeys.zone,
  labelKeys.zone,
  labelKeys.hostname,
  labelKeys.hostname,
  labelKeys.capacityType,
] as const;

const nodeExpressions = (dice: Dice): readonly Requirement[] => [
  expression(labelKeys.zone, dice.pick(['In', 'NotIn']), ...dice.some(zones, 1, 2)),
  expression(labelKeys.capacityType, 'In', dice.pick(['spot', 'on-demand'])),
  expression(labelKeys.arch, dice.pick(['In', 'NotIn']), 'arm64'),
  expression(cpuLabel, dice.pick(['Gt', 'Lt', 'Gte', 'Lte']), String(dice.pick([1, 2, 4, 8]))),
  expression(familyLabel, dice.pick(['In', 'NotIn']), ...dice.some(families, 1, 2)),
  expression(diskLabel, dice.pick(['Exists', 'DoesNotExist'])),
  expression('team', dice.pick(['In', 'NotIn']), ...dice.some(teams, 1, 2)),
  expression('team', dice.pick(['Exists', 'DoesNotExist'])),
];
const nodeTerm = (dice: Dice): object => ({
  matchExpressions: dice.some(nodeExpressions(dice), 1, 2),
});

interface Selector {
  readonly matchLabels?: Manifest;
  readonly matchExpressions?: readonly Requirement[];
}
const selectorOf = (dice: Dice, app: string): Selector =>
  dice.chance(0.85)
    ? { matchLabels: { app } }
    : { matchExpressions: [expression('app', dice.pick(['In', 'NotIn']), app)] };
const withExpression = (selector: Selector, added: Requirement): Selector => ({
  ...selector,
  matchExpressions: [...(selector.matchExpressions ?? []), added],
});
/** Placeholder of the pod's own version until that is generated. */
const ownVersion = '<own version>';
const podTerm = (dice: Dice, app: string): object => {
  const selector = selectorOf(dice, dice.chance(0.6) ? app : dice.pick(apps));
  const rest = {
    topologyKey: dice.pick(topologyKeys),
    ...dice.maybe(0.08, () => ({ namespaces: ['default', 'other'] })),
    ...dice.maybe(0.08, () => ({ namespaceSelector: { matchLabels: { shared: 'yes' } } })),
  };
  // As the API server stores it: the selector includes the keys, and upstream reads only that.
  return dice.chance(0.05)
    ? {
        ...rest,
        matchLabelKeys: ['version'],
        labelSelector: withExpression(selector, expression('version', 'In', ownVersion)),
      }
    : { ...rest, labelSelector: selector };
};
const weighted = (dice: Dice): number => dice.pick([1, 10, 100]);

const constraints: readonly Constraint[] = [
  (dice) => ({
    nodeSelector: dice.pick([
      { [labelKeys.zone]: dice.pick(zones) },
      { [labelKeys.capacityType]: dice.pick(['spot', 'on-demand']) },
      { team: dice.pick(teams) },
      { [labelKeys.nodePool]: dice.pick(['pool-a', 'pool-b']) },
      { 'failure-domain.beta.kubernetes.io/zone': dice.pick(zones) },
    ]),
  }),
  (dice) => ({ required: dice.times(dice.between(1, 2), () => nodeTerm(dice)) }),
  (dice) => ({
    preferred: dice.times(dice.between(1, 2), () => ({
      weight: weighted(dice),
      preference: nodeTerm(dice),
    })),
  }),
  (dice, app) => ({ spread: [randomSpread(dice, app)] }),
  (dice, app) => ({ spread: dice.times(2, () => randomSpread(dice, app)) }),
  (dice, app) => ({ affinity: [podTerm(dice, app)] }),
  (dice, app) => ({ antiAffinity: [podTerm(dice, app)] }),
  (dice, app) => ({
    preferredAffinity: [{ weight: weighted(dice), podAffinityTerm: podTerm(dice, app) }],
  }),
  (dice, app) => ({
    preferredAntiAffinity: [{ weight: weighted(dice), podAffinityTerm: podTerm(dice, app) }],
  }),
  (dice) => ({
    ports: [
      {
        containerPort: 80,
        hostPort: dice.pick([80, 443]),
        ...dice.maybe(0.3, () => ({ hostIP: dice.pick(['10.0.0.1', '10.0.0.2']) })),
        ...dice.maybe(0.2, () => ({ protocol: 'UDP' })),
      },
    ],
  }),
  (dice) => ({ claims: dice.some(volumeClaims, 1, 2) }),
  (dice) => ({ gpus: String(dice.between(1, 2)) }),
];

function randomSpread(dice: Dice, app: string): object {
  return {
    maxSkew: dice.pick([1, 1, 2]),
    topologyKey: dice.pick(topologyKeys),
    whenUnsatisfiable: dice.chance(0.75) ? 'DoNotSchedule' : 'ScheduleAnyway',
    labelSelector: selectorOf(dice, dice.chance(0.85) ? app : dice.pick(apps)),
    ...dice.maybe(0.1, () => ({ matchLabelKeys: ['version'] })),
    ...dice.maybe(0.15, () => ({ nodeAffinityPolicy: dice.pick(['Honor', 'Ignore']) })),
    ...dice.maybe(0.15, () => ({ nodeTaintsPolicy: dice.pick(['Honor', 'Ignore']) })),
  };
}

/** PersistentVolumeClaims that {@link volumeObjects} describes. */
const volumeClaims = ['in-a', 'in-b-or-c', 'anywhere', 'by-class'] as const;

/** Returns a pod manifest with up to three constraints; daemons have none on other pods. */
export function randomPod(dice: Dice, name: string): object {
  const app = dice.pick(apps);
  const isPlain = dice.chance(0.2);
  const drawn = isPlain ? [] : dice.some(constraints, 1, 3).map((make) => make(dice, app));
  const parts: Manifest = Object.assign({}, ...drawn);
  return manifest(dice, { name, app, parts });
}

export function randomDaemon(dice: Dice, name: string): object {
  const parts: Manifest = {
    ...dice.maybe(0.3, () => ({ required: [nodeTerm(dice)] })),
    ...dice.maybe(0.15, () => ({
      ports: [{ containerPort: 80, hostPort: dice.pick([80, 443]) }],
    })),
  };
  const { metadata, spec } = manifest(dice, { name, app: 'daemon', parts, isSmall: true });
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name },
    spec: { selector: { matchLabels: { app: 'daemon' } }, template: { metadata, spec } },
  };
}

interface PodDraft {
  readonly name: string;
  readonly app: string;
  readonly parts: Manifest;
  readonly isSmall?: boolean;
}

function manifest(dice: Dice, { name, app, parts, isSmall = false }: PodDraft) {
  const cpu = isSmall ? dice.pick([100, 300]) : dice.pick([100, 250, 500, 1000, 1500, 3000, 6000]);
  const memory = isSmall ? 128 : dice.pick([100, 512, 1024, 3000, 9000]);
  const requests = {
    cpu: `${cpu}m`,
    memory: `${memory}Mi`,
    ...pick(parts, 'gpus', gpu),
  };
  const version = dice.pick(['v1', 'v2']);
  return {
    metadata: {
      name,
      labels: { app, version },
      ...dice.maybe(0.06, () => ({ namespace: 'other' })),
    },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'none',
          resources: { requests },
          ...(parts['ports'] === undefined ? {} : { ports: parts['ports'] }),
        },
      ],
      ...dice.maybe(0.05, () => ({ initContainers: [randomInitContainer(dice)] })),
      ...dice.maybe(0.05, () => ({ overhead: { cpu: '50m' } })),
      tolerations: dice.chance(0.3) ? [randomToleration(dice)] : [],
      ...pick(parts, 'nodeSelector', 'nodeSelector'),
      ...pick(parts, 'spread', 'topologySpreadConstraints'),
      affinity: withOwnVersion(affinityOf(parts), version),
      volumes: volumesOf(parts),
    },
  };
}

function randomInitContainer(dice: Dice): object {
  return {
    name: 'init',
    image: 'none',
    ...dice.maybe(0.5, () => ({ restartPolicy: 'Always' })),
    resources: { requests: { cpu: dice.pick(['200m', '2']), memory: '64Mi' } },
  };
}

function randomToleration(dice: Dice): object {
  return dice.pick([
    { operator: 'Exists' },
    { key: dice.pick(['dedicated', 'team']), operator: 'Exists' },
    { key: dice.pick(['dedicated', 'team']), operator: 'Equal', value: dice.pick(teams) },
    { key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' },
  ]);
}

const pick = (parts: Manifest, part: string, field: string): Manifest =>
  parts[part] === undefined ? {} : { [field]: parts[part] };

function withOwnVersion(affinity: object, version: string): unknown {
  return JSON.parse(JSON.stringify(affinity).replaceAll(ownVersion, version));
}

function affinityOf(parts: Manifest): object {
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
  const terms = (requiredPart: string, preferredPart: string): Manifest => ({
    ...pick(parts, requiredPart, required),
    ...pick(parts, preferredPart, preferred),
  });
  return {
    nodeAffinity: {
      ...(parts['required'] === undefined
        ? {}
        : { [required]: { nodeSelectorTerms: parts['required'] } }),
      ...pick(parts, 'preferred', preferred),
    },
    podAffinity: terms('affinity', 'preferredAffinity'),
    podAntiAffinity: terms('antiAffinity', 'preferredAntiAffinity'),
  };
}

function volumesOf({ claims }: Manifest): readonly object[] {
  if (!Array.isArray(claims)) return [];
  return claims.map((claim: unknown) => ({
    name: String(claim),
    persistentVolumeClaim: { claimName: claim },
  }));
}

/** Returns the storage objects and namespaces that pods may refer to. */
export function clusterObjects(dice: Dice, nodeNames: readonly string[]): readonly object[] {
  const driver = 'ebs.csi.aws.com';
  const inZones = (...values: readonly string[]): object => ({
    matchExpressions: [expression(labelKeys.zone, 'In', ...values)],
  });
  const claim = (namespace: string, name: string, volumeName?: string): object => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace,
      annotations: volumeName === undefined ? {} : { 'pv.kubernetes.io/bind-completed': 'yes' },
    },
    spec: { storageClassName: 'ssd', ...(volumeName === undefined ? {} : { volumeName }) },
    status: { phase: volumeName === undefined ? 'Pending' : 'Bound' },
  });
  const volume = (name: string, terms: readonly object[]): object => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      csi: { driver, volumeHandle: name },
      ...(terms.length === 0 ? {} : { nodeAffinity: { required: { nodeSelectorTerms: terms } } }),
    },
  });
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other', labels: { shared: 'yes' } } },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'ssd' },
      provisioner: driver,
      volumeBindingMode: 'WaitForFirstConsumer',
      allowedTopologies: dice.chance(0.5)
        ? [
            {
              matchLabelExpressions: [{ key: labelKeys.zone, values: dice.some(zones, 1, 2) }],
            },
          ]
        : [],
    },
    volume('pv-a', [inZones('zone-a')]),
    volume('pv-bc', [inZones('zone-b'), inZones('zone-c')]),
    volume('pv-any', []),
    ...['default', 'other'].flatMap((namespace) => [
      claim(namespace, 'in-a', 'pv-a'),
      claim(namespace, 'in-b-or-c', 'pv-bc'),
      claim(namespace, 'anywhere', 'pv-any'),
      claim(namespace, 'by-class'),
    ]),
    ...nodeNames.map((name) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSINode',
      metadata: { name },
      spec: {
        drivers: [{ name: driver, nodeID: name, allocatable: { count: dice.between(1, 3) } }],
      },
    })),
  ];
}
