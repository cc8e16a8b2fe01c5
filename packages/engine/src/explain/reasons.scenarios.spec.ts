import { labelKeys } from '@kerf/core';
import { category, gpu, reasonScenarios } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { LabelTerm, SchedulingReason } from '../model/scheduling-reason.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { obstacleDistances } from './nearness.js';

const { arch, capacityType, hostname, instanceType, nodePool, os, zone } = labelKeys;
const [zoneA, zoneB, zoneE] = ['us-east-1a', 'us-east-1b', 'us-east-1e'];

const is = (...values: readonly string[]): readonly LabelTerm[] => [
  { operator: 'In', values, omitted: 0 },
];
const requires = (key: string, ...values: readonly string[]) => ({
  key,
  required: is(...values),
  volume: null,
  alternatives: 1,
});
const ofPool = (key: string, ...values: readonly string[]) =>
  ({ source: 'NodePool', key, terms: is(...values) }) as const;
const categories = ofPool(category, 'c', 'm');
const requirement = (index: number): string => `spec.template.spec.requirements[${index}]`;
const pool = (path: string) => ({ kind: 'NodePool', name: 'general', path });
const nodeClass = (path: string) => ({ kind: 'EC2NodeClass', name: 'company', path });
const mib = 2 ** 20;

const devices = {
  code: 'DEVICES_MISSING',
  claim: 'gpu',
  request: 'gpu',
  cause: 'TOO_FEW',
  detail: '',
  neededDevices: 1,
  foundDevices: 0,
} as const;

const topology = {
  code: 'TOPOLOGY_UNSATISFIABLE',
  key: zone,
  selector: 'app=db',
  isOwn: true,
} as const;
const notOffered = { code: 'RESOURCE_NOT_OFFERED', requested: 1, omitted: 0 } as const;
const tooLarge = { code: 'RESOURCE_TOO_LARGE', daemons: 0, fitting: null } as const;

