import { labelKeys } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { readFixture } from './fixture.js';
import { Json } from './json.js';

const { zone, capacityType, arch } = labelKeys;
const template = {
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: { containers: [{ resources: { requests: { cpu: '500m' } } }] },
};
const nodePool = {
  metadata: { name: 'default' },
  spec: {
    weight: 5,
    limits: { cpu: '100', memory: '9000Pi' },
    disruption: { consolidateAfter: '30s', budgets: [{ nodes: '20%', reasons: ['Empty'] }] },
    template: {
      spec: {
        taints: [{ key: 'team', value: 'a', effect: 'NoSchedule' }],
        requirements: [{ key: arch, operator: 'In', values: ['amd64'] }],
        expireAfter: 'Never',
      },
    },
  },
};
const instanceType = {
  name: 't2',
  capacity: { cpu: '2', memory: '4Gi', 'hugepages-2Mi': '1Gi' },
  overhead: { cpu: '100m', memory: '1Gi' },
  requirements: { [arch]: ['amd64'], 'example.com/gpu': [] },
  offerings: [{ zone: 'zone-a', capacityType: 'spot', price: 0.0345678 }],
};
const node = {
  name: 'n1',
  nodePool: 'default',
  instanceType: 't2',
  zone: 'zone-a',
  capacityType: 'spot',
  pods: [[0, 1]],
};
const fixture = {
  podTemplates: [template],
  pods: [[0, 2]],
  nodePools: [nodePool],
  instanceTypes: [instanceType],
  nodes: [node],
};

