import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Draft } from './conversion/draft.js';
import { FindingList } from './findings/finding-list.js';
import { createManifestReader } from './manifest-reader.js';
import { isObject } from './text/json.js';

const reader = createManifestReader();
const context = {
  clusterName: 'prod-eu',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: ['default', 'Not_A_Name'].map((name) => ({ name, isStatic: false })),
  kubernetesVersion: '1.36',
};

const nodePool = `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: default
spec:
  weight: 3
  limits:
    cpu: "10"
    memory: 10Gi
  template:
    metadata:
      labels:
        team: web
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      expireAfter: 720h
      taints:
        - { key: a, effect: NoSchedule }
        - { key: b, effect: NoSchedule }
        - { key: c, effect: NoSchedule }
      requirements:
        - { key: kubernetes.io/arch, operator: In, values: [amd64] }
        - { key: kubernetes.io/os, operator: In, values: [linux] }
        - { key: team, operator: Exists }
        - { key: stage, operator: Exists }
        - { key: tier, operator: Exists }
  disruption:
    consolidateAfter: 30s
    budgets:
      - { nodes: 10% }
      - { nodes: 20% }
      - { nodes: 30% }
`;

const nodeClass = `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  role: nodes
  amiSelectorTerms:
    - { alias: al2023@latest }
  subnetSelectorTerms:
    - { tags: { team: web } }
    - { id: subnet-0abc }
  securityGroupSelectorTerms:
    - { tags: { team: web } }
    - { name: nodes }
  tags:
    team: web
  kubelet:
    maxPods: 110
    evictionHard: { memory.available: 5% }
    evictionSoft: { nodefs.available: 10% }
    evictionSoftGracePeriod: { nodefs.available: 1m }
    kubeReserved: { cpu: 100m }
    imageGCHighThresholdPercent: 85
    imageGCLowThresholdPercent: 80
  metadataOptions:
    httpPutResponseHopLimit: 1
    httpTokens: required
  blockDeviceMappings:
    - { deviceName: /dev/xvda, rootVolume: true, ebs: { volumeSize: 100Gi } }
    - { deviceName: /dev/xvdb, ebs: { volumeSize: 100Gi } }
    - { deviceName: /dev/xvdc, ebs: { volumeSize: 100Gi } }
  networkInterfaces:
    - { networkCardIndex: 0, deviceIndex: 0, interfaceType: interface }
    - { networkCardIndex: 0, deviceIndex: 1, interfaceType: efa-only }
    - { networkCardIndex: 1, deviceIndex: 0, interfaceType: interface }
    - { networkCardIndex: 1, deviceIndex: 1, interfaceType: interface }
    - { networkCardIndex: 2, deviceIndex: 0, interfaceType: efa-only }
`;

type Edits = readonly (readonly [path: string, value: unknown])[];

/** Independent mistakes: no two change the same place. */
const nodePoolMistakes: Readonly<Record<string, Edits>> = {
  'an unsupported version': [['apiVersion', 'karpenter.sh/v7']],
  'an invalid name': [['metadata.name', 'Not_A_Name']],
  'a field beside spec': [['limits', {}]],
  'an unknown field': [['spec.limitz', {}]],
  'a weight out of range': [['spec.weight', 300]],
  'replicas with weight and limits': [['spec.replicas', 2]],
  'a limit that is not a quantity': [['spec.limits.cpu', 'abc']],
  'an invalid label key': [['spec.template.metadata.labels.bad key!', 'x']],
  'a label of Kerf': [['spec.template.metadata.labels.karpenter~sh/nodepool', 'x']],
  'an unknown effect': [['spec.template.spec.taints.0.effect', 'Nope']],
  'a taint twice': [['spec.template.spec.taints.2.key', 'b']],
  'an unknown operator': [['spec.template.spec.requirements.0.operator', 'Inn']],
  'no values': [['spec.template.spec.requirements.1.values', []]],
  'a restricted key': [['spec.template.spec.requirements.2.key', 'kubernetes.io/hostname']],
  'an invalid value': [
    ['spec.template.spec.requirements.5', { key: 'a', operator: 'Gt', values: ['1', 'not one!'] }],
  ],
  'minValues out of range': [['spec.template.spec.requirements.3.minValues', 300]],
  'minValues that are not met': [
    [
      'spec.template.spec.requirements.4',
      { key: 'tier', operator: 'In', values: ['a'], minValues: 3 },
    ],
  ],
  'an expiry that is not a duration': [['spec.template.spec.expireAfter', 'soon']],
  'another kind of node class': [['spec.template.spec.nodeClassRef.kind', 'Foo']],
  'an invalid percentage': [['spec.disruption.budgets.0.nodes', 'abc']],
  'half of a window': [['spec.disruption.budgets.1.schedule', '@daily']],
  'an invalid schedule': [
    ['spec.disruption.budgets.2', { nodes: '30%', schedule: 'boo', duration: '1h' }],
  ],
  'a delay that is not a duration': [['spec.disruption.consolidateAfter', 'x']],
  'an unknown policy': [['spec.disruption.consolidationPolicy', 'Sometimes']],
};