/** The expected reason of the nearest NodePool or of the pod itself, and where it can be fixed. */
const expected: Readonly<Record<string, readonly [SchedulingReason, fix?: object]>> = {
  'the PersistentVolumeClaim of the pod is lost': [
    { code: 'POD_INVALID', problem: 'VOLUME', detail: 'lost' },
  ],
  'the ResourceClaim of the pod is missing': [
    { code: 'POD_INVALID', problem: 'RESOURCE_CLAIM', detail: 'it is gone' },
  ],
  'the pod uses something that Kerf cannot plan': [
    { code: 'CONSTRAINT_UNSUPPORTED', constraint: 'devices of several nodes' },
  ],
  'no NodePool takes pending pods': [{ code: 'NO_NODE_POOL' }],
  'the volumes of the pod are in two zones': [
    {
      code: 'VOLUMES_INCOMPATIBLE',
      key: zone,
      volumes: [
        { claim: 'shop/data', required: is(zoneA) },
        { claim: 'shop/log', required: is(zoneB) },
      ],
    },
  ],
  'the NodePool is being deleted': [{ code: 'NODE_POOL_BEING_DELETED' }],
  'a field of the NodePool cannot be read': [
    { code: 'NODE_POOL_REFUSED', field: 'spec.weight', detail: 'spec.weight: must be a number' },
    pool('spec.weight'),
  ],
  'launches of the NodePool are paused': [
    {
      code: 'LAUNCHES_PAUSED',
      pauseId: 'pau_1',
      scope: 'Cluster',
      reason: 'bad AMI',
      owner: 'ana',
      until: null,
    },
  ],
  'the spending of the month has reached its limit': [
    {
      code: 'MONTHLY_SPEND_LIMIT_REACHED',
      limitId: 'spl_1',
      scope: 'NodePool',
      limitMicroUsd: 1_000_000_000,
      spentMicroUsd: 1_002_000_000,
      until: 1_796_083_200_000,
    },
  ],
  'every instance type costs more than the spend limit leaves': [
    {
      code: 'SPEND_LIMIT_EXCEEDED',
      limitId: 'spl_1',
      scope: 'NodePool',
      limitMicroUsdPerHour: 1_000_000,
      spendMicroUsdPerHour: 999_999,
      neededMicroUsdPerHour: 100_000,
      instanceType: 'c5.large',
    },
  ],
  'no subnet matches': [
    { code: 'NODE_POOL_NOT_READY', nodeClass: 'company', detail: 'no subnet matches' },
    nodeClass('spec.subnetSelectorTerms'),
  ],
  'the EC2NodeClass does not exist': [
    {
      code: 'NODE_POOL_NOT_READY',
      nodeClass: 'company',
      detail: 'EC2NodeClass company does not exist',
    },
    pool('spec.template.spec.nodeClassRef'),
  ],
  'the EC2NodeClass resolves to no instance type': [
    { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null },
    nodeClass(''),
  ],
  'no instance type has the category that the NodePool requires': [
    { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: { key: category, terms: is('z') } },
    pool(requirement(1)),
  ],
  'the pod does not tolerate a taint': [
    { code: 'TAINT_NOT_TOLERATED', key: 'dedicated', value: 'ci', effect: 'NoSchedule' },
    pool('spec.template.spec.taints[0]'),
  ],
  'no NodePool defines the label': [
    { code: 'LABEL_UNDEFINED', ...requires('team', 'payments') },
    pool('spec.template.spec.requirements'),
  ],
  'the NodePool allows another capacity type': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(capacityType, 'spot'),
      allowed: ofPool(capacityType, 'on-demand'),
    },
    pool(requirement(0)),
  ],
  'the NodePool allows other zones': [
    { code: 'REQUIREMENT_INCOMPATIBLE', ...requires(zone, zoneA), allowed: ofPool(zone, zoneB) },
    pool(requirement(2)),
  ],
  'no instance type has the required architecture': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(arch, 'arm64'),
      allowed: { source: 'InstanceTypes', key: arch, terms: is('amd64') },
    },
    nodeClass('spec.amiSelectorTerms'),
  ],
  'no image has the required operating system': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(os, 'windows'),
      allowed: { source: 'InstanceTypes', key: os, terms: is('linux') },
    },
    nodeClass('spec.amiSelectorTerms'),
  ],
  'the NodePool excludes the category of the required instance type': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(instanceType, 'r5.4xlarge'),
      allowed: categories,
    },
    pool(requirement(1)),
  ],
  'the NodePool excludes the required instance type, which also has no image': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(instanceType, 'p4d.24xlarge'),
      allowed: categories,
    },
    pool(requirement(1)),
  ],
  'the required instance type has another architecture': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(instanceType, 'm6g.large'),
      allowed: { source: 'Pod', key: arch, terms: is('amd64') },
    },
  ],
  'the pod selects another NodePool': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(nodePool, 'batch'),
      allowed: ofPool(nodePool, 'general'),
    },
  ],
  'the pod requires a label and its absence': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires('team'),
      required: [{ operator: 'DoesNotExist', values: [], omitted: 0 }],
      allowed: { source: 'Pod', key: 'team', terms: is('a') },
    },
  ],
  'one of two alternatives has fewer conflicts': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(capacityType, 'spot'),
      alternatives: 2,
      allowed: ofPool(capacityType, 'on-demand'),
    },
    pool(requirement(0)),
  ],
  'the NodePool excludes the zone of a volume': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(zone, zoneA),
      volume: 'shop/data',
      allowed: ofPool(zone, zoneB),
    },
    pool(requirement(2)),
  ],
  'a volume is in another zone than the pod requires': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(zone, zoneA),
      volume: 'shop/data',
      allowed: { source: 'Pod', key: zone, terms: is(zoneB) },
    },
  ],
  'the required zone does not exist': [
    {
      code: 'VALUE_UNKNOWN',
      ...requires(zone, 'us-east-1z'),
      known: [zoneA, zoneB, zoneE],
    },
  ],
  'the required instance type does not exist': [
    {
      code: 'VALUE_UNKNOWN',
      ...requires(instanceType, 'm99.huge'),
      known: [
        'c5.large',
        'c6a.large',
        'c6i.metal',
        'c7x.large',
        'g5.xlarge',
        'm5.xlarge',
        'm6g.large',
        'm9n.large',
        'p4d.24xlarge',
        'r5.4xlarge',
      ],
    },
  ],
  'the required NodePool does not exist': [
    { code: 'VALUE_UNKNOWN', ...requires(nodePool, 'batch'), known: ['general'] },
  ],
  'the EC2NodeClass has no subnet in the required zone': [
    {
      code: 'SUBNET_MISSING',
      ...requires(zone, zoneE),
      nodeClass: 'company',
      zones: [zoneE],
      available: [zoneA, zoneB],
    },
    nodeClass('spec.subnetSelectorTerms'),
  ],
  'the required instance type is offered only in zones without a subnet': [
    {
      code: 'SUBNET_MISSING',
      ...requires(instanceType, 'c7x.large'),
      nodeClass: 'company',
      zones: [zoneE],
      available: [zoneA, zoneB],
    },
    nodeClass('spec.subnetSelectorTerms'),
  ],
  'the EC2NodeClass has no image for the required instance type': [
    {
      code: 'IMAGE_MISSING',
      ...requires(instanceType, 'm9n.large'),
      nodeClass: 'company',
      architectures: ['amd64'],
      variant: 'neuron',
      instanceTypes: ['m9n.large'],
      omitted: 0,
    },
    nodeClass('spec.amiSelectorTerms'),
  ],
  'the required instance type does not support the network interfaces': [
    {
      code: 'NETWORK_INCOMPATIBLE',
      ...requires(instanceType, 'c6i.metal'),
      nodeClass: 'company',
      instanceTypes: ['c6i.metal'],
      omitted: 0,
    },
    nodeClass('spec.networkInterfaces'),
  ],
  'the required instance type does not support nested virtualization': [
    {
      code: 'NODE_CLASS_INCOMPATIBLE',
      ...requires(instanceType, 'c6a.large'),
      nodeClass: 'company',
      field: 'spec.cpuOptions.nestedVirtualization',
      value: 'enabled',
      instanceTypes: ['c6a.large'],
      omitted: 0,
    },
    nodeClass('spec.cpuOptions.nestedVirtualization'),
  ],
  'no instance type is offered as spot in the required zone': [
    { code: 'NO_OFFERING', zones: [zoneB], capacityTypes: ['spot'] },
    pool(requirement(1)),
  ],
  'EC2 has no capacity at present': [
    {
      code: 'OFFERINGS_UNAVAILABLE',
      zones: [],
      capacityTypes: ['on-demand'],
      offerings: 2,
      until: 90_000,
    },
  ],
  'a zonal shift moves traffic away from the only zone': [
    {
      code: 'OFFERINGS_UNAVAILABLE',
      zones: [],
      capacityTypes: ['on-demand'],
      offerings: 1,
      until: null,
      shifted: { zones: ['us-east-1a'], offerings: 1 },
    },
  ],
  'a zonal shift moves traffic away from one zone, and the other has no capacity': [
    {
      code: 'OFFERINGS_UNAVAILABLE',
      zones: [],
      capacityTypes: ['on-demand'],
      offerings: 2,
      until: 90_000,
      shifted: { zones: ['us-east-1a'], offerings: 1 },
    },
  ],
  'the price is unknown': [{ code: 'OFFERING_UNPRICED' }],
  'the NodePool excludes all instance types with a GPU': [
    { ...notOffered, resource: gpu, instanceTypes: ['g5.xlarge'], excludedBy: categories },
    pool(requirement(1)),
  ],
  'the EC2NodeClass has no image for instance types with the device': [
    {
      ...notOffered,
      resource: 'aws.amazon.com/neuron',
      instanceTypes: ['m9n.large'],
      excludedBy: {
        source: 'Image',
        nodeClass: 'company',
        architectures: ['amd64'],
        variant: 'neuron',
      },
    },
    nodeClass('spec.amiSelectorTerms'),
  ],
  'no instance type has the device': [
    { ...notOffered, resource: 'example.com/fpga', instanceTypes: [], excludedBy: null },
  ],
  'the pod is too large for every instance type': [
    {
      ...tooLarge,
      resource: 'cpu',
      requested: 900_000,
      largest: 3_900,
      instanceType: 'm5.xlarge',
    },
  ],
  'the pod fits on an instance type that the NodePool excludes': [
    {
      ...tooLarge,
      resource: 'cpu',
      requested: 8_000,
      largest: 3_900,
      instanceType: 'm5.xlarge',
      fitting: { instanceType: 'r5.4xlarge', excludedBy: categories },
    },
    pool(requirement(1)),
  ],
  'the pod is too large only together with DaemonSets': [
    {
      ...tooLarge,
      resource: 'cpu',
      requested: 4_000,
      daemons: 300,
      largest: 3_900,
      instanceType: 'm5.xlarge',
    },
  ],
  'the pod needs more local storage than the root volume has': [
    {
      ...tooLarge,
      resource: 'ephemeral-storage',
      requested: 100 * 1_024 * mib,
      largest: 20 * 1_024 * mib,
      instanceType: 'm5.xlarge',
    },
    nodeClass('spec.blockDeviceMappings'),
  ],
  'an instance type that the NodePool excludes has enough local storage': [
    {
      ...tooLarge,
      resource: 'ephemeral-storage',
      requested: 100 * 1_024 * mib,
      largest: 20 * 1_024 * mib,
      instanceType: 'm5.xlarge',
      fitting: { instanceType: 'r5d.xlarge', excludedBy: categories },
    },
    pool(requirement(1)),
  ],
  'the DaemonSets alone are too large': [
    {
      ...tooLarge,
      resource: 'memory',
      requested: 41_024 * mib,
      daemons: 40_000 * mib,
      largest: 16 * 1_024 * mib,
      instanceType: 'm5.xlarge',
    },
  ],
  'no instance type has enough of both resources': [
    { code: 'RESOURCE_COMBINATION_TOO_LARGE', resources: ['cpu', 'memory'] },
  ],
  'the instance types that fit exceed the remaining limit': [
    {
      code: 'LIMIT_EXCEEDED',
      resource: 'cpu',
      limit: 10_000,
      usage: 7_000,
      needed: 4_000,
      instanceType: 'm5.xlarge',
    },
    pool('spec.limits.cpu'),
  ],
  'the NodePool has reached its limit of nodes': [
    {
      code: 'LIMIT_EXCEEDED',
      resource: 'nodes',
      limit: 2,
      usage: 2,
      needed: 1,
      instanceType: null,
    },
    pool('spec.limits.nodes'),
  ],
  'a DaemonSet uses the host port': [
    { code: 'HOST_PORT_CONFLICT', port: 9_100, protocol: 'TCP', daemonSet: 'default/metrics' },
  ],
  'no instance type can attach as many volumes': [
    {
      code: 'VOLUME_LIMIT_EXCEEDED',
      driver: 'ebs.csi.aws.com',
      volumeCount: 2,
      limit: 1,
      instanceType: 'm5.xlarge',
    },
  ],
  'too few instance types remain for minValues': [
    { code: 'MIN_VALUES_UNMET', key: instanceType, minValues: 5, found: 3 },
    pool(`${requirement(2)}.minValues`),
  ],
  'no pod matches the affinity': [
    {
      ...topology,
      kind: 'Affinity',
      selector: 'app=absent',
      domains: [],
      reachable: [zoneA, zoneB],
    },
  ],
  'pods that match the affinity are in a zone that the NodePool excludes': [
    { ...topology, kind: 'Affinity', domains: [zoneB], reachable: [zoneA] },
    pool(requirement(2)),
  ],
  'pods that match the anti-affinity are in the only zone': [
    { ...topology, kind: 'AntiAffinity', domains: [], reachable: [zoneB] },
    pool(requirement(2)),
  ],
  'the anti-affinity of another pod matches the pod': [
    {
      ...topology,
      kind: 'AntiAffinity',
      selector: 'app=web',
      isOwn: false,
      domains: [],
      reachable: [zoneB],
    },
    pool(requirement(2)),
  ],
  'the spread allows only a zone without a large enough instance type': [
    {
      ...topology,
      kind: 'Spread',
      selector: 'app=web',
      domains: [zoneB],
      reachable: [zoneA],
    },
  ],
  'no pod matches the affinity over hosts': [
    { ...topology, kind: 'Affinity', key: hostname, domains: [], reachable: [] },
  ],
  'the reservation that the pod requires is full': [
    { code: 'RESERVATION_FULL', reservations: ['cr-1'] },
  ],
  'another pod has the last free instance of the reservation': [{ code: 'RESERVATION_PENDING' }],
  'instance types have another category': [
    {
      code: 'INSTANCE_TYPE_MISMATCH',
      key: category,
      required: is('c', 'm'),
      found: is('g', 'r'),
    },
  ],
  'the claim needs more devices than any type has': [
    { ...devices, neededDevices: 3, foundDevices: 2 },
  ],
  'the claim selects no device of any type': [devices],
  'the claim selects partitions of devices': [
    { ...devices, cause: 'UNSUPPORTED', detail: 'partitions of GPUs (MIG)' },
  ],
  'the devices have less capacity than the claim needs': [
    { ...devices, cause: 'IN_USE', foundDevices: 2 },
  ],
  'the constraint is on an attribute that is not known': [
    {
      ...devices,
      cause: 'CONSTRAINT',
      detail: 'resource.kubernetes.io/pcieRoot',
      foundDevices: 2,
    },
  ],
  'it is unknown whether the claim selects the devices': [
    {
      ...devices,
      cause: 'UNDECIDED',
      detail: 'attribute gpu/uuid is known only once the node runs',
    },
  ],
  'the claim has its devices on a node that is full': [
    { ...devices, cause: 'ELSEWHERE', detail: 'db', neededDevices: null },
  ],
  'the claim has too many combinations of devices': [
    { ...devices, request: 'others', cause: 'TOO_COMPLEX', neededDevices: 21 },
  ],
  'the node needs devices that some types lack': [{ code: 'INSTANCE_TYPE_LACKS_DEVICES' }],
  'instance types are too small': [
    {
      code: 'INSTANCE_TYPE_TOO_SMALL',
      resource: 'cpu',
      requested: 3_000,
      largest: 1_900,
      instanceType: 'c5.large',
    },
  ],
  'a launch lists no more instance types': [{ code: 'MORE_EXPENSIVE_THAN_CHOSEN' }],
};

