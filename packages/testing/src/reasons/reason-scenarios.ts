import { labelKeys } from '@kerf/core';
import type { SchedulingReason } from '@kerf/engine';
import { anOffering } from '../builders/instance-type-builder.js';
import { aNode } from '../builders/node-builder.js';
import { aNodePool } from '../builders/node-pool-builder.js';
import { aPod, term } from '../builders/pod-builder.js';
import { aDaemonSet, aSnapshot, type SnapshotBuilder } from '../builders/snapshot-builder.js';
import { category, company, general, gpu, lone, typeNamed } from './company.js';

const { arch, capacityType, hostname, instanceType, nodePool, os, zone } = labelKeys;
const taint = { key: 'dedicated', value: 'ci', effect: 'NoSchedule' } as const;
const dbInZoneB = aNode('db')
  .bought('t2', 'us-east-1b', 'on-demand', 1)
  .tainted(taint)
  .running(aPod('db').labelled({ app: 'db' }).running());
const cacheOf = (amounts: Parameters<typeof lone.requesting>[0]) =>
  aDaemonSet('cache', aPod().requesting(amounts));
const placed = aPod('placed').requesting({ milliCpu: 1_000, memoryMib: 1_024 });

/**
 * For each reason code, snapshots in which the pod `lone` has it, for the nearest NodePool or for
 * all. Codes of instance types are those of a node that is planned for it.
 */
export const reasonScenarios: Readonly<
  Record<SchedulingReason['code'], Readonly<Record<string, SnapshotBuilder>>>
