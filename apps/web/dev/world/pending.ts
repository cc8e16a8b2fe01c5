import type {
  Cluster,
  PendingPod,
  PendingPodGroup,
  PodVerdict,
  Reason,
} from '../generated/schema.js';
import { cpuOf, memoryOf } from './amounts.js';
import { iso } from './clusters.js';
import { gibibytes } from './nodes.js';
import type { Random } from './random.js';

const second = 1_000;
const minute = 60 * second;

interface GroupSeed {
  readonly namespace: string;
  readonly owner: string;
  readonly kind: string;
  readonly count: number;
  readonly waitedMs: number;
  readonly cpuMilli: number;
  readonly memoryGib: number;
  readonly verdict: PodVerdict | null;
}

const miss = (nodePool: string, code: Reason['code'], data: unknown, path?: string) => ({
  nodePool,
  reason: { code, data },
  nearest: null,
  fix: path === undefined ? null : { kind: 'NodePool', name: nodePool, path },
});

const unschedulable = (evaluatedAt: string, byNodePool: PodVerdict['byNodePool']): PodVerdict => ({
  kind: 'UNSCHEDULABLE',
  evaluatedAt,
  nodeName: null,
  nodePool: null,
  nodeClaimId: null,
  decisionId: null,
  reasons: [],
  byNodePool,
});

const is = (...values: readonly string[]) => [{ operator: 'In', values, omitted: 0 }];
const wrongArch = {
  key: 'kubernetes.io/arch',
  required: is('amd64'),
  volume: null,
  alternatives: 1,
  allowed: { source: 'NodePool', key: 'kubernetes.io/arch', terms: is('arm64') },
};
const archPath = 'spec.template.spec.requirements[0]';

const indexerMisses = [
  miss(
    'memory',
    'LIMIT_EXCEEDED',
    {
      resource: 'cpu',
      limit: 128_000,
      usage: 120_000,
      needed: 16_000,
      instanceType: 'r7i.4xlarge',
    },
    'spec.limits.cpu',
  ),
  {
    ...miss('general', 'RESOURCE_TOO_LARGE', {
      resource: 'memory',
      requested: gibibytes(97),
      daemons: gibibytes(1),
      largest: gibibytes(29),
      instanceType: 'm7i.2xlarge',
      fitting: null,
    }),
    nearest: {
      instanceType: 'm7i.2xlarge',
      shortages: [
        { resource: 'cpu', requested: 14_150, allocatable: 7_910 },
        { resource: 'memory', requested: gibibytes(97), allocatable: gibibytes(29) },
      ],
    },
  },
  miss('graviton', 'REQUIREMENT_INCOMPATIBLE', wrongArch, archPath),
  miss(
    'gpu',
    'TAINT_NOT_TOLERATED',
    { key: 'nvidia.com/gpu', value: '', effect: 'NoSchedule' },
    'spec.template.spec.taints[0]',
  ),
];

const runnerMisses = [
  miss('general', 'NO_OFFERING', { zones: ['us-east-1a', 'us-east-1b'], capacityTypes: ['spot'] }),
  miss('graviton', 'REQUIREMENT_INCOMPATIBLE', wrongArch, archPath),
];

const newNode = (evaluatedAt: string): PodVerdict => ({
  ...unschedulable(evaluatedAt, []),
  kind: 'NEW_NODE',
  nodePool: 'general',
  nodeClaimId: 'ncl_new',
  decisionId: 'dec_provision_now',
});

const group = (
  path: string,
  kind: string,
  seed: Omit<GroupSeed, 'namespace' | 'owner' | 'kind'>,
): GroupSeed => {
  const [namespace = '', owner = ''] = path.split('/', 2);
  return { namespace, owner, kind, ...seed };
};

function seedsOf(now: number): readonly GroupSeed[] {
  const evaluatedAt = iso(now - 6 * second);
  return [
    group('search/indexer-rebuild', 'Job', {
      count: 4,
      waitedMs: 11 * minute,
      cpuMilli: 14_000,
      memoryGib: 96,
      verdict: unschedulable(evaluatedAt, indexerMisses),
    }),
    group('ci/ci-runner', 'ReplicaSet', {
      count: 3,
      waitedMs: 4 * minute,
      cpuMilli: 2_000,
      memoryGib: 4,
      verdict: unschedulable(evaluatedAt, runnerMisses),
    }),
    group('default/inflate', 'ReplicaSet', {
      count: 5,
      waitedMs: 9 * second,
      cpuMilli: 1_000,
      memoryGib: 1,
      verdict: newNode(evaluatedAt),
    }),
    group('web/web-frontend', 'ReplicaSet', {
      count: 1,
      waitedMs: second,
      cpuMilli: 300,
      memoryGib: 1,
      verdict: null,
    }),
  ];
}

export function createPendingGroups(
  random: Random,
  cluster: Cluster,
  now: number,
): PendingPodGroup[] {
  const isBatch = cluster.id === 'clu_2';
  return seedsOf(now)
    .filter(({ owner }) => (isBatch ? owner === 'ci-runner' : cluster.id === 'clu_1'))
    .map((seed) => ({
      clusterId: cluster.id,
      clusterName: cluster.name,
      namespace: seed.namespace,
      ownerKind: seed.kind,
      ownerName: seed.owner,
      count: seed.count,
      oldestCreatedAt: iso(now - seed.waitedMs),
      lastEvaluatedAt: seed.verdict?.evaluatedAt ?? null,
      pods: Array.from({ length: seed.count }, (_, index) =>
        podOf(random, { cluster, seed, index, now }),
      ),
    }));
}

function podOf(
  random: Random,
  { cluster, seed, index, now }: { cluster: Cluster; seed: GroupSeed; index: number; now: number },
): PendingPod {
  return {
    uid: `pod-${cluster.id}-${seed.owner}-${index}`,
    clusterId: cluster.id,
    namespace: seed.namespace,
    name: `${seed.owner}-${random.suffix(5)}`,
    ownerKind: seed.kind,
    ownerName: seed.owner,
    requests: [cpuOf(seed.cpuMilli), memoryOf(gibibytes(seed.memoryGib))],
    createdAt: iso(now - seed.waitedMs + index * 40),
    schedulerMessage:
      seed.verdict?.kind === 'UNSCHEDULABLE'
        ? '0/42 nodes are available: 42 Insufficient cpu.'
        : null,
    verdict:
      seed.verdict?.kind === 'UNSCHEDULABLE'
        ? { ...seed.verdict, queuePosition: index + 1 }
        : seed.verdict,
  };
}
