import { labelKeys } from '@kerf/core';
import type { DeviceClaim, SchedulingReason } from '@kerf/engine';
import {
  aDevice,
  aDeviceClaim,
  aDeviceRequest,
  published,
  someDevices,
} from '../builders/device-builder.js';
import { anOffering } from '../builders/instance-type-builder.js';
import { aNode } from '../builders/node-builder.js';
import { aNodePool } from '../builders/node-pool-builder.js';
import { aPod, term } from '../builders/pod-builder.js';
import { aDaemonSet, aSnapshot, type SnapshotBuilder } from '../builders/snapshot-builder.js';
import { category, general, generalCluster, gpu, lone, typeNamed } from './general-cluster.js';

const { arch, capacityType, hostname, instanceType, nodePool, os, zone } = labelKeys;
const taint = { key: 'dedicated', value: 'ci', effect: 'NoSchedule' } as const;
const dbInZoneB = aNode('db')
  .launchedAs('t2', 'us-east-1b', 'on-demand', 1)
  .tainted(taint)
  .running(aPod('db').labelled({ app: 'db' }).running());
const cacheOf = (amounts: Parameters<typeof lone.requesting>[0]) =>
  aDaemonSet('cache', aPod().requesting(amounts));
const device = { gpu: true, mig: 'attribute gpu/uuid is known only once the node runs' } as const;
const devices = generalCluster
  .withInstanceTypes(
    typeNamed('c5.large', 2, 4),
    typeNamed('m5.xlarge', 4, 16).withDevices(
      someDevices(2),
      someDevices(0, { profile: 'partition', unsupported: 'partitions of GPUs (MIG)' }),
    ),
  )
  .with({ deviceSelections: { gpu: device, partition: { partition: true } } });
const profiles = Array.from({ length: 30 }, (_, index) => `gpu${index}`);
const withClaim = (claim: DeviceClaim): SnapshotBuilder => devices.withPods(lone.claiming(claim));
const placed = aPod('placed').requesting({ milliCpu: 1_000, memoryMib: 1_024 });

/**
 * For each reason code, snapshots in which the pod `lone` has it, for the nearest NodePool or for
 * all. Codes of instance types are those of a node that is planned for it.
 */
export const reasonScenarios: Readonly<
  Record<SchedulingReason['code'], Readonly<Record<string, SnapshotBuilder>>>
