import type { ManifestContext } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { createManifestReader } from '../manifest-reader.js';

const context: ManifestContext = {
  clusterName: 'prod',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: '1.36',
};

interface Parts {
  readonly requirements?: readonly object[];
  readonly node?: object;
  readonly spec?: object;
}

/** Returns `CODE path` of each finding on a pool without other findings. */
function ofPool({ requirements = [], node = {}, spec = {} }: Parts, overrides = {}) {
  const object = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'default' },
    spec: {
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements,
          ...node,
        },
      },
      limits: { cpu: '10' },
      ...spec,
    },
  };
  return say(object, overrides);
}

function ofClass(spec: object, overrides = {}) {
  const object = {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name: 'default' },
    spec: {
      role: 'nodes',
      subnetSelectorTerms: [{ id: 'subnet-1' }],
      securityGroupSelectorTerms: [{ id: 'sg-1' }],
      amiSelectorTerms: [{ alias: 'al2023@v20261101' }],
      ...spec,
    },
  };
  return say(object, overrides);
}

function say(object: object, overrides: Partial<ManifestContext>) {
  const { documents } = createManifestReader().readObject(object, { ...context, ...overrides });
  expect(documents[0]?.definition).not.toBeNull();
  return documents[0]?.findings.map(({ code, path }) => `${code} ${path}`);
}

const where = (key: string, operator: string, ...values: string[]) => ({ key, operator, values });
const having = (key: string, operator: string) => ({ key, operator });
const requirements = 'spec.template.spec.requirements';
const gpuTaint = { taints: [{ key: 'nvidia.com/gpu', effect: 'NoSchedule' }] };
const aws = (name: string) => `karpenter.k8s.aws/${name}`;
const spot = where('karpenter.sh/capacity-type', 'In', 'spot', 'on-demand');

describe('a field without effect', () => {
  const without = 'FIELD_WITHOUT_EFFECT';
  const balanced = { disruption: { consolidationPolicy: 'Balanced' } };
  const family = (amiFamily: string, spec: object) => ({
    amiFamily,
    amiSelectorTerms: [{ id: 'ami-1' }],
    ...spec,
  });
  const twoDns = { kubelet: { clusterDNS: ['10.0.0.10', '10.0.0.11'] } };
  const perCore = { kubelet: { podsPerCore: 10 } };
  const raid = { instanceStorePolicy: 'RAID0' };

  it.each([
    [{ spec: balanced }, []],
    [
      { requirements: [where(aws('capacity-reservation-interruptible'), 'In', 'true')] },
      [`${without} ${requirements}[0].values[0]`],
    ],
    [{ requirements: [where('karpenter.sh/capacity-type', 'In', 'reserved', 'spot')] }, []],
    [{ requirements: [where(aws('capacity-reservation-id'), 'In', 'cr-1')] }, []],
    [{ requirements: [having(aws('placement-group-partition'), 'Exists')] }, []],
  ])('of a pool is reported: %o', (parts, reported) => {
    expect(ofPool(parts)).toEqual(reported);
  });

  it.each([
    [{ capacityReservationSelectorTerms: [{ id: 'cr-0123456789abcdef0' }] }, []],
    [twoDns, []],
    [family('Bottlerocket', twoDns), [`${without} spec.kubelet.clusterDNS`]],
    [family('AL2023', perCore), []],
    [family('Bottlerocket', perCore), [`${without} spec.kubelet.podsPerCore`]],
    [family('Custom', perCore), [`${without} spec.kubelet`]],
    [family('Custom', {}), []],
    [family('AL2023', raid), []],
    [family('Bottlerocket', raid), []],
    [family('Windows2022', raid), [`${without} spec.instanceStorePolicy`]],
    [family('Custom', raid), [`${without} spec.instanceStorePolicy`]],
  ])('of a node class is reported: %o', (spec, reported) => {
    expect(ofClass(spec)).toEqual(reported);
  });
});

