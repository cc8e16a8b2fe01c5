import { describe, expect, it } from 'vitest';
import { Json } from './json.js';
import { VolumeReader } from './volumes.js';

const inZone = (zone: string) => ({
  key: 'topology.kubernetes.io/zone',
  operator: 'In',
  values: [zone],
});
const claim = (spec: object, rest: object = {}) => ({
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
  spec,
  ...rest,
});
const volume = (spec: object, metadata: object = {}) => ({
  kind: 'PersistentVolume',
  metadata: { name: 'pv-1', ...metadata },
  spec,
});
const storageClass = (rest: object) => ({
  kind: 'StorageClass',
  metadata: { name: 'gp3' },
  provisioner: 'ebs.csi.aws.com',
  volumeBindingMode: 'WaitForFirstConsumer',
  ...rest,
});
const affinity = (...expressions: readonly object[]) => ({
  nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: expressions }] } },
});

function volumesOf(...objects: readonly object[]) {
  const reader = new VolumeReader(objects.map((object) => new Json(object)));
  const pod = { volumes: [{ persistentVolumeClaim: { claimName: 'data' } }, { emptyDir: {} }] };
  return reader.volumesOf(new Json(pod), 'default');
}

describe("a pod's volumes", () => {
  it('have the zones of a bound PersistentVolume', () => {
    const ebs = volume({ csi: { driver: 'ebs.csi.aws.com' }, ...affinity(inZone('zone-a')) });
    expect(volumesOf(claim({ volumeName: 'pv-1' }), ebs)).toEqual([
      {
        claim: 'default/data',
        driver: 'ebs.csi.aws.com',
        nodeRequirements: [
          { matchExpressions: [{ ...inZone('zone-a'), minValues: null }], hasMatchFields: false },
        ],
        problem: null,
      },
    ]);
  });

  it('have the zones that the StorageClass of an unbound claim allows', () => {
    const zones = { key: 'topology.kubernetes.io/zone', values: ['zone-a', 'zone-b'] };
    const topologies = [{ matchLabelExpressions: [zones] }];
    const gp3 = storageClass({
      allowedTopologies: topologies,
      provisioner: 'kubernetes.io/aws-ebs',
    });
    expect(volumesOf(claim({ storageClassName: 'gp3' }), gp3)).toMatchObject([
      {
        driver: 'ebs.csi.aws.com',
        nodeRequirements: [{ matchExpressions: [{ ...zones, operator: 'In' }] }],
        problem: null,
      },
    ]);
  });

  it('do not restrict a pod to the host of a local volume', () => {
    const host = { key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] };
    const local = volume({ local: { path: '/mnt' }, ...affinity(host, inZone('zone-a')) });
    expect(volumesOf(claim({ volumeName: 'pv-1' }), local)).toMatchObject([
      { driver: null, nodeRequirements: [{ matchExpressions: [inZone('zone-a')] }] },
    ]);
  });

  it.each<[string, readonly object[]]>([
    ['the claim does not exist', []],
    [
      'the claim is being deleted',
      [claim({}, { metadata: { name: 'data', deletionTimestamp: 'x' } })],
    ],
    ['the claim lost its volume', [claim({ volumeName: 'pv-1' }, { status: { phase: 'Lost' } })]],
    ['the volume does not exist', [claim({ volumeName: 'pv-1' })]],
    [
      'the volume is being deleted',
      [claim({ volumeName: 'pv-1' }), volume({}, { deletionTimestamp: 'x' })],
    ],
    [
      'the claim is not bound yet',
      [claim({ volumeName: 'pv-1' }, { metadata: { name: 'data' } }), volume({})],
    ],
    ['the claim is unbound and has no storage class', [claim({ storageClassName: 'gone' })]],
    [
      'the claim waits to be bound at once',
      [claim({ storageClassName: 'gp3' }), storageClass({ volumeBindingMode: 'Immediate' })],
    ],
  ])('keep it pending if %s', (problem, objects) => {
    expect(volumesOf(...objects)).toMatchObject([{ problem }]);
  });
});
