import { labelKeys } from '@kerf/core';
import { category, gpu, reasonScenarios } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { LabelTerm, SchedulingReason } from '../model/scheduling-reason.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { planWithFirstFit } from '../plan/solve.js';
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
  'a claim of its volumes is lost': [{ code: 'POD_INVALID', problem: 'VOLUME', detail: 'lost' }],
  'it claims a device': [{ code: 'CONSTRAINT_UNSUPPORTED', constraint: 'resourceClaims' }],
  'no pool takes pending pods': [{ code: 'NO_NODE_POOL' }],
  'its volumes are in two zones': [
    {
      code: 'VOLUMES_INCOMPATIBLE',
      key: zone,
      volumes: [
        { claim: 'shop/data', required: is(zoneA) },
        { claim: 'shop/log', required: is(zoneB) },
      ],
    },
  ],
  'the pool is being deleted': [{ code: 'NODE_POOL_BEING_DELETED' }],
  'no subnet matches': [
    { code: 'NODE_POOL_NOT_READY', nodeClass: 'company', detail: 'no subnet matches' },
    nodeClass('spec.subnetSelectorTerms'),
  ],
  'the node class does not exist': [
    {
      code: 'NODE_POOL_NOT_READY',
      nodeClass: 'company',
      detail: 'EC2NodeClass company does not exist',
    },
    pool('spec.template.spec.nodeClassRef'),
  ],
  'the node class resolves to no type': [
    { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: null },
    nodeClass(''),
  ],
  'no type is of the category that the pool requires': [
    { code: 'NO_MATCHING_INSTANCE_TYPE', allowed: { key: category, terms: is('z') } },
    pool(requirement(1)),
  ],
  'a taint is not tolerated': [
    { code: 'TAINT_NOT_TOLERATED', key: 'dedicated', value: 'ci', effect: 'NoSchedule' },
    pool('spec.template.spec.taints[0]'),
  ],
  'no pool defines the label': [
    { code: 'LABEL_UNDEFINED', ...requires('team', 'payments') },
    pool('spec.template.spec.requirements'),
  ],
  'the pool allows another capacity type': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(capacityType, 'spot'),
      allowed: ofPool(capacityType, 'on-demand'),
    },
    pool(requirement(0)),
  ],
  'the pool allows other zones': [
    { code: 'REQUIREMENT_INCOMPATIBLE', ...requires(zone, zoneA), allowed: ofPool(zone, zoneB) },
    pool(requirement(2)),
  ],
  'no type has its architecture': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(arch, 'arm64'),
      allowed: { source: 'InstanceTypes', key: arch, terms: is('amd64') },
    },
    nodeClass('spec.amiSelectorTerms'),
  ],
  'no image is of its operating system': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(os, 'windows'),
      allowed: { source: 'InstanceTypes', key: os, terms: is('linux') },
    },
    nodeClass('spec.amiSelectorTerms'),
  ],
  'its instance type is of a category that the pool excludes': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(instanceType, 'r5.4xlarge'),
      allowed: categories,
    },
    pool(requirement(1)),
  ],
  'its instance type has no image, and the pool excludes it anyway': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(instanceType, 'p4d.24xlarge'),
      allowed: categories,
    },
    pool(requirement(1)),
  ],
  'its instance type is of another architecture': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(instanceType, 'm6g.large'),
      allowed: { source: 'Pod', key: arch, terms: is('amd64') },
    },
  ],
  'it must be on another pool': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(nodePool, 'batch'),
      allowed: ofPool(nodePool, 'general'),
    },
  ],
  'it requires a label and its absence': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires('team'),
      required: [{ operator: 'DoesNotExist', values: [], omitted: 0 }],
      allowed: { source: 'Pod', key: 'team', terms: is('a') },
    },
  ],
  'one of two alternatives comes nearest': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(capacityType, 'spot'),
      alternatives: 2,
      allowed: ofPool(capacityType, 'on-demand'),
    },
    pool(requirement(0)),
  ],
  'its volume is in a zone that the pool excludes': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(zone, zoneA),
      volume: 'shop/data',
      allowed: ofPool(zone, zoneB),
    },
    pool(requirement(2)),
  ],
  'its volume is in another zone than it must be': [
    {
      code: 'REQUIREMENT_INCOMPATIBLE',
      ...requires(zone, zoneA),
      volume: 'shop/data',
      allowed: { source: 'Pod', key: zone, terms: is(zoneB) },
    },
  ],
  'its zone does not exist': [
    {
      code: 'VALUE_UNKNOWN',
      ...requires(zone, 'us-east-1z'),
      known: [zoneA, zoneB, zoneE],
    },
  ],
  'its instance type does not exist': [
    {
      code: 'VALUE_UNKNOWN',
      ...requires(instanceType, 'm99.huge'),
      known: [
        'c5.large',
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
  'its NodePool does not exist': [
    { code: 'VALUE_UNKNOWN', ...requires(nodePool, 'batch'), known: ['general'] },
  ],
  'the node class has no subnet in its zone': [
    {
      code: 'SUBNET_MISSING',
      ...requires(zone, zoneE),
      nodeClass: 'company',
      zones: [zoneE],
      available: [zoneA, zoneB],
    },
    nodeClass('spec.subnetSelectorTerms'),
  ],
  'its instance type is sold only where the node class has no subnet': [
    {
      code: 'SUBNET_MISSING',
      ...requires(instanceType, 'c7x.large'),
      nodeClass: 'company',
      zones: [zoneE],
      available: [zoneA, zoneB],
    },
    nodeClass('spec.subnetSelectorTerms'),
  ],
  'the node class has no image for its instance type': [
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
  'its instance type cannot have the interfaces': [
    {
      code: 'NETWORK_INCOMPATIBLE',
      ...requires(instanceType, 'c6i.metal'),
      nodeClass: 'company',
      instanceTypes: ['c6i.metal'],
      omitted: 0,
    },
    nodeClass('spec.networkInterfaces'),
  ],
  'no type is sold as spot in its zone': [
    { code: 'NO_OFFERING', zones: [zoneB], capacityTypes: ['spot'] },
    pool(requirement(1)),
  ],
  'the cloud has no capacity for now': [
    {
      code: 'OFFERINGS_UNAVAILABLE',
      zones: [],
      capacityTypes: ['on-demand'],
      offerings: 2,
      until: 90_000,
    },
  ],
  'the price is not known': [{ code: 'OFFERING_UNPRICED' }],
  'the pool excludes all types with a GPU': [
    { ...notOffered, resource: gpu, instanceTypes: ['g5.xlarge'], excludedBy: categories },
    pool(requirement(1)),
  ],
  'the node class has no image for types with the device': [
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
  'no type has the device': [
    { ...notOffered, resource: 'example.com/fpga', instanceTypes: [], excludedBy: null },
  ],
  'it is too large for every type': [
    {
      ...tooLarge,
      resource: 'cpu',
      requested: 900_000,
      largest: 3_900,
      instanceType: 'm5.xlarge',
    },
  ],
  'it fits on a type that the pool excludes': [
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
  'it is too large only with the DaemonSets': [
    {
      ...tooLarge,
      resource: 'cpu',
      requested: 4_000,
      daemons: 300,
      largest: 3_900,
      instanceType: 'm5.xlarge',
    },
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
  'no type has both': [{ code: 'RESOURCE_COMBINATION_TOO_LARGE', resources: ['cpu', 'memory'] }],
  'the types that fit are beyond what is left of the limit': [
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
  'the pool has all the nodes that it may have': [
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
  'a DaemonSet uses the port': [
    { code: 'HOST_PORT_CONFLICT', port: 9_100, protocol: 'TCP', daemonSet: 'default/metrics' },
  ],
  'too few types are left': [
    { code: 'MIN_VALUES_UNMET', key: instanceType, minValues: 5, found: 3 },
    pool(`${requirement(2)}.minValues`),
  ],
  'there is nobody to be near to': [
    {
      ...topology,
      kind: 'Affinity',
      selector: 'app=absent',
      domains: [],
      reachable: [zoneA, zoneB],
    },
  ],
  'those that it must be near to are where the pool cannot launch': [
    { ...topology, kind: 'Affinity', domains: [zoneB], reachable: [zoneA] },
    pool(requirement(2)),
  ],
  'those that it must not be near to are in the only zone': [
    { ...topology, kind: 'AntiAffinity', domains: [], reachable: [zoneB] },
    pool(requirement(2)),
  ],
  'others must not be near to it': [
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
  'its spread allows only a zone without a type that is large enough': [
    {
      ...topology,
      kind: 'Spread',
      selector: 'app=web',
      domains: [zoneB],
      reachable: [zoneA],
    },
  ],
  'there is nobody to share a host with': [
    { ...topology, kind: 'Affinity', key: hostname, domains: [], reachable: [] },
  ],
  'the reservation has no place left': [{ code: 'RESERVATION_PENDING' }],
  'types are of another category': [
    {
      code: 'INSTANCE_TYPE_MISMATCH',
      key: category,
      required: is('c', 'm'),
      found: is('g', 'r'),
    },
  ],
  'types are too small': [
    {
      code: 'INSTANCE_TYPE_TOO_SMALL',
      resource: 'cpu',
      requested: 3_000,
      largest: 1_900,
      instanceType: 'c5.large',
    },
  ],
  'a launch names no more types': [{ code: 'MORE_EXPENSIVE_THAN_CHOSEN' }],
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
