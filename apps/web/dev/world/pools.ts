import type {
  BudgetStatus,
  Cluster,
  DefinitionFinding,
  DisruptionReason,
  Node,
  NodeClass,
  NodePool,
} from '../generated/schema.js';
import { iso } from './clusters.js';

const hour = 3_600_000;
const gib = 1024 ** 3;

interface PoolSeed {
  readonly name: string;
  readonly weight: number;
  readonly cpuLimit: number | null;
  readonly memoryLimitGib: number | null;
  readonly source: 'API' | 'CLUSTER';
  readonly nodeClass: string;
  readonly findings: readonly DefinitionFinding[];
}

const finding = (
  severity: DefinitionFinding['severity'],
  code: string,
  path: string,
  message: string,
): DefinitionFinding => ({
  severity,
  code,
  path,
  message,
  found: null,
  became: null,
  line: null,
  column: null,
});

const seeds: readonly PoolSeed[] = [
  {
    name: 'general',
    weight: 10,
    cpuLimit: 400,
    memoryLimitGib: 1600,
    source: 'API',
    nodeClass: 'default',
    findings: [],
  },
  {
    name: 'graviton',
    weight: 50,
    cpuLimit: 100,
    memoryLimitGib: 400,
    source: 'API',
    nodeClass: 'default',
    findings: [
      finding(
        'ADVICE',
        'FEW_SPOT_TYPES',
        'spec.template.spec.requirements',
        'Only 4 instance types are left for spot; fewer than 5 make interruptions likelier.',
      ),
    ],
  },
  {
    name: 'memory',
    weight: 0,
    cpuLimit: null,
    memoryLimitGib: null,
    source: 'CLUSTER',
    nodeClass: 'default',
    findings: [
      finding(
        'ADVICE',
        'NO_LIMITS',
        'spec.limits',
        'No limits: a runaway workload buys without end.',
      ),
      finding(
        'ADVICE',
        'SINGLE_ZONE',
        'spec.template.spec.requirements',
        'Only one zone is allowed.',
      ),
    ],
  },
  {
    name: 'gpu',
    weight: 0,
    cpuLimit: 64,
    memoryLimitGib: 256,
    source: 'API',
    nodeClass: 'gpu',
    findings: [
      finding(
        'WARNING',
        'CUSTOM_LABEL',
        'spec.template.spec.requirements[2]',
        'nvidia.com/gpu is not a label of any instance type; it restricts nothing.',
      ),
    ],
  },
];

const manifestOf = ({ name, weight, cpuLimit, memoryLimitGib, nodeClass }: PoolSeed): string =>
  `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: ${name}
spec:
  disruption:
    budgets:
      - nodes: 10%
      - duration: 8h
        nodes: '0'
        schedule: 0 9 * * 1-5
    consolidateAfter: 1m
    consolidationPolicy: WhenEmptyOrUnderutilized
${cpuLimit === null ? '' : `  limits:\n    cpu: ${cpuLimit}\n    memory: ${memoryLimitGib}Gi\n`}  template:
    spec:
      expireAfter: 720h
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: ${nodeClass}
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: [spot, on-demand]
        - key: karpenter.k8s.aws/instance-category
          operator: In
          values: [c, m, r]
  weight: ${weight}
`;

const reasons: readonly DisruptionReason[] = ['EMPTY', 'UNDERUTILIZED', 'DRIFTED'];

export function createPools(cluster: Cluster, nodes: readonly Node[], now: number): NodePool[] {
  return seeds
    .filter(({ name }) => name === 'general' || nodes.some((node) => node.nodePool === name))
    .map((seed, index) => createPool(cluster, { seed, index, nodes, now }));
}

function createPool(
  cluster: Cluster,
  {
    seed,
    index,
    nodes,
    now,
  }: { seed: PoolSeed; index: number; nodes: readonly Node[]; now: number },
): NodePool {
  const own = nodes.filter((node) => node.nodePool === seed.name);
  const manifest = manifestOf(seed);
  return {
    id: `npl_${cluster.id}_${seed.name}`,
    clusterId: cluster.id,
    clusterName: cluster.name,
    name: seed.name,
    source: seed.source,
    revision: 2,
    manifest,
    weight: seed.weight,
    registrationHealth: {
      status: 'HEALTHY',
      outcomes: 4,
      failures: 0,
      lastFailureAt: null,
      lastFailureDetail: null,
    },
    replicas: null,
    replicasHeld: null,
    nodeClassName: seed.nodeClass,
    consolidationPolicy: 'WhenEmptyOrUnderutilized',
    consolidateAfter: '1m',
    expireAfter: '720h',
    isReady: seed.name !== 'gpu',
    notReadyReason: seed.name === 'gpu' ? 'the EC2NodeClass gpu does not exist' : null,
    nodes: own.length,
    price: String(own.reduce((sum, { price }) => sum + Number(price ?? 0), 0)),
    unpricedNodes: own.filter(({ price }) => price === null).length,
    limits: [
      {
        resource: 'cpu',
        usage: own.reduce((sum, { cpuAllocatableMilli }) => sum + cpuAllocatableMilli + 90, 0),
        limit: seed.cpuLimit === null ? null : seed.cpuLimit * 1000,
      },
      {
        resource: 'memory',
        usage: own.reduce((sum, node) => sum + node.memoryAllocatableBytes, 0),
        limit: seed.memoryLimitGib === null ? null : seed.memoryLimitGib * gib,
      },
    ],
    findings: [...seed.findings],
    budgets: budgetsOf(cluster.id, seed.name, { count: own.length, now, index }),
    revisions: [
      { revision: 2, manifest, savedAt: iso(now - 5 * hour), savedBy: 'mara' },
      {
        revision: 1,
        manifest: manifest.replace('1m', '30s').replace('    cpu: 400\n', '    cpu: 200\n'),
        savedAt: iso(now - 90 * hour),
        savedBy: seed.source === 'CLUSTER' ? 'cluster' : 'admin',
      },
    ],
    createdAt: iso(now - 90 * hour),
    updatedAt: iso(now - 5 * hour),
    version: 2,
  };
}

