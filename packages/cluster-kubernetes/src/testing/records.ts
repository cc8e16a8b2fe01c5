import {
  type LaunchOptions,
  type NodeClaim,
  type NodeClaimObjectContext,
  type NodePoolDefinition,
  newClaimFields,
} from '@kerf/application';

/** Minimal records as use cases store them. */
export function nodeClaimRecord(name: string, over: Partial<NodeClaim> = {}): NodeClaim {
  return {
    ...newClaimFields,
    id: `ncl_${name}`,
    clusterId: 'clu_1',
    name,
    nodePool: 'default',
    nodeClass: 'al2023',
    nodePoolHash: 'pool-hash',
    nodeClassHash: 'class-hash',
    decisionId: 'dec_1',
    state: 'Requested',
    plan: {
      id: 'claim-0001',
      nodePool: 'default',
      podUids: ['u1'],
      requests: { cpu: 1500, memory: 1024 ** 3, pods: 4, 'nvidia.com/gpu': 1 },
      labels: { 'example.com/team': 'web' },
      annotations: { 'example.com/note': 'n' },
      taints: [{ key: 'example.com/web', value: '', effect: 'NoSchedule' }],
      startupTaints: [{ key: 'example.com/starting', value: 'yes', effect: 'NoExecute' }],
      expected: {
        instanceType: 'm5.large',
        zone: 'eu-west-1a',
        capacityType: 'spot',
        priceMicroUsdPerHour: 40_000,
      },
      savingAgainstNextBestMicroUsdPerHour: null,
    },
    terms: { expireAfter: '720h', terminationGracePeriod: null },
    standalone: null,
    requestedAt: Date.parse('2026-11-21T10:00:00Z'),
    ...over,
  };
}

export const launchedInstance: NonNullable<NodeClaim['instance']> = {
  instanceId: 'i-0123456789abcdef0',
  providerId: 'aws:///eu-west-1a/i-0123456789abcdef0',
  instanceType: 'm5.large',
  zone: 'eu-west-1a',
  capacityType: 'spot',
  imageId: 'ami-1',
  subnetId: 'subnet-1',
  priceMicroUsdPerHour: 40_000,
  capacity: { cpu: 2000, memory: 8 * 1024 ** 3, pods: 29 },
  allocatable: { cpu: 1930, memory: 7 * 1024 ** 3, pods: 29 },
  labels: { 'kubernetes.io/arch': 'amd64' },
};

export const launchOptions: LaunchOptions = {
  requirements: [
    { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'], minValues: null },
    { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Gt', values: ['1'], minValues: null },
    { key: 'example.com/team', operator: 'Exists', values: [], minValues: null },
  ],
  instanceTypes: [
    { name: 'm5.large', offerings: [] },
    { name: 'm5.xlarge', offerings: [] },
  ],
};

export const nodeClaimContext: NodeClaimObjectContext = {
  launchOptions: () => Promise.resolve(launchOptions),
  nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'al2023' },
  drifted: null,
  consolidatableSince: null,
  consistent: null,
  disruption: null,
};

export function nodePoolDefinition(
  name: string,
  over: Partial<NodePoolDefinition['spec']> = {},
): NodePoolDefinition {
  return {
    id: `npl_${name}`,
    kind: 'NodePool',
    clusterId: 'clu_1',
    name,
    source: 'Api',
    revision: 1,
    deletionRequestedAt: null,
    objectGeneration: null,
    driftHash: 'pool-hash',
    createdAt: 0,
    updatedAt: 0,
    version: 1,
    spec: {
      template: {
        metadata: { labels: { 'example.com/team': 'web' }, annotations: {} },
        spec: {
          nodeClassRef: nodeClaimContext.nodeClassRef,
          requirements: [
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
          ],
          taints: [{ key: 'example.com/web', value: '', effect: 'NoSchedule' }],
          startupTaints: [],
          expireAfter: '720h',
        },
      },
      disruption: {
        consolidationPolicy: 'WhenEmpty',
        consolidateAfter: '30s',
        budgets: [{ nodes: '10%' }],
      },
      limits: { cpu: '100' },
      weight: 10,
      ...over,
    },
  };
}
