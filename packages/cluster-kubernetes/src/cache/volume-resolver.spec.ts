import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { Findings } from './findings.js';
import { VolumeResolver } from './volume-resolver.js';

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
  'a bound claim is where its volume is': {
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
  'an in-tree EBS volume counts for its CSI driver': {
    claims: [bound],
    volumes: [volume({ awsElasticBlockStore: { volumeID: 'vol-1' } })],
    expect: { driver: 'ebs.csi.aws.com', nodeRequirements: [], problem: null },
  },
  'a volume of one host does not hold its pod to that host': {
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
  'a network volume may be anywhere and counts for no driver': {
    claims: [bound],
    volumes: [volume({ nfs: { server: 's' } })],
    expect: { driver: null, nodeRequirements: [], problem: null },
  },
  'a claim that waits for its first pod may be where its class allows': {
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
  'a class of the in-tree provisioner counts for the CSI driver': {
    claims: [unbound],
    classes: [storageClass('gp3', { provisioner: 'kubernetes.io/aws-ebs' })],
    expect: { driver: 'ebs.csi.aws.com', nodeRequirements: [], problem: null },
  },
  'a claim without a class gets the newest default': {
    claims: [claim({})],
    classes: [
      defaultClass('new', '2026-02-01T00:00:00Z', { provisioner: 'efs.csi.aws.com' }),
      defaultClass('old', '2025-02-01T00:00:00Z'),
    ],
    expect: { driver: 'efs.csi.aws.com', nodeRequirements: [], problem: null },
  },
  'a claim without a class is a problem when none is the default': {
    claims: [claim({})],
    classes: [storageClass('gp3')],
    expect: {
      problem:
        'PersistentVolumeClaim shop/data has no StorageClass, and there is no default StorageClass',
    },
  },
  'a claim that wants no class waits for a volume made by hand': {
    claims: [claim({ storageClassName: '' })],
    expect: {
      problem: 'PersistentVolumeClaim shop/data has neither a volume nor a StorageClass',
    },
  },
  'a missing claim is a problem': {
    expect: { problem: 'PersistentVolumeClaim shop/data does not exist' },
  },
  'a claim that is being deleted is a problem': {
    claims: [
      claim({ volumeName: 'pv-1' }, { metadata: { deletionTimestamp: '2026-11-21T10:00:00Z' } }),
    ],
    expect: { problem: 'PersistentVolumeClaim shop/data is being deleted' },
  },
  'a claim that has lost its volume is a problem': {
    claims: [claim({ volumeName: 'pv-1' }, { status: { phase: 'Lost' } })],
    expect: { problem: 'PersistentVolumeClaim shop/data has lost its volume' },
  },
  'a missing volume is a problem': {
    claims: [bound],
    expect: { problem: 'PersistentVolume pv-1 does not exist' },
  },
  'a volume that is being deleted is a problem': {
    claims: [bound],
    volumes: [volume({}, { deletionTimestamp: '2026-11-21T10:00:00Z' })],
    expect: { problem: 'PersistentVolume pv-1 is being deleted' },
  },
  'a claim whose binding is not complete is a problem': {
    claims: [claim({ volumeName: 'pv-1' }, { metadata: { annotations: {} } })],
    volumes: [volume({})],
    expect: { problem: 'PersistentVolumeClaim shop/data is not bound to pv-1 yet' },
  },
  'a missing class is a problem': {
    claims: [unbound],
    expect: { problem: 'StorageClass gp3 does not exist' },
  },
  'a claim that should be bound at once, and is not, is a problem': {
    claims: [unbound],
    classes: [storageClass('gp3', { volumeBindingMode: 'Immediate' })],
    expect: {
      problem: 'PersistentVolumeClaim shop/data has no volume yet (binding mode Immediate)',
    },
  },
  'a volume of EKS Auto Mode is a problem on any other node': {
    claims: [unbound],
    classes: [storageClass('gp3', { provisioner: 'ebs.csi.eks.amazonaws.com' })],
    expect: {
      problem:
        'volumes of ebs.csi.eks.amazonaws.com can only be attached to nodes of EKS Auto Mode',
    },
  },
};

describe('VolumeResolver', () => {
  it.each(Object.entries(cases))('%s', (_sentence, given) => {
    const resolver = new VolumeResolver(new Findings({ now: () => 0 }), () => undefined);
    for (const object of given.claims ?? []) resolver.claims.put(object);
    for (const object of given.volumes ?? []) resolver.volumes.put(object);
    for (const object of given.classes ?? []) resolver.classes.put(object);
    expect(resolver.resolve('shop/data')).toMatchObject({ claim: 'shop/data', ...given.expect });
  });

  it('tells which claims a change is about', () => {
    const told: unknown[] = [];
    const resolver = new VolumeResolver(new Findings({ now: () => 0 }), (claims) =>
      told.push(claims),
    );
    resolver.claims.put(bound);
    resolver.volumes.put(volume({ claimRef: { namespace: 'shop', name: 'data' } }));
    resolver.volumes.put({ ...volume({}), metadata: { name: 'free', uid: 'f' } });
    resolver.classes.put(storageClass('gp3'));
    expect(told).toEqual([['shop/data'], ['shop/data'], null]);
  });
});