/** The reasons of the pod `lone`, nearest NodePool first; those of excluded types if it has a node. */
function reportedIn({ unschedulable, newNodeClaims }: SchedulingResult) {
  const pod = unschedulable.find(({ podUid }) => podUid === 'lone');
  const rejections = newNodeClaims.flatMap((claim) => claim.rejectedInstanceTypes);
  if (pod === undefined) return rejections.map(({ reason }) => ({ reason, fix: null }));
  return [
    ...pod.reasons.map((reason) => ({ reason, fix: null })),
    ...pod.byNodePool.map(({ reason, fix }) => ({ reason, fix })),
  ];
}

const cases = Object.entries(reasonScenarios).flatMap(([code, scenarios]) =>
  Object.entries(scenarios).map(([sentence, given]) => ({ code, sentence, given })),
);

describe('a reason', () => {
  it.each(cases)('$code: $sentence', ({ code, sentence, given }) => {
    const [reason, fix = null] = expected[sentence] ?? [];
    const reported = reportedIn(planWithFirstFit(given.build())).filter(
      (one) => one.reason.code === code,
    );
    expect(reported).toEqual([{ reason, fix }]);
  });

  it('is expected for every scenario', () => {
    expect(Object.keys(expected).toSorted()).toEqual(
      cases.map(({ sentence }) => sentence).toSorted(),
    );
  });

  it('has a scenario for every code of the union', () => {
    const without = Object.keys(obstacleDistances).filter(
      (code) => !cases.some((one) => one.code === code),
    );
    expect(without).toEqual([]);
  });
});