describe('a pool', () => {
  it('without problems gets no advice', () => {
    expect(ofPool({})).toEqual([]);
  });

  it('without limits gets advice, unless it is static', () => {
    expect(ofPool({ spec: { limits: {} } })).toEqual(['NO_LIMITS spec.limits']);
    expect(ofPool({ spec: { limits: {}, replicas: 3 } })).toEqual([]);
  });

  it('with more replicas than its limit gets a warning', () => {
    const limits = { nodes: '3' };
    expect(ofPool({ spec: { limits, replicas: 3 } })).toEqual([]);
    expect(ofPool({ spec: { limits, replicas: 4 } })).toEqual([
      'REPLICAS_BEYOND_LIMIT spec.replicas',
    ]);
  });

  it('with a limit on an unknown resource gets a warning', () => {
    const limits = {
      cpu: '1',
      memroy: '1Gi',
      'nvidia.com/gpu': '1',
      'hugepages-2Mi': '1',
      nodes: '1',
    };
    expect(ofPool({ spec: { limits } })).toEqual(['LIMIT_UNKNOWN_RESOURCE spec.limits.memroy']);
  });

  it('with a node class that does not exist gets a warning', () => {
    expect(ofPool({}, { knownNodeClasses: ['defaults'] })).toEqual([
      'NODE_CLASS_UNKNOWN spec.template.spec.nodeClassRef.name',
    ]);
  });

  it.each([
    [{ budgets: [{ nodes: '0' }] }, ['BUDGET_BLOCKS_ALL spec.disruption.budgets[0]']],
    [
      { budgets: [{ nodes: '10%' }, { nodes: '0%', reasons: ['Drifted'] }] },
      ['BUDGET_BLOCKS_ALL spec.disruption.budgets[1]'],
    ],
    [{ budgets: [{ nodes: '0', schedule: '@daily', duration: '1h' }] }, []],
    [{ budgets: [{ nodes: '1' }] }, []],
  ])('with budgets %o', (disruption, reported) => {
    expect(ofPool({ spec: { disruption } })).toEqual(reported);
  });

  it.each([
    [[where('topology.kubernetes.io/zone', 'In', 'a', 'a')], [`SINGLE_ZONE ${requirements}[0]`]],
    [[where('topology.kubernetes.io/zone', 'In', 'a', 'b')], []],
    [[where('topology.kubernetes.io/zone', 'NotIn', 'a')], []],
    [[having('team', 'Exists')], [`CUSTOM_LABEL_EXISTS ${requirements}[0]`]],
    [[having(aws('instance-gpu-name'), 'DoesNotExist'), having(aws('instance-cpu'), 'Exists')], []],
    [[where('team', 'DoesNotExist', 'a')], [`VALUES_IGNORED ${requirements}[0].values`]],
    [
      [where('kubernetes.io/arch', 'In', 'amd64', 'x86_64')],
      [`VALUE_UNKNOWN ${requirements}[0].values[1]`],
    ],
    [
      [where('karpenter.sh/capacity-type', 'NotIn', 'Spot')],
      [`VALUE_UNKNOWN ${requirements}[0].values[0]`],
    ],
    [
      [where('a', 'In', 'x', 'y'), where('b', 'In', 'x'), where('a', 'NotIn', 'x', 'y')],
      [`REQUIREMENTS_CONTRADICT ${requirements}[2]`],
    ],
    [
      [where('a', 'In', 'x'), having('a', 'DoesNotExist')],
      [`REQUIREMENTS_CONTRADICT ${requirements}[1]`],
    ],
    [
      [{ ...where('a', 'In', 'x', 'y', 'z'), minValues: 3 }, where('a', 'In', 'x', 'y')],
      [`REQUIREMENTS_CONTRADICT ${requirements}[1]`],
    ],
    [[where('a', 'In', 'x', 'y'), where('a', 'In', 'y', 'z')], []],
  ])('with requirements %j', (all, reported) => {
    expect(ofPool({ requirements: all })).toEqual(reported);
  });

  it.each([
    [where(aws('instance-category'), 'In', 'g', 'p')],
    [where(aws('instance-family'), 'In', 'g5', 'trn1', 'inf2')],
    [where('node.kubernetes.io/instance-type', 'In', 'p4d.24xlarge')],
    [where(aws('instance-gpu-count'), 'Gt', '0')],
    [having(aws('instance-accelerator-count'), 'Exists')],
  ])('with accelerators only gets advice to taint them: %j', (requirement) => {
    expect(ofPool({ requirements: [requirement] })).toEqual([
      'GPU_WITHOUT_TAINTS spec.template.spec.taints',
    ]);
    expect(ofPool({ requirements: [requirement], node: gpuTaint })).toEqual([]);
  });

  it.each([
    [where(aws('instance-category'), 'In', 'g', 'm')],
    [where(aws('instance-family'), 'In', 'i4g', 'm6g')],
    [having(aws('instance-gpu-count'), 'DoesNotExist')],
    [where('topology.kubernetes.io/zone', 'In', 'a', 'b')],
  ])('that may have others gets none: %j', (requirement) => {
    expect(ofPool({ requirements: [requirement] })).toEqual([]);
  });

  it.each([
    [[spot, where('node.kubernetes.io/instance-type', 'In', 'm5.large')], true],
    [
      [
        spot,
        where(aws('instance-family'), 'In', 'm5', 'c5'),
        where(aws('instance-size'), 'In', 'large', 'xlarge'),
      ],
      true,
    ],
    [
      [
        spot,
        where(aws('instance-family'), 'In', 'm5', 'c5'),
        where(aws('instance-size'), 'In', 'large', 'xlarge', '2xlarge'),
      ],
      false,
    ],
    [[spot, where(aws('instance-family'), 'In', 'm5')], false],
    [[where('node.kubernetes.io/instance-type', 'In', 'm5.large')], false],
    [
      [
        where('karpenter.sh/capacity-type', 'In', 'on-demand'),
        where('node.kubernetes.io/instance-type', 'In', 'm5.large'),
      ],
      false,
    ],
  ])('that allows spot of few types gets advice: %j', (all, isReported) => {
    expect(ofPool({ requirements: all })).toEqual(
      isReported ? [`FEW_SPOT_TYPES ${requirements}`] : [],
    );
  });
});