describe('a fixture', () => {
  it('is converted to the snapshot that it describes', () => {
    const snapshot = readFixture(new Json(fixture));
    expect(snapshot).toMatchObject({
      pods: [{ name: 'web-000001' }, { name: 'web-000002' }],
      nodes: [
        {
          name: 'n1',
          labels: { [zone]: 'zone-a', [capacityType]: 'spot', [arch]: 'amd64' },
          taints: [{ key: 'team' }],
          pods: [{ name: 'web-000000', spec: { requests: { cpu: 500, pods: 1 } } }],
          offering: { instanceType: 't2', priceMicroUsdPerHour: 34_568 },
          isInitialized: true,
        },
      ],
      nodePools: [
        {
          name: 'default',
          weight: 5,
          limits: { cpu: 100_000, memory: Number.MAX_SAFE_INTEGER },
          usage: { cpu: 2_000, nodes: 1 },
          template: { expireAfterMs: null, nodeClassName: 'default' },
          disruption: {
            consolidationPolicy: 'WhenEmptyOrUnderutilized',
            consolidateAfterMs: 30_000,
            budgets: [{ max: { kind: 'Percent', value: 20 }, reasons: ['Empty'] }],
          },
        },
      ],
      instanceTypesByNodePool: {
        default: [
          {
            name: 't2',
            labels: { [arch]: ['amd64'], 'example.com/gpu': [] },
            allocatable: { cpu: 1_900, memory: 2 * 2 ** 30 },
          },
        ],
      },
      namespaces: [{ name: 'default' }],
      settings: { preferencePolicy: 'Respect', wellKnownLabels: ['example.com/gpu', arch].sort() },
    });
  });

  it('has the types of its catalog; a NodePool has those that it lists', () => {
    const { instanceTypes, ...rest } = fixture;
    const catalog = { instanceTypes: [...instanceTypes, { ...instanceType, name: 't4' }] };
    const restricted = { ...rest, nodes: [], instanceTypesByNodePool: { default: ['t4'] } };
    const snapshot = readFixture(new Json(restricted), new Json(catalog));
    expect(snapshot.instanceTypesByNodePool['default']?.map(({ name }) => name)).toEqual(['t4']);
  });

  it.each<[string, object]>([
    ['$.pods[0][0] names no pod template', { pods: [[1, 1]] }],
    ['$.pods[0] must be [template, count]', { pods: [[]] }],
    ['$.nodes[0].nodePool names no pool', { nodes: [{ ...node, nodePool: 'other' }] }],
    [
      '$.nodes[0].instanceType names no instance type of the pool',
      { nodes: [{ ...node, instanceType: 't9' }] },
    ],
    [
      '$.nodes[0] is a manifest; only the short form is read',
      { nodes: [{ node: { kind: 'Node' } }] },
    ],
    [
      '$.podTemplates[0].spec.tolerations[0].operator must be one of Equal, Exists',
      { podTemplates: [{ spec: { tolerations: [{ operator: 'Gt' }] } }] },
    ],
    [
      '$.podTemplates[0].spec.containers[0].resources.requests.cpu must not be negative',
      { podTemplates: [{ spec: { containers: [{ resources: { requests: { cpu: '-1' } } }] } }] },
    ],
    [
      '$.objects[0].metadata.deletionTimestamp must be a time',
      { objects: [{ kind: 'PersistentVolume', metadata: { name: 'v', deletionTimestamp: 'x' } }] },
    ],
    [
      '$.nodePools[0].spec.disruption.budgets[0].nodes must be a count or a percentage',
      {
        nodePools: [
          { metadata: { name: 'p' }, spec: { disruption: { budgets: [{ nodes: '-1' }] } } },
        ],
      },
    ],
    [
      '$.nodePools[0].spec.disruption.budgets[0] has a schedule, which a fixture cannot have',
      {
        nodePools: [
          { metadata: { name: 'p' }, spec: { disruption: { budgets: [{ schedule: '@daily' }] } } },
        ],
      },
    ],
    [
      '$.instanceTypes[0].offerings[0].requirements.x is a label of an offering, which only zone and capacity type can be',
      { instanceTypes: [{ ...instanceType, offerings: [{ requirements: { x: ['y'] } }] }] },
    ],
  ])('is refused with the path: %s', (message, change) => {
    const read = () => readFixture(new Json({ ...fixture, ...change }));
    expect(read).toThrow(expect.objectContaining({ code: 'INPUT.INVALID', message }));
  });

  it('has what protects pods: annotations and PodDisruptionBudgets', () => {
    const annotations = {
      'karpenter.sh/do-not-disrupt': 'true',
      'controller.kubernetes.io/pod-deletion-cost': '-7',
    };
    const budget = {
      kind: 'PodDisruptionBudget',
      metadata: { name: 'web' },
      spec: { selector: { matchLabels: { app: 'web' } } },
      status: { disruptionsAllowed: 2 },
    };
    const snapshot = readFixture(
      new Json({
        ...fixture,
        podTemplates: [{ metadata: { name: 'web', annotations }, spec: {} }],
        nodes: [{ ...node, pods: [[0, 1]] }],
        pods: [],
        objects: [budget],
        options: { spotToSpotConsolidation: true },
      }),
    );
    expect(snapshot.nodes[0]?.pods).toMatchObject([{ doNotDisrupt: 'true', deletionCost: -7 }]);
    expect(snapshot.podDisruptionBudgets).toMatchObject([
      { namespace: 'default', name: 'web', disruptionsAllowed: 2 },
    ]);
    expect(snapshot.settings.spotToSpotConsolidation).toBe(true);
  });

  it.each<[string, object, object]>([
    [
      'counts host ports of sidecars, as the kube-scheduler does',
      { initContainers: [{ restartPolicy: 'Always', ports: [{ hostPort: 80 }] }] },
      { hostPorts: [{ hostIp: '0.0.0.0', port: 80, protocol: 'TCP' }] },
    ],
    [
      'ignores resources that a whole pod cannot request',
      { resources: { requests: { cpu: '3', 'example.com/gpu': '1' } } },
      { requests: { cpu: 3_000, pods: 1 } },
    ],
    [
      'reads an empty list of matchFields as absent',
      {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchFields: [] }],
            },
          },
        },
      },
      { requiredNodeAffinity: [{ matchExpressions: [], hasMatchFields: false }] },
    ],
    [
      'has no place for an ephemeral volume without its claim',
      { volumes: [{ name: 'cache', ephemeral: { volumeClaimTemplate: {} } }] },
      { volumes: [{ problem: 'PersistentVolumeClaim default/web-cache does not exist' }] },
    ],
  ])('reads pods as the cluster cache does: it %s', (_, spec, expected) => {
    const podTemplates = [{ metadata: { name: 'web' }, spec }];
    const { pods } = readFixture(new Json({ ...fixture, podTemplates, nodes: [] }));
    expect(pods[0]?.spec).toMatchObject(expected);
  });

  it('has the volumes of claims and the volume limits of nodes', () => {
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }];
    const snapshot = readFixture(
      new Json({
        ...fixture,
        podTemplates: [{ spec: { volumes } }],
        objects: [
          { kind: 'PersistentVolumeClaim', metadata: { name: 'data' }, spec: {} },
          {
            kind: 'StorageClass',
            metadata: {
              name: 'gp3',
              annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
            },
            provisioner: 'ebs.csi.aws.com',
            volumeBindingMode: 'WaitForFirstConsumer',
          },
          {
            kind: 'CSINode',
            metadata: { name: 'n1' },
            spec: { drivers: [{ name: 'ebs.csi.aws.com', allocatable: { count: 25 } }] },
          },
        ],
      }),
    );
    expect(snapshot.pods[0]?.spec.volumes).toEqual([
      { claim: 'default/data', driver: 'ebs.csi.aws.com', nodeRequirements: [], problem: null },
    ]);
    expect(snapshot.nodes[0]?.volumeLimits).toEqual({ 'ebs.csi.aws.com': 25 });
  });

  it('has DaemonSets in their own namespace', () => {
    const metadata = { name: 'agent', namespace: 'kube-system' };
    const daemonSets = [{ metadata, spec: { template } }];
    const snapshot = readFixture(new Json({ ...fixture, daemonSets }));
    expect(snapshot.daemonSets).toMatchObject([
      { ...metadata, podSpec: { namespace: 'kube-system', labels: { app: 'web' } } },
    ]);
  });

  it('has no disruption budget if the list of a NodePool is empty', () => {
    const nodePools = [{ metadata: { name: 'p' }, spec: { disruption: { budgets: [] } } }];
    const snapshot = readFixture(new Json({ ...fixture, nodePools, nodes: [] }));
    expect(snapshot.nodePools[0]?.disruption.budgets).toEqual([]);
  });

  it.each(['12 GB', '1e3Ki', '--1'])('is refused for the quantity %s', (memory) => {
    const limited = { metadata: { name: 'p' }, spec: { limits: { memory } } };
    const read = () => readFixture(new Json({ ...fixture, nodePools: [limited], nodes: [] }));
    expect(read).toThrow(expect.objectContaining({ code: 'INPUT.INVALID' }));
  });
});
