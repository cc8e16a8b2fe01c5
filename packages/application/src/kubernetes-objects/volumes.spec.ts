import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { type ObjectMeta, readObjectMeta } from './object-meta.js';
import { readStorageClass, readVolume, readVolumeClaim } from './storage.js';
import { resolvePodClaim, resolveVolume } from './volumes.js';

const zone = (value: string): JsonObject => ({
  matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: [value] }],
});
const zoneTerm = (value: string) => ({
  matchExpressions: [
    { key: 'topology.kubernetes.io/zone', operator: 'In', values: [value], minValues: null },
  ],
  hasMatchFields: false,
});

function claim(spec: JsonObject, over: JsonObject = {}): JsonObject {
  return {
    metadata: {
      name: 'data',
      namespace: 'shop',
      uid: 'c',
      annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
      ...Object(over['metadata'] ?? {}),
    },
    spec,
    status: { phase: 'Bound', ...Object(over['status'] ?? {}) },
  };
}

function volume(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { metadata: { name: 'pv-1', uid: 'v', ...metadata }, spec };
}

function storageClass(name: string, over: JsonObject = {}): JsonObject {
  return {
    metadata: { name, uid: name, ...Object(over['metadata'] ?? {}) },
    provisioner: 'ebs.csi.aws.com',
    volumeBindingMode: 'WaitForFirstConsumer',
    ...over,
  };
}

const defaultClass = (name: string, creationTimestamp: string, over: JsonObject = {}): JsonObject =>
  storageClass(name, {
    ...over,
    metadata: {
      name,
      uid: name,
      creationTimestamp,
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
  });

const bound = claim({ volumeName: 'pv-1' });
const unbound = claim({ storageClassName: 'gp3' });

interface Case {
  readonly claims?: readonly JsonObject[];
  readonly volumes?: readonly JsonObject[];
  readonly classes?: readonly JsonObject[];
  readonly expect: object;
}

const cases: Record<string, Case> = {
  'has the node requirements of the bound volume': {
    claims: [bound],
    volumes: [
      volume({
        csi: { driver: 'ebs.csi.aws.com' },
        nodeAffinity: { required: { nodeSelectorTerms: [zone('eu-west-1a'), zone('eu-west-1b')] } },
      }),
    ],
    expect: {
      driver: 'ebs.csi.aws.com',
      nodeRequirements: [zoneTerm('eu-west-1a'), zoneTerm('eu-west-1b')],
      problem: null,
    },
  },
  'has the CSI driver of an in-tree EBS volume': {
    claims: [bound],
    volumes: [volume({ awsElasticBlockStore: { volumeID: 'vol-1' } })],
    expect: { driver: 'ebs.csi.aws.com', nodeRequirements: [], problem: null },
  },
  'ignores the host name of a local volume': {
    claims: [bound],
    volumes: [
      volume({
        local: { path: '/mnt' },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'kubernetes.io/hostname', operator: 'In', values: ['n'] },
                ],
              },
            ],
          },
        },
      }),
    ],
    expect: {
      driver: null,
      nodeRequirements: [{ matchExpressions: [], hasMatchFields: false }],
      problem: null,
    },
  },
  'has neither driver nor requirements for a network volume': {
    claims: [bound],
    volumes: [volume({ nfs: { server: 's' } })],
    expect: { driver: null, nodeRequirements: [], problem: null },
  },
  'has the allowed topologies of the StorageClass of an unbound claim': {
    claims: [unbound],
    classes: [
      storageClass('gp3', {
        allowedTopologies: [
          {
            matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['eu-west-1c'] }],
          },
        ],
      }),
    ],
    expect: {
      driver: 'ebs.csi.aws.com',
      nodeRequirements: [zoneTerm('eu-west-1c')],
      problem: null,
    },
  },
  'has the CSI driver of the in-tree provisioner': {
    claims: [unbound],
    classes: [storageClass('gp3', { provisioner: 'kubernetes.io/aws-ebs' })],
    expect: { driver: 'ebs.csi.aws.com', nodeRequirements: [], problem: null },
  },
  'uses the newest default StorageClass for a claim without a class': {
    claims: [claim({})],
    classes: [
      defaultClass('new', '2026-02-01T00:00:00Z', { provisioner: 'efs.csi.aws.com' }),
      defaultClass('old', '2025-02-01T00:00:00Z'),
    ],
    expect: { driver: 'efs.csi.aws.com', nodeRequirements: [], problem: null },
  },
  'reports a claim without a class if there is no default StorageClass': {
    claims: [claim({})],
    classes: [storageClass('gp3')],
    expect: {
      problem:
        'PersistentVolumeClaim shop/data has no StorageClass, and there is no default StorageClass',
    },
  },
  'reports an unbound claim with an empty class': {
    claims: [claim({ storageClassName: '' })],
    expect: {
      problem: 'PersistentVolumeClaim shop/data has neither a volume nor a StorageClass',
    },
  },
  'reports a missing claim': {
    expect: { problem: 'PersistentVolumeClaim shop/data does not exist' },
  },
  'reports a claim that is being deleted': {
    claims: [
      claim({ volumeName: 'pv-1' }, { metadata: { deletionTimestamp: '2026-11-21T10:00:00Z' } }),
    ],
    expect: { problem: 'PersistentVolumeClaim shop/data is being deleted' },
  },
  'reports a claim that has lost its volume': {
    claims: [claim({ volumeName: 'pv-1' }, { status: { phase: 'Lost' } })],
    expect: { problem: 'PersistentVolumeClaim shop/data has lost its volume' },
  },
  'reports a missing volume': {
    claims: [bound],
    expect: { problem: 'PersistentVolume pv-1 does not exist' },
  },
  'reports a volume that is being deleted': {
    claims: [bound],
    volumes: [volume({}, { deletionTimestamp: '2026-11-21T10:00:00Z' })],
    expect: { problem: 'PersistentVolume pv-1 is being deleted' },
  },
  'reports a claim whose binding is not complete': {
    claims: [claim({ volumeName: 'pv-1' }, { metadata: { annotations: {} } })],
    volumes: [volume({})],
    expect: { problem: 'PersistentVolumeClaim shop/data is not bound to pv-1 yet' },
  },
  'reports an unbound claim of a StorageClass without a binding mode, which is Immediate': {
    claims: [unbound],
    classes: [storageClass('gp3', { volumeBindingMode: undefined })],
    expect: {
      problem: 'PersistentVolumeClaim shop/data has no volume yet (binding mode Immediate)',
    },
  },
  'reports a missing StorageClass': {
    claims: [unbound],
    expect: { problem: 'StorageClass gp3 does not exist' },
  },
  'reports an unbound claim with binding mode Immediate': {
    claims: [unbound],
    classes: [storageClass('gp3', { volumeBindingMode: 'Immediate' })],
    expect: {
      problem: 'PersistentVolumeClaim shop/data has no volume yet (binding mode Immediate)',
    },
  },
  'reports a volume that only nodes of EKS Auto Mode can attach': {
    claims: [unbound],
    classes: [storageClass('gp3', { provisioner: 'ebs.csi.eks.amazonaws.com' })],
    expect: {
      problem:
        'volumes of ebs.csi.eks.amazonaws.com can only be attached to nodes of EKS Auto Mode',
    },
  },
};

