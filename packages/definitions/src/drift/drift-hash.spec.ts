import type { Ec2NodeClassManifest, NodePoolManifest } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { nodeClassDriftHash, nodePoolDriftHash } from './drift-hash.js';

const pool: NodePoolManifest = {
  template: {
    metadata: { labels: { a: '1', b: '2' }, annotations: { note: 'x' } },
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
      taints: [
        { key: 'a', value: '', effect: 'NoSchedule' },
        { key: 'b', value: '', effect: 'NoExecute' },
      ],
      startupTaints: [],
      expireAfter: '720h',
    },
  },
  disruption: { consolidationPolicy: 'WhenEmpty', consolidateAfter: '0s', budgets: [] },
  limits: {},
};

const inTemplate = (spec: Partial<NodePoolManifest['template']['spec']>): NodePoolManifest => ({
  ...pool,
  template: { ...pool.template, spec: { ...pool.template.spec, ...spec } },
});

const nodeClass: Ec2NodeClassManifest = {
  subnetSelectorTerms: [{ tags: { a: 'b' } }],
  securityGroupSelectorTerms: [{ tags: { a: 'b' } }],
  amiSelectorTerms: [{ alias: 'al2023@latest' }],
  role: 'nodes',
  metadataOptions: {
    httpEndpoint: 'enabled',
    httpProtocolIPv6: 'disabled',
    httpPutResponseHopLimit: 1,
    httpTokens: 'required',
  },
  kubelet: { clusterDNS: ['10.0.0.10', '10.0.0.11'] },
  blockDeviceMappings: [{ deviceName: '/dev/xvda' }, { deviceName: '/dev/xvdb' }],
};

describe('the drift hash of a NodePool', () => {
  const hash = nodePoolDriftHash(pool);

  it('contains its version and stays the same across releases', () => {
    expect(hash).toBe('kerf1-36fb7f324be5ed3079b097e4342ee6629192e7e6c82d009044af4e5d86eea0e3');
  });

  it.each([
    ['requirements', inTemplate({ requirements: [] })],
    ['the order of taints', inTemplate({ taints: pool.template.spec.taints.toReversed() })],
    ['another spelling of a duration', inTemplate({ expireAfter: '43200m' })],
    ['limits', { ...pool, limits: { cpu: '1' } }],
    ['weight', { ...pool, weight: 3 }],
    ['disruption', { ...pool, disruption: { ...pool.disruption, consolidateAfter: 'Never' } }],
    [
      'the order of labels',
      {
        ...pool,
        template: {
          ...pool.template,
          metadata: { labels: { b: '2', a: '1' }, annotations: { note: 'x' } },
        },
      },
    ],
  ])('ignores %s', (_what, changed) => {
    expect(nodePoolDriftHash(changed)).toBe(hash);
  });

  it.each([
    [
      'labels',
      {
        ...pool,
        template: {
          ...pool.template,
          metadata: { labels: { a: '1' }, annotations: { note: 'x' } },
        },
      },
    ],
    [
      'annotations',
      {
        ...pool,
        template: {
          ...pool.template,
          metadata: { ...pool.template.metadata, annotations: {} },
        },
      },
    ],
    ['taints', inTemplate({ taints: [] })],
    [
      'startup taints',
      inTemplate({ startupTaints: [{ key: 'a', value: '', effect: 'NoExecute' }] }),
    ],
    [
      'the node class',
      inTemplate({ nodeClassRef: { ...pool.template.spec.nodeClassRef, name: 'other' } }),
    ],
    ['expiry', inTemplate({ expireAfter: 'Never' })],
    ['the grace period', inTemplate({ terminationGracePeriod: '1h' })],
  ])('changes with %s', (_what, changed) => {
    expect(nodePoolDriftHash(changed)).not.toBe(hash);
  });
});

describe('the drift hash of an EC2NodeClass', () => {
  const hash = nodeClassDriftHash(nodeClass);

  it.each<[string, Partial<Ec2NodeClassManifest>]>([
    ['subnets', { subnetSelectorTerms: [{ id: 'subnet-1' }] }],
    ['security groups', { securityGroupSelectorTerms: [{ id: 'sg-1' }] }],
    ['a version of the alias', { amiSelectorTerms: [{ alias: 'al2023@v1' }] }],
    ['a repeated family', { amiFamily: 'AL2023' }],
    ['prefixes', { ipPrefixCount: 2 }],
    ['capacity reservations', { capacityReservationSelectorTerms: [{ id: 'cr-1' }] }],
    [
      'the order of volumes',
      { blockDeviceMappings: (nodeClass.blockDeviceMappings ?? []).toReversed() },
    ],
  ])('ignores %s', (_what, change) => {
    expect(nodeClassDriftHash({ ...nodeClass, ...change })).toBe(hash);
  });

  it.each<[string, Partial<Ec2NodeClassManifest>]>([
    ['the effective family', { amiFamily: 'Custom' }],
    ['the placement group', { placementGroupSelector: { name: 'a' } }],
    ['user data', { userData: 'x' }],
    ['the role', { role: 'others' }],
    ['tags', { tags: { a: 'b' } }],
    ['the public address', { associatePublicIPAddress: false }],
    ['the kubelet', { kubelet: { clusterDNS: ['10.0.0.11', '10.0.0.10'] } }],
    ['volumes', { blockDeviceMappings: [{ deviceName: '/dev/xvda' }] }],
    ['instance stores', { instanceStorePolicy: 'RAID0' }],
    [
      'interfaces',
      {
        networkInterfaces: [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' }],
      },
    ],
    ['monitoring', { detailedMonitoring: true }],
    ['metadata', { metadataOptions: { ...nodeClass.metadataOptions, httpTokens: 'optional' } }],
    ['connection tracking', { connectionTracking: { udpTimeout: 30 } }],
    ['CPU options', { cpuOptions: { nestedVirtualization: 'enabled' } }],
    ['Nitro Enclaves', { enclaveOptions: { enabled: true } }],
    ['the context', { context: 'x' }],
  ])('changes with %s', (_what, change) => {
    expect(nodeClassDriftHash({ ...nodeClass, ...change })).not.toBe(hash);
  });
});