function budgetsOf(
  clusterId: string,
  nodePool: string,
  { count, now, index }: { count: number; now: number; index: number },
): BudgetStatus[] {
  const isClosed = index % 3 === 1;
  return reasons.map((reason) => ({
    clusterId,
    nodePool,
    reason,
    nodes: count,
    disrupting: index === 0 ? 1 : 0,
    allowed: isClosed ? 0 : Math.max(0, Math.ceil(count / 10) - (index === 0 ? 1 : 0)),
    rule: isClosed
      ? { index: 1, nodes: '0', schedule: '0 9 * * 1-5', duration: '8h', reasons: [] }
      : { index: 0, nodes: '10%', schedule: null, duration: null, reasons: [] },
    changesAt: isClosed ? iso(now + 3 * hour) : index === 2 ? null : iso(now + 17 * hour),
  }));
}

const classManifest = (name: string, cluster: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: ${name}
spec:
  amiSelectorTerms:
    - alias: al2023@latest
  metadataOptions:
    httpEndpoint: enabled
    httpPutResponseHopLimit: 1
    httpTokens: required
  role: KarpenterNodeRole-${cluster}
  securityGroupSelectorTerms:
    - tags:
        karpenter.sh/discovery: ${cluster}
  subnetSelectorTerms:
    - tags:
        karpenter.sh/discovery: ${cluster}
`;

export function createNodeClasses(
  cluster: Cluster,
  pools: readonly NodePool[],
  now: number,
): NodeClass[] {
  return [
    nodeClassOf(cluster, { name: 'default', pools, now }),
    ...(cluster.id === 'clu_2' ? [brokenClass(cluster, now)] : []),
  ];
}

function nodeClassOf(
  cluster: Cluster,
  { name, pools, now }: { name: string; pools: readonly NodePool[]; now: number },
): NodeClass {
  const manifest = classManifest(name, cluster.name);
  return {
    id: `ncs_${cluster.id}_${name}`,
    clusterId: cluster.id,
    clusterName: cluster.name,
    name,
    source: 'API',
    revision: 1,
    manifest,
    amiFamily: 'AL2023',
    isReady: true,
    problems: [],
    resolvedAt: iso(now - 4 * 60_000),
    subnets: ['a', 'b', 'c'].map((letter, index) => ({
      id: `subnet-0${index}f3e1a9c7d2b5`,
      zone: `${cluster.region}${letter}`,
      zoneId: `az${index + 1}`,
      freeAddresses: [4012, 3921, 118][index] ?? 0,
    })),
    securityGroups: [{ id: 'sg-0a1b2c3d4e5f', name: `eks-cluster-sg-${cluster.name}` }],
    images: (['amd64', 'arm64'] as const).map((architecture, index) => ({
      id: `ami-0c1f2a9be4d${index}`,
      name: `amazon-eks-node-al2023-${architecture === 'amd64' ? 'x86_64' : architecture}-standard-1.33-v20261112`,
      architecture,
      variant: 'standard',
      createdAt: iso(now - 9 * 24 * hour),
      deprecated: index === 1,
    })),
    instanceProfile: `kerf-${cluster.name}`,
    nodePools: pools.filter(({ nodeClassName }) => nodeClassName === name).map((pool) => pool.name),
    revisions: [{ revision: 1, manifest, savedAt: iso(now - 90 * hour), savedBy: 'admin' }],
    createdAt: iso(now - 90 * hour),
    updatedAt: iso(now - 90 * hour),
    version: 1,
  };
}

const brokenClass = (cluster: Cluster, now: number): NodeClass => ({
  ...nodeClassOf(cluster, { name: 'old-al2', pools: [], now }),
  source: 'CLUSTER',
  amiFamily: 'AL2',
  isReady: false,
  problems: [
    {
      condition: 'AMIsReady',
      reason: 'AmiFamilyEnded',
      message: 'AL2 ended with Kubernetes 1.32; this cluster runs 1.33, so there is no image.',
    },
  ],
  images: [],
});