> = {
  POD_INVALID: {
    'a claim of its volumes is lost': company.withPods(lone.withVolume('v', { problem: 'lost' })),
  },
  CONSTRAINT_UNSUPPORTED: {
    'it claims a device': company.withPods(lone.withSpec({ unsupported: ['resourceClaims'] })),
  },
  NO_NODE_POOL: {
    'no pool takes pending pods': company.withNodePools(general.keeping(3)),
  },
  VOLUMES_INCOMPATIBLE: {
    'its volumes are in two zones': company.withPods(
      lone
        .withVolume('shop/data', { nodeRequirements: [term(zone, 'In', 'us-east-1a')] })
        .withVolume('shop/log', { nodeRequirements: [term(zone, 'In', 'us-east-1b')] }),
    ),
  },
  NODE_POOL_BEING_DELETED: {
    'the pool is being deleted': company.withNodePools(
      general.notReady('being deleted', { cause: 'BeingDeleted' }),
    ),
  },
  NODE_POOL_NOT_READY: {
    'no subnet matches': company.withNodePools(
      general.notReady('no subnet matches', { field: 'spec.subnetSelectorTerms' }),
    ),
    'the node class does not exist': company.withNodePools(
      general.notReady('EC2NodeClass company does not exist', { cause: 'NodeClassMissing' }),
    ),
  },
  NO_MATCHING_INSTANCE_TYPE: {
    'the node class resolves to no type': company.withInstanceTypes(),
    'no type is of the category that the pool requires': company.withNodePools(
      general.requiring(category, 'In', ['z']),
    ),
  },
  TAINT_NOT_TOLERATED: {
    'a taint is not tolerated': company.withNodePools(general.tainted(taint)),
  },
  LABEL_UNDEFINED: {
    'no pool defines the label': company.withPods(lone.selecting({ team: 'payments' })),
  },
  REQUIREMENT_INCOMPATIBLE: {
    'the pool allows another capacity type': company.withPods(
      lone.selecting({ [capacityType]: 'spot' }),
    ),
    'the pool allows other zones': company
      .withPods(lone.selecting({ [zone]: 'us-east-1a' }))
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b'])),
    'no type has its architecture': company
      .withPods(lone.selecting({ [arch]: 'arm64' }))
      .withInstanceTypes(typeNamed('c5.large', 2, 4)),
    'no image is of its operating system': company.withPods(lone.selecting({ [os]: 'windows' })),
    'its instance type is of a category that the pool excludes': company.withPods(
      lone.selecting({ [instanceType]: 'r5.4xlarge' }),
    ),
    'its instance type has no image, and the pool excludes it anyway': company.withPods(
      lone.selecting({ [instanceType]: 'p4d.24xlarge' }),
    ),
    'its instance type is of another architecture': company.withPods(
      lone.selecting({ [instanceType]: 'm6g.large', [arch]: 'amd64' }),
    ),
    'it must be on another pool': company
      .withPods(lone.selecting({ [nodePool]: 'batch' }))
      .withNodePools(general, aNodePool('batch').keeping(2)),
    'it requires a label and its absence': company.withPods(
      lone.selecting({ team: 'a' }).requiringOneOf(term('team', 'DoesNotExist')),
    ),
    'one of two alternatives comes nearest': company.withPods(
      lone.requiringOneOf(term(capacityType, 'In', 'spot'), {
        hasMatchFields: false,
        matchExpressions: [
          ...term(capacityType, 'In', 'spot').matchExpressions,
          ...term('team', 'Exists').matchExpressions,
        ],
      }),
    ),
    'its volume is in a zone that the pool excludes': company
      .withPods(
        lone.withVolume('shop/data', { nodeRequirements: [term(zone, 'In', 'us-east-1a')] }),
      )
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b'])),
    'its volume is in another zone than it must be': company.withPods(
      lone
        .selecting({ [zone]: 'us-east-1b' })
        .withVolume('shop/data', { nodeRequirements: [term(zone, 'In', 'us-east-1a')] }),
    ),
  },
  VALUE_UNKNOWN: {
    'its zone does not exist': company.withPods(lone.selecting({ [zone]: 'us-east-1z' })),
    'its instance type does not exist': company.withPods(
      lone.selecting({ [instanceType]: 'm99.huge' }),
    ),
    'its NodePool does not exist': company.withPods(lone.selecting({ [nodePool]: 'batch' })),
  },
  SUBNET_MISSING: {
    'the node class has no subnet in its zone': company.withPods(
      lone.selecting({ [zone]: 'us-east-1e' }),
    ),
    'its instance type is sold only where the node class has no subnet': company.withPods(
      lone.selecting({ [instanceType]: 'c7x.large' }),
    ),
  },
  IMAGE_MISSING: {
    'the node class has no image for its instance type': company.withPods(
      lone.selecting({ [instanceType]: 'm9n.large' }),
    ),
  },
  NETWORK_INCOMPATIBLE: {
    'its instance type cannot have the interfaces': company.withPods(
      lone.selecting({ [instanceType]: 'c6i.metal' }),
    ),
  },
  NO_OFFERING: {
    'no type is sold as spot in its zone': company
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
    'the cloud has no capacity for now': company.withInstanceTypes(
      typeNamed('c5.large', 2, 4)
        .labelled(zone, 'us-east-1a', 'us-east-1b')
        .labelled(capacityType, 'on-demand')
        .offered(
          anOffering('us-east-1a', 'on-demand', 1, { available: false, unavailableUntil: 180_000 }),
          anOffering('us-east-1b', 'on-demand', 1, { available: false, unavailableUntil: 90_000 }),
        ),
    ),
  },
  OFFERING_UNPRICED: {
    'the price is not known': company.withInstanceTypes(
      typeNamed('c5.large', 2, 4).offered(anOffering('us-east-1a', 'on-demand', null)),
    ),
  },
  RESOURCE_NOT_OFFERED: {
    'the pool excludes all types with a GPU': company.withPods(lone.requesting({ [gpu]: 1 })),
    'the node class has no image for types with the device': company.withPods(
      lone.requesting({ 'aws.amazon.com/neuron': 1 }),
    ),
    'no type has the device': company.withPods(lone.requesting({ 'example.com/fpga': 1 })),
  },
  RESOURCE_TOO_LARGE: {
    'it is too large for every type': company.withPods(lone.requesting({ milliCpu: 900_000 })),
    'it fits on a type that the pool excludes': company.withPods(
      lone.requesting({ milliCpu: 8_000 }),
    ),
    'it is too large only with the DaemonSets': company
      .withPods(lone.requesting({ milliCpu: 3_700 }))
      .withInstanceTypes(typeNamed('m5.xlarge', 4, 16))
      .withDaemonSets(cacheOf({ milliCpu: 300 })),
    'the DaemonSets alone are too large': company
      .withInstanceTypes(typeNamed('m5.xlarge', 4, 16))
      .withDaemonSets(cacheOf({ milliCpu: 100, memoryMib: 40_000 })),
  },
  RESOURCE_COMBINATION_TOO_LARGE: {
    'no type has both': company
      .withPods(lone.requesting({ milliCpu: 3_000, memoryMib: 10_000 }))
      .withInstanceTypes(typeNamed('c5.xlarge', 4, 8), typeNamed('m5.large', 2, 16)),
  },
  LIMIT_EXCEEDED: {
    'the types that fit are beyond what is left of the limit': company
      .withPods(lone.requesting({ milliCpu: 3_000 }))
      .withNodePools(general.limitedTo({ milliCpu: 10_000 }, { milliCpu: 7_000 })),
    'the pool has all the nodes that it may have': company.withNodePools(
      general.limitedTo({ nodes: 2 }, { nodes: 2 }),
    ),
  },
  HOST_PORT_CONFLICT: {
    'a DaemonSet uses the port': company
      .withPods(lone.onHostPort(9_100))
      .withDaemonSets(aDaemonSet('metrics', aPod().onHostPort(9_100))),
  },
  MIN_VALUES_UNMET: {
    'too few types are left': company.withNodePools(
      general.requiring(instanceType, 'Exists', [], 5),
    ),
  },
  TOPOLOGY_UNSATISFIABLE: {
    'there is nobody to be near to': company.withPods(lone.near({ app: 'absent' }, zone)),
    'those that it must be near to are where the pool cannot launch': company
      .withPods(lone.near({ app: 'db' }, zone))
      .withNodePools(general.requiring(zone, 'In', ['us-east-1a']))
      .withNodes(dbInZoneB),
    'those that it must not be near to are in the only zone': company
      .withPods(lone.awayFrom({ app: 'db' }, zone))
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b']))
      .withNodes(dbInZoneB),
    'others must not be near to it': company
      .withNodePools(general.requiring(zone, 'In', ['us-east-1b']))
      .withNodes(
        dbInZoneB.running(
          aPod('shy').labelled({ app: 'shy' }).awayFrom({ app: 'web' }, zone).running(),
        ),
      ),
    'its spread allows only a zone without a type that is large enough': aSnapshot()
      .withNodePools(general)
      .withInstanceTypes(
        typeNamed('c5.large', 2, 4).offered(anOffering('us-east-1a', 'on-demand', 2)),
        typeNamed('c5.medium', 1, 4).offered(anOffering('us-east-1b', 'on-demand', 1)),
      )
      .withPods(
        placed.requesting({ milliCpu: 1_600 }).spreadOver(zone),
        lone.requesting({ milliCpu: 1_500 }).spreadOver(zone),
      ),
    'there is nobody to share a host with': company.withPods(lone.near({ app: 'db' }, hostname)),
  },
  RESERVATION_PENDING: {
    'the reservation has no place left': company
      .withNodePools(general.launchingAnything())
      .withInstanceTypes(
        typeNamed('c5.large', 2, 4).offered(
          anOffering('us-east-1a', 'reserved', 1, { reservationId: 'cr-1' }),
        ),
      ),
  },
  INSTANCE_TYPE_MISMATCH: {
    'types are of another category': company,
  },
  INSTANCE_TYPE_TOO_SMALL: {
    'types are too small': company.withPods(lone.requesting({ milliCpu: 3_000 })),
  },
  MORE_EXPENSIVE_THAN_CHOSEN: {
    'a launch names no more types': company.withInstanceTypes(
      ...Array.from({ length: 601 }, (_, index) => typeNamed(`c5.${index}`, 2, 4)),
    ),
  },
};