function readAll<T>(
  objects: readonly JsonObject[] = [],
  read: (object: JsonObject, meta: ObjectMeta) => T,
): ReadonlyMap<string, T> {
  return new Map(
    objects.flatMap((object) => {
      const meta = readObjectMeta(object);
      if (meta === null) return [];
      const { namespace, name } = meta;
      return [[namespace === '' ? name : `${namespace}/${name}`, read(object, meta)] as const];
    }),
  );
}

describe('resolveVolume', () => {
  it.each(Object.entries(cases))('%s', (_, given) => {
    const claims = readAll(given.claims, readVolumeClaim);
    const volumes = readAll(given.volumes, readVolume);
    const classes = readAll(given.classes, readStorageClass);
    const resolved = resolveVolume('shop/data', {
      claim: (key) => claims.get(key) ?? null,
      volume: (name) => volumes.get(name) ?? null,
      storageClass: (name) => classes.get(name) ?? null,
      storageClasses: () => classes.values(),
    });
    expect(resolved).toMatchObject({ claim: 'shop/data', ...given.expect });
  });
});

describe('the ephemeral volume of a pod that runs', () => {
  const present = claim({ volumeName: 'pv-1', storageClassName: 'gp3' });
  const inZoneA = volume({
    csi: { driver: 'ebs.csi.aws.com' },
    nodeAffinity: { required: { nodeSelectorTerms: [zone('zone-a')] } },
  });
  const resolve = (classes: readonly JsonObject[], claimed: JsonObject = present) => {
    const objects = {
      claims: readAll([claimed], readVolumeClaim),
      volumes: readAll([inZoneA], readVolume),
      classes: readAll(classes, readStorageClass),
    };
    const renewed = { claim: 'shop/data', renewal: { className: 'gp3' } };
    return resolvePodClaim(renewed, {
      claim: (key) => objects.claims.get(key) ?? null,
      volume: (name) => objects.volumes.get(name) ?? null,
      storageClass: (name) => objects.classes.get(name) ?? null,
      storageClasses: () => objects.classes.values(),
    });
  };

  it('does not hold the pod in its zone: the next pod has another one', () => {
    expect(resolve([storageClass('gp3')])).toEqual({
      claim: 'shop/data',
      driver: 'ebs.csi.aws.com',
      nodeRequirements: [],
      problem: null,
    });
  });

  it('may be lost', () => {
    const lost = { ...present, status: { phase: 'Lost' } };
    expect(resolve([storageClass('gp3')], lost)).toMatchObject({ problem: null });
  });

  it('is where its class allows it', () => {
    const allowedTopologies = [
      { matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['zone-b'] }] },
    ];
    const { nodeRequirements } = resolve([storageClass('gp3', { allowedTopologies })]);
    expect(nodeRequirements).toEqual([zoneTerm('zone-b')]);
  });

  it('holds the pod if its class chooses the zone before the scheduler does', () => {
    expect(resolve([storageClass('gp3', { volumeBindingMode: 'Immediate' })])).toMatchObject({
      nodeRequirements: [zoneTerm('zone-a')],
      problem: null,
    });
  });

  it('cannot be created again without its class', () => {
    expect(resolve([])).toMatchObject({ problem: 'StorageClass gp3 does not exist' });
  });
});