> = {
  POD_INVALID: {
    'the PersistentVolumeClaim of the pod is lost': generalCluster.withPods(
      lone.withVolume('v', { problem: 'lost' }),
    ),
    'the ResourceClaim of the pod is missing': withClaim(aDeviceClaim({ problem: 'it is gone' })),
  },
  CONSTRAINT_UNSUPPORTED: {
    'the pod uses something that Kerf cannot plan': generalCluster.withPods(
      lone.withSpec({ unsupported: ['devices of several nodes'] }),
    ),
  },
  NO_NODE_POOL: {
    'no NodePool takes pending pods': generalCluster.withNodePools(general.withReplicas(3)),
  },
  VOLUMES_INCOMPATIBLE: {
    'the volumes of the pod are in two zones': generalCluster.withPods(
      lone
        .withVolume('shop/data', { nodeRequirements: [term(zone, 'In', 'us-east-1a')] })
        .withVolume('shop/log', { nodeRequirements: [term(zone, 'In', 'us-east-1b')] }),
    ),
  },
  NODE_POOL_BEING_DELETED: {
    'the NodePool is being deleted': generalCluster.withNodePools(
      general.notReady('being deleted', { cause: 'BeingDeleted' }),
    ),
  },
  NODE_POOL_REFUSED: {
    'a field of the NodePool cannot be read': generalCluster.withNodePools(
      general.notReady('spec.weight: must be a number', {
        cause: 'ManifestUnreadable',
        field: 'spec.weight',
      }),
    ),
  },
  LAUNCHES_PAUSED: {
    'launches of the NodePool are paused': generalCluster.withNodePools(
      general.blockedBy({
        code: 'LAUNCHES_PAUSED',
        pauseId: 'pau_1',
        scope: 'Cluster',
        reason: 'bad AMI',
        owner: 'ana',
        until: null,
      }),
    ),
  },
  MONTHLY_SPEND_LIMIT_REACHED: {
    'the spending of the month has reached its limit': generalCluster.withNodePools(
      general.blockedBy({
        code: 'MONTHLY_SPEND_LIMIT_REACHED',
        limitId: 'spl_1',
        scope: 'NodePool',
        limitMicroUsd: 1_000_000_000,
        spentMicroUsd: 1_002_000_000,
        until: 1_796_083_200_000,
      }),
    ),
  },
  SPEND_LIMIT_EXCEEDED: {
    'every instance type costs more than the spend limit leaves': generalCluster.withNodePools(
      general.limitedToSpend(1_000_000, 999_999),
    ),
  },
  NODE_POOL_NOT_READY: {
    'no subnet matches': generalCluster.withNodePools(
      general.notReady('no subnet matches', { field: 'spec.subnetSelectorTerms' }),
    ),
    'the EC2NodeClass does not exist': generalCluster.withNodePools(
      general.notReady('EC2NodeClass company does not exist', { cause: 'NodeClassMissing' }),
    ),
  },
  NO_MATCHING_INSTANCE_TYPE: {
    'the EC2NodeClass resolves to no instance type': generalCluster.withInstanceTypes(),
    'no instance type has the category that the NodePool requires': generalCluster.withNodePools(
      general.requiring(category, 'In', ['z']),
    ),
  },
  TAINT_NOT_TOLERATED: {
    'the pod does not tolerate a taint': generalCluster.withNodePools(general.tainted(taint)),
  },
  LABEL_UNDEFINED: {
    'no NodePool defines the label': generalCluster.withPods(lone.selecting({ team: 'payments' })),
  },
  REQUIREMENT_INCOMPATIBLE: {
    'the NodePool allows another capacity type': generalCluster.withPods(
      lone.selecting({ [capacityType]: 'spot' }),
    ),
    'the NodePool allows other zones': generalCluster
      .withPods(lone.selecting({ [zone]: 'us-east-1a' }))
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b'])),
    'no instance type has the required architecture': generalCluster
      .withPods(lone.selecting({ [arch]: 'arm64' }))
      .withInstanceTypes(typeNamed('c5.large', 2, 4)),
    'no image has the required operating system': generalCluster.withPods(
      lone.selecting({ [os]: 'windows' }),
    ),
    'the NodePool excludes the category of the required instance type': generalCluster.withPods(
      lone.selecting({ [instanceType]: 'r5.4xlarge' }),
    ),
    'the NodePool excludes the required instance type, which also has no image':
      generalCluster.withPods(lone.selecting({ [instanceType]: 'p4d.24xlarge' })),
    'the required instance type has another architecture': generalCluster.withPods(
      lone.selecting({ [instanceType]: 'm6g.large', [arch]: 'amd64' }),
    ),
    'the pod selects another NodePool': generalCluster
      .withPods(lone.selecting({ [nodePool]: 'batch' }))
      .withNodePools(general, aNodePool('batch').withReplicas(2)),
    'the pod requires a label and its absence': generalCluster.withPods(
      lone.selecting({ team: 'a' }).requiringOneOf(term('team', 'DoesNotExist')),
    ),
    'one of two alternatives has fewer conflicts': generalCluster.withPods(
      lone.requiringOneOf(term(capacityType, 'In', 'spot'), {
        hasMatchFields: false,
        matchExpressions: [
          ...term(capacityType, 'In', 'spot').matchExpressions,
          ...term('team', 'Exists').matchExpressions,
        ],
      }),
    ),
    'the NodePool excludes the zone of a volume': generalCluster
      .withPods(
        lone.withVolume('shop/data', { nodeRequirements: [term(zone, 'In', 'us-east-1a')] }),
      )
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b'])),
    'a volume is in another zone than the pod requires': generalCluster.withPods(
      lone
        .selecting({ [zone]: 'us-east-1b' })
        .withVolume('shop/data', { nodeRequirements: [term(zone, 'In', 'us-east-1a')] }),
    ),
  },
  VALUE_UNKNOWN: {
    'the required zone does not exist': generalCluster.withPods(
      lone.selecting({ [zone]: 'us-east-1z' }),
    ),
    'the required instance type does not exist': generalCluster.withPods(
      lone.selecting({ [instanceType]: 'm99.huge' }),
    ),
    'the required NodePool does not exist': generalCluster.withPods(
      lone.selecting({ [nodePool]: 'batch' }),
    ),
  },
  SUBNET_MISSING: {
    'the EC2NodeClass has no subnet in the required zone': generalCluster.withPods(
      lone.selecting({ [zone]: 'us-east-1e' }),
    ),
    'the required instance type is offered only in zones without a subnet': generalCluster.withPods(
      lone.selecting({ [instanceType]: 'c7x.large' }),
    ),
  },
  IMAGE_MISSING: {
    'the EC2NodeClass has no image for the required instance type': generalCluster.withPods(
      lone.selecting({ [instanceType]: 'm9n.large' }),
    ),
  },
  NETWORK_INCOMPATIBLE: {
    'the required instance type does not support the network interfaces': generalCluster.withPods(
      lone.selecting({ [instanceType]: 'c6i.metal' }),
    ),
  },
  NODE_CLASS_INCOMPATIBLE: {
    'the required instance type does not support nested virtualization': generalCluster.withPods(
      lone.selecting({ [instanceType]: 'c6a.large' }),
    ),
  },
  NO_OFFERING: {
    'no instance type is offered as spot in the required zone': generalCluster
      .withPods(lone.selecting({ [zone]: 'us-east-1b' }))
      .withNodePools(general.requiring(capacityType, 'In', ['spot']))
      .withInstanceTypes(
        typeNamed('c5.large', 2, 4).offered(
          anOffering('us-east-1a', 'spot', 1),
          anOffering('us-east-1b', 'on-demand', 1),
        ),
      ),
  },
  OFFERINGS_UNAVAILABLE: {
    'EC2 has no capacity at present': generalCluster.withInstanceTypes(
      typeNamed('c5.large', 2, 4)
        .labelled(zone, 'us-east-1a', 'us-east-1b')
        .labelled(capacityType, 'on-demand')
        .offered(
          anOffering('us-east-1a', 'on-demand', 1, { available: false, unavailableUntil: 180_000 }),
          anOffering('us-east-1b', 'on-demand', 1, { available: false, unavailableUntil: 90_000 }),
        ),
    ),
    'a zonal shift moves traffic away from the only zone': generalCluster.withInstanceTypes(
      typeNamed('c5.large', 2, 4)
        .labelled(zone, 'us-east-1a')
        .labelled(capacityType, 'on-demand')
        .offered(anOffering('us-east-1a', 'on-demand', 1, { available: false, isShifted: true })),
    ),
    'a zonal shift moves traffic away from one zone, and the other has no capacity':
      generalCluster.withInstanceTypes(
        typeNamed('c5.large', 2, 4)
          .labelled(zone, 'us-east-1a', 'us-east-1b')
          .labelled(capacityType, 'on-demand')
          .offered(
            anOffering('us-east-1a', 'on-demand', 1, { available: false, isShifted: true }),
            anOffering('us-east-1b', 'on-demand', 1, {
              available: false,
              unavailableUntil: 90_000,
            }),
          ),
      ),
  },
  OFFERING_UNPRICED: {
    'the price is unknown': generalCluster.withInstanceTypes(
      typeNamed('c5.large', 2, 4).offered(anOffering('us-east-1a', 'on-demand', null)),
    ),
  },
  RESOURCE_NOT_OFFERED: {
    'the NodePool excludes all instance types with a GPU': generalCluster.withPods(
      lone.requesting({ [gpu]: 1 }),
    ),
    'the EC2NodeClass has no image for instance types with the device': generalCluster.withPods(
      lone.requesting({ 'aws.amazon.com/neuron': 1 }),
    ),
    'no instance type has the device': generalCluster.withPods(
      lone.requesting({ 'example.com/fpga': 1 }),
    ),
  },
  RESOURCE_TOO_LARGE: {
    'the pod is too large for every instance type': generalCluster.withPods(
      lone.requesting({ milliCpu: 900_000 }),
    ),
    'the pod fits on an instance type that the NodePool excludes': generalCluster.withPods(
      lone.requesting({ milliCpu: 8_000 }),
    ),
    'the pod is too large only together with DaemonSets': generalCluster
      .withPods(lone.requesting({ milliCpu: 3_700 }))
      .withInstanceTypes(typeNamed('m5.xlarge', 4, 16))
      .withDaemonSets(cacheOf({ milliCpu: 300 })),
    'the pod needs more local storage than the root volume has': generalCluster
      .withPods(lone.requesting({ milliCpu: 100, storageGib: 100 }))
      .withInstanceTypes(typeNamed('m5.xlarge', 4, 16).with({ storageGib: 20 })),
    'an instance type that the NodePool excludes has enough local storage': generalCluster
      .withPods(lone.requesting({ milliCpu: 100, storageGib: 100 }))
      .withInstanceTypes(
        typeNamed('m5.xlarge', 4, 16).with({ storageGib: 20 }),
        typeNamed('r5d.xlarge', 4, 32).with({ storageGib: 150 }),
      ),
    'the DaemonSets alone are too large': generalCluster
      .withInstanceTypes(typeNamed('m5.xlarge', 4, 16))
      .withDaemonSets(cacheOf({ milliCpu: 100, memoryMib: 40_000 })),
  },
  RESOURCE_COMBINATION_TOO_LARGE: {
    'no instance type has enough of both resources': generalCluster
      .withPods(lone.requesting({ milliCpu: 3_000, memoryMib: 10_000 }))
      .withInstanceTypes(typeNamed('c5.xlarge', 4, 8), typeNamed('m5.large', 2, 16)),
  },
  LIMIT_EXCEEDED: {
    'the instance types that fit exceed the remaining limit': generalCluster
      .withPods(lone.requesting({ milliCpu: 3_000 }))
      .withNodePools(general.limitedTo({ milliCpu: 10_000 }, { milliCpu: 7_000 })),
    'the NodePool has reached its limit of nodes': generalCluster.withNodePools(
      general.limitedTo({ nodes: 2 }, { nodes: 2 }),
    ),
  },
  HOST_PORT_CONFLICT: {
    'a DaemonSet uses the host port': generalCluster
      .withPods(lone.onHostPort(9_100))
      .withDaemonSets(aDaemonSet('metrics', aPod().onHostPort(9_100))),
  },
  VOLUME_LIMIT_EXCEEDED: {
    'no instance type can attach as many volumes': generalCluster
      .withPods(
        lone
          .withVolume('default/a', { driver: 'ebs.csi.aws.com' })
          .withVolume('default/b', { driver: 'ebs.csi.aws.com' }),
      )
      .withInstanceTypes(typeNamed('m5.xlarge', 4, 16).attaching({ 'ebs.csi.aws.com': 1 })),
  },
  MIN_VALUES_UNMET: {
    'too few instance types remain for minValues': generalCluster.withNodePools(
      general.requiring(instanceType, 'Exists', [], 5),
    ),
  },
  TOPOLOGY_UNSATISFIABLE: {
    'no pod matches the affinity': generalCluster.withPods(
      lone.withAffinityTo({ app: 'absent' }, zone),
    ),
    'pods that match the affinity are in a zone that the NodePool excludes': generalCluster
      .withPods(lone.withAffinityTo({ app: 'db' }, zone))
      .withNodePools(general.requiring(zone, 'In', ['us-east-1a']))
      .withNodes(dbInZoneB),
    'pods that match the anti-affinity are in the only zone': generalCluster
      .withPods(lone.withAntiAffinityTo({ app: 'db' }, zone))
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b']))
      .withNodes(dbInZoneB),
    'the anti-affinity of another pod matches the pod': generalCluster
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b']))
      .withNodes(
        dbInZoneB.running(
          aPod('shy').labelled({ app: 'shy' }).withAntiAffinityTo({ app: 'web' }, zone).running(),
        ),
      ),
    'the spread allows only a zone without a large enough instance type': aSnapshot()
      .withNodePools(general)
      .withInstanceTypes(
        typeNamed('c5.large', 2, 4).offered(anOffering('us-east-1a', 'on-demand', 2)),
        typeNamed('c5.medium', 1, 4).offered(anOffering('us-east-1b', 'on-demand', 1)),
      )
      .withNodes(
        aNode('n1')
          .launchedAs('c5.medium', 'us-east-1b', 'on-demand', 1)
          .with({ allocatable: { cpu: 0, memory: 0, pods: 0 } }),
      )
      .withPods(
        placed.requesting({ milliCpu: 1_600 }).spreadOver(zone),
        lone.requesting({ milliCpu: 1_500 }).spreadOver(zone),
      ),
    'no pod matches the affinity over hosts': generalCluster.withPods(
      lone.withAffinityTo({ app: 'db' }, hostname),
    ),
  },
  RESERVATION_FULL: {
    'the reservation that the pod requires is full': generalCluster
      .withPods(lone.selecting({ [labelKeys.capacityType]: 'reserved' }))
      .withNodePools(general.allowingAllCapacityTypes())
      .withInstanceTypes(ofReservation(0), typeNamed('c5.large', 2, 4)),
  },
  RESERVATION_PENDING: {
    'another pod has the last free instance of the reservation': generalCluster
      .withPods(placed.requesting({ milliCpu: 1_500 }), lone.requesting({ milliCpu: 1_400 }))
      .withNodePools(general.allowingAllCapacityTypes())
      .withInstanceTypes(ofReservation(1)),
  },
  INSTANCE_TYPE_MISMATCH: {
    'instance types have another category': generalCluster,
  },
  DEVICES_MISSING: {
    'the claim needs more devices than any type has': withClaim(aDeviceClaim({}, { count: 3 })),
    'the claim selects no device of any type': withClaim(aDeviceClaim({}, { selectors: 'nic' })),
    'the claim selects partitions of devices': withClaim(
      aDeviceClaim({}, { selectors: 'partition' }),
    ),
    'the devices have less capacity than the claim needs': withClaim(
      aDeviceClaim({}, { amounts: { 'gpu/memory': 1 } }),
    ),
    'the constraint is on an attribute that is not known': withClaim(
      aDeviceClaim({
        constraints: [
          { requests: [], attribute: 'resource.kubernetes.io/pcieRoot', kind: 'Match' },
        ],
      }),
    ),
    'it is unknown whether the claim selects the devices': withClaim(
      aDeviceClaim(),
    ).withInstanceTypes(
      typeNamed('m5.xlarge', 4, 16).withDevices(someDevices(1, { profile: 'mig' })),
    ),
    'the claim has its devices on a node that is full': withClaim(
      aDeviceClaim({ allocation: { node: 'db', isKept: false } }),
    ).withNodes(dbInZoneB.with({ devices: published(aDevice('0', { isHeld: true })) })),
    'the claim has too many combinations of devices': withClaim(
      aDeviceClaim({
        requests: [aDeviceRequest('some', { count: 10 }), aDeviceRequest('others', { count: 21 })],
      }),
    )
      .withInstanceTypes(
        typeNamed('m5.xlarge', 4, 16).withDevices(
          ...profiles.map((profile) => someDevices(1, { profile })),
        ),
      )
      .with({
        deviceSelections: { gpu: Object.fromEntries(profiles.map((profile) => [profile, true])) },
      }),
  },
  INSTANCE_TYPE_LACKS_DEVICES: {
    'the node needs devices that some types lack': withClaim(aDeviceClaim()),
  },
  INSTANCE_TYPE_TOO_SMALL: {
    'instance types are too small': generalCluster.withPods(lone.requesting({ milliCpu: 3_000 })),
  },
  MORE_EXPENSIVE_THAN_CHOSEN: {
    'a launch lists no more instance types': generalCluster.withInstanceTypes(
      ...Array.from({ length: 601 }, (_, index) => typeNamed(`c5.${index}`, 2, 4)),
    ),
  },
};

function ofReservation(reservationCapacity: number): ReturnType<typeof typeNamed> {
  return typeNamed('c5.large', 2, 4).offered(
    anOffering('us-east-1a', 'reserved', 1, { reservationId: 'cr-1', reservationCapacity }),
  );
}