const nodeClassMistakes: Readonly<Record<string, Edits>> = {
  'an unsupported version': [['apiVersion', 'karpenter.k8s.aws/v7']],
  'an invalid name': [['metadata.name', 'Not_A_Name']],
  'an unknown field': [['spec.subnets', []]],
  'a role and a profile': [['spec.instanceProfile', 'nodes']],
  'an alias beside an invalid image ID': [['spec.amiSelectorTerms.1', { id: 'image' }]],
  'the family of another alias': [['spec.amiFamily', 'AL2']],
  'a placement group by name and id': [
    ['spec.placementGroupSelector', { name: 'near', id: 'group' }],
  ],
  'an empty term': [['spec.subnetSelectorTerms.0', {}]],
  'an invalid ID': [['spec.subnetSelectorTerms.1.id', 'sub']],
  'an id beside tags': [
    ['spec.securityGroupSelectorTerms.0', { id: 'sg-0abc', tags: { team: 'web' } }],
  ],
  'a tag of Kerf': [['spec.tags.karpenter~sh/nodepool', 'x']],
  'a number of pods out of range': [['spec.kubelet.maxPods', -1]],
  'an unknown signal': [['spec.kubelet.evictionHard.memory', '5%']],
  'an invalid threshold': [['spec.kubelet.evictionHard.memory~available', 'lots']],
  'an unknown resource': [['spec.kubelet.kubeReserved.gpu', '1']],
  'a soft eviction without grace': [['spec.kubelet.evictionSoft.memory~available', '10%']],
  'an invalid soft threshold': [['spec.kubelet.evictionSoft.nodefs~available', 'lots']],
  'thresholds out of order': [['spec.kubelet.imageGCLowThresholdPercent', 90]],
  'a hop limit out of range': [['spec.metadataOptions.httpPutResponseHopLimit', 100]],
  'an unknown mode': [['spec.metadataOptions.httpTokens', 'maybe']],
  'an invalid size': [['spec.blockDeviceMappings.0.ebs.volumeSize', 'big']],
  'two root volumes': [['spec.blockDeviceMappings.1.rootVolume', true]],
  'a volume without size or snapshot': [['spec.blockDeviceMappings.2.ebs', { encrypted: true }]],
  'a public address with interfaces': [['spec.associatePublicIPAddress', true]],
  'an unknown type of interface': [['spec.networkInterfaces.2.interfaceType', 'quick']],
  'the same interface twice': [['spec.networkInterfaces.3.deviceIndex', 0]],
  'two efa-only interfaces on a card': [['spec.networkInterfaces.4.networkCardIndex', 0]],
};

/** Returns the manifest with values set by dotted path; `~` stands for a dot in a key. */
function edit(manifest: string, edits: Edits): string {
  const root: unknown = parse(manifest);
  const draft = new Draft(isObject(root) ? root : {}, new FindingList(() => null));
  for (const [path, value] of edits) {
    const steps = path.split('.').map((step) => step.replaceAll('~', '.'));
    draft.set(
      steps.map((step) => (/^[0-9]+$/.test(step) ? Number(step) : step)),
      value,
    );
  }
  return JSON.stringify(draft.root);
}

function errorsOf(manifest: string, edits: Edits): readonly string[] {
  const { documents } = reader.readText(edit(manifest, edits), context);
  return documents.flatMap(({ findings }) =>
    findings
      .filter(({ severity }) => severity === 'Error')
      .map(({ code, path }) => `${code} ${path}`),
  );
}

describe.each([
  ['NodePool', nodePool, nodePoolMistakes],
  ['EC2NodeClass', nodeClass, nodeClassMistakes],
])('the mistakes of a %s', (_kind, manifest, mistakes) => {
  const each = Object.entries(mistakes);
  const alone = new Map(each.map(([name, edits]) => [name, errorsOf(manifest, edits)]));

  it('are none without edits', () => {
    expect(errorsOf(manifest, [])).toEqual([]);
  });

  it.each(each)('are reported alone: %s', (name) => {
    expect(alone.get(name)).not.toEqual([]);
  });

  it('are all reported together', () => {
    const together = errorsOf(manifest, Object.values(mistakes).flat());
    expect(new Set(together)).toEqual(new Set([...alone.values()].flat()));
  });
});