describe('a node class', () => {
  it('without problems gets no advice', () => {
    expect(ofClass({})).toEqual([]);
  });

  it('that allows IMDSv1 gets advice', () => {
    expect(ofClass({ metadataOptions: { httpTokens: 'optional' } })).toEqual([
      'IMDSV1_ALLOWED spec.metadataOptions.httpTokens',
    ]);
  });

  it.each([
    ['al2@latest', '1.32', []],
    ['al2@latest', 'v1.33.1', ['AMI_FAMILY_UNSUPPORTED spec.amiSelectorTerms']],
    ['windows2025@latest', '1.34', ['AMI_FAMILY_UNSUPPORTED spec.amiSelectorTerms']],
    ['windows2025@latest', '1.35', []],
    ['al2@latest', null, []],
    ['al2@latest', 'unknown', []],
  ])('of %s on Kubernetes %s', (alias, kubernetesVersion, reported) => {
    expect(ofClass({ amiSelectorTerms: [{ alias }] }, { kubernetesVersion })).toEqual(reported);
  });

  it.each([
    [
      { volumeType: 'gp2', iops: 3000 },
      ['EBS_OPTION_UNSUPPORTED spec.blockDeviceMappings[0].ebs.iops'],
    ],
    [{ volumeType: 'io2' }, ['EBS_OPTION_UNSUPPORTED spec.blockDeviceMappings[0].ebs.iops']],
    [
      { volumeType: 'io2', iops: 3000, throughput: 125 },
      ['EBS_OPTION_UNSUPPORTED spec.blockDeviceMappings[0].ebs.throughput'],
    ],
    [{ volumeType: 'gp3', iops: 3000, throughput: 125 }, []],
  ])('with a volume of %j', (ebs, reported) => {
    expect(ofClass({ blockDeviceMappings: [{ ebs: { volumeSize: '1Gi', ...ebs } }] })).toEqual(
      reported,
    );
  });
});
