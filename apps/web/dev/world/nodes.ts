import type { CapacityType, Cluster, Node, NodeClaim, Pod, Reason } from '../generated/schema.js';
import { cpuOf, memoryOf, podsOf } from './amounts.js';
import { type CatalogType, catalog, spotMicroUsd } from './catalog.js';
import { iso } from './clusters.js';
import type { Random } from './random.js';

const minute = 60_000;
const hour = 60 * minute;
const gib = 1024 ** 3;
const mib = 1024 ** 2;

export type PoolName = keyof typeof catalog | 'managed-node-group';

type Workload = readonly [namespace: string, owner: string, cpuMilli: number, mebibytes: number];

const workloads: readonly [Workload, ...Workload[]] = [
  ['checkout', 'api-gateway', 500, 512],
  ['checkout', 'payments-api', 1000, 2048],
  ['checkout', 'cart', 250, 512],
  ['search', 'query-frontend', 750, 1536],
  ['search', 'indexer', 2000, 6144],
  ['platform', 'otel-collector', 200, 384],
  ['batch', 'feature-extract', 1500, 4096],
  ['web', 'web-frontend', 300, 640],
];

const daemons = [
  ['kube-system', 'aws-node', 50, 120],
  ['kube-system', 'kube-proxy', 100, 64],
  ['monitoring', 'node-exporter', 50, 64],
] as const;

export interface NodeSeed {
  readonly cluster: Cluster;
  readonly index: number;
  readonly pool: PoolName;
  readonly now: number;
}

/** One node with the pods that fill it. */
export function createNode(random: Random, { cluster, index, pool, now }: NodeSeed): Node {
  const type = random.pick(pool === 'managed-node-group' ? catalog.general : catalog[pool]);
  const zone = `${cluster.region}${random.pick(['a', 'b', 'c'])}`;
  const name = nodeName(cluster, index);
  const createdAt = now - random.between(2 * minute, 9 * 24 * hour);
  const room = {
    cpuAllocatableMilli: type.cpuMilli - 90,
    memoryAllocatableBytes: Math.round(type.memoryBytes * 0.925) - 700 * mib,
  };
  const podCapacity = type.cpuMilli >= 8000 ? 58 : 29;
  const pods = createPods(random, { ...room, createdAt, now });
  const cpuRequestedMilli = sum(pods, 'cpu');
  const memoryRequestedBytes = sum(pods, 'memory');
  return {
    name,
    clusterId: cluster.id,
    instanceType: type.name,
    zone,
    arch: type.arch,
    state: 'READY',
    ...room,
    cpuRequestedMilli,
    memoryRequestedBytes,
    podCapacity,
    podCount: pods.length,
    allocatable: [
      cpuOf(room.cpuAllocatableMilli),
      memoryOf(room.memoryAllocatableBytes),
      podsOf(podCapacity),
    ],
    requested: [cpuOf(cpuRequestedMilli), memoryOf(memoryRequestedBytes), podsOf(pods.length)],
    pods,
    createdAt: iso(createdAt),
    asOf: iso(now),
    ...(pool === 'managed-node-group'
      ? unmanaged(type, { zone, name })
      : managed(random, { cluster, pool, type, zone, name, createdAt, pods, now, index })),
  };
}

type Ownership = Pick<
  Node,
  | 'providerId'
  | 'nodePool'
  | 'nodeClaimId'
  | 'nodeClaim'
  | 'capacityType'
  | 'price'
  | 'labels'
  | 'taints'
  | 'blockers'
  | 'blockersEvaluatedAt'
>;

function unmanaged(type: CatalogType, { zone, name }: { zone: string; name: string }): Ownership {
  return {
    providerId: `aws:///${zone}/i-0${name.replaceAll(/\D/g, '')}`,
    nodePool: null,
    nodeClaimId: null,
    nodeClaim: null,
    capacityType: 'ON_DEMAND',
    price: String(type.microUsd),
    labels: labelsOf(type, { pool: null, zone, capacityType: 'ON_DEMAND', name }),
    taints: [],
    blockers: [{ code: 'NOT_MANAGED', data: {} }],
    blockersEvaluatedAt: null,
  };
}

interface ManagedSeed {
  readonly cluster: Cluster;
  readonly pool: keyof typeof catalog;
  readonly type: CatalogType;
  readonly zone: string;
  readonly name: string;
  readonly createdAt: number;
  readonly pods: readonly Pod[];
  readonly now: number;
  readonly index: number;
}

function managed(random: Random, seed: ManagedSeed): Ownership {
  const { cluster, pool, type, zone, name } = seed;
  const capacityType = pool !== 'memory' && random.next() < 0.55 ? 'SPOT' : 'ON_DEMAND';
  const claim = createClaim(random, { ...seed, capacityType, nodeName: name });
  // One type without a price: what is unknown has to be seen as unknown.
  const isUnpriced = seed.index === 17 && cluster.id === 'clu_3';
  return {
    providerId: `aws:///${zone}/${claim.instanceId}`,
    nodePool: pool,
    nodeClaimId: claim.id,
    nodeClaim: claim,
    capacityType,
    price: isUnpriced ? null : String(priceOf(type, capacityType)),
    labels: labelsOf(type, { pool, zone, capacityType, name }),
    taints: pool === 'gpu' ? [{ key: 'nvidia.com/gpu', value: '', effect: 'NoSchedule' }] : [],
    blockers: blockersOf(random, seed.pods, seed.now),
    blockersEvaluatedAt: null,
  };
}

const priceOf = (type: CatalogType, capacityType: CapacityType): number =>
  capacityType === 'SPOT' ? spotMicroUsd(type) : type.microUsd;

function nodeName({ id, region }: Cluster, index: number): string {
  const domain = region === 'us-east-1' ? 'ec2' : `${region}.compute`;
  return `ip-10-${40 + Number(id.slice(4))}-${Math.floor(index / 250)}-${(index * 7) % 250}.${domain}.internal`;
}

function createPods(
  random: Random,
  room: {
    readonly cpuAllocatableMilli: number;
    readonly memoryAllocatableBytes: number;
    readonly createdAt: number;
    readonly now: number;
  },
): Pod[] {
  const share = 0.35 + random.next() * 0.6;
  const pods: Pod[] = [];
  let cpu = 0;
  let memory = 0;
  for (let tries = 0; tries < 40; tries += 1) {
    const [namespace, owner, podCpu, podMib] = random.pick(workloads);
    if (cpu + podCpu > room.cpuAllocatableMilli * share) continue;
    if (memory + podMib * mib > room.memoryAllocatableBytes * 0.95) continue;
    cpu += podCpu;
    memory += podMib * mib;
    pods.push(
      podOf(random, {
        namespace,
        owner,
        cpu: podCpu,
        mebibytes: podMib,
        at: room.now - random.between(minute, Math.max(2 * minute, room.now - room.createdAt)),
      }),
    );
  }
  return [
    ...pods,
    ...daemons.map(([namespace, owner, podCpu, podMib]) => ({
      ...podOf(random, { namespace, owner, cpu: podCpu, mebibytes: podMib, at: room.createdAt }),
      ownerKind: 'DaemonSet',
      isDaemon: true,
    })),
  ];
}

function podOf(
  random: Random,
  pod: {
    readonly namespace: string;
    readonly owner: string;
    readonly cpu: number;
    readonly mebibytes: number;
    readonly at: number;
  },
): Pod {
  return {
    uid: `${random.suffix(8)}-${random.suffix(4)}-${random.suffix(12)}`,
    namespace: pod.namespace,
    name: `${pod.owner}-7d9c${random.suffix(5)}-${random.suffix(5)}`,
    ownerKind: 'ReplicaSet',
    ownerName: pod.owner,
    isDaemon: false,
    phase: 'BOUND',
    requests: [cpuOf(pod.cpu), memoryOf(pod.mebibytes * mib)],
    createdAt: iso(pod.at),
  };
}

function createClaim(
  random: Random,
  claim: {
    readonly cluster: Cluster;
    readonly pool: string;
    readonly type: CatalogType;
    readonly zone: string;
    readonly capacityType: CapacityType;
    readonly nodeName: string;
    readonly createdAt: number;
  },
): NodeClaim {
  const { createdAt, type } = claim;
  const isSpot = claim.capacityType === 'SPOT';
  return {
    id: `ncl_${random.suffix(20)}`,
    clusterId: claim.cluster.id,
    name: `${claim.pool}-${random.suffix(5)}`,
    nodePool: claim.pool,
    nodeClass: claim.pool === 'gpu' ? 'gpu' : 'default',
    state: 'INITIALIZED',
    instanceId: `i-0${random.suffix(16)}`,
    instanceType: type.name,
    zone: claim.zone,
    capacityType: claim.capacityType,
    imageId: 'ami-0c1f2a9be4d7',
    price: String(isSpot ? spotMicroUsd(type) : type.microUsd),
    nodeName: claim.nodeName,
    failure: null,
    failures: [],
    termination: null,
    decisionId: random.next() < 0.7 ? 'dec_provision_done' : null,
    requestedAt: iso(createdAt - 33_000),
    launchedAt: iso(createdAt - 30_000),
    registeredAt: iso(createdAt + 1_000),
    initializedAt: iso(createdAt + 9_000),
    terminatedAt: null,
    version: 5,
  };
}

function blockersOf(random: Random, pods: readonly Pod[], now: number): Reason[] {
  const dice = random.next();
  const pod = pods.find(({ isDaemon }) => !isDaemon);
  const podName = pod === undefined ? 'web/web-frontend' : `${pod.namespace}/${pod.name}`;
  if (dice < 0.12) {
    return [
      { code: 'PDB_BLOCKS', data: { pdb: 'web/web-frontend', pod: podName } },
      { code: 'NOT_EMPTY', data: { pods: pods.length - daemons.length } },
    ];
  }
  if (dice < 0.2) return [{ code: 'POD_DO_NOT_DISRUPT', data: { pod: podName, until: null } }];
  if (dice < 0.26) return [{ code: 'CONSOLIDATE_AFTER', data: { until: now + 42_000 } }];
  return [{ code: 'NOT_EMPTY', data: { pods: pods.length - daemons.length } }];
}

function labelsOf(
  type: CatalogType,
  node: {
    readonly pool: string | null;
    readonly zone: string;
    readonly capacityType: CapacityType;
    readonly name: string;
  },
): Readonly<Record<string, string>> {
  return {
    'kubernetes.io/arch': type.arch,
    'kubernetes.io/hostname': node.name,
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': type.name,
    'topology.kubernetes.io/zone': node.zone,
    'karpenter.k8s.aws/instance-category': type.name.slice(0, 1),
    'karpenter.sh/capacity-type': node.capacityType === 'SPOT' ? 'spot' : 'on-demand',
    ...(node.pool === null
      ? {}
      : { 'karpenter.sh/nodepool': node.pool, 'karpenter.sh/initialized': 'true' }),
  };
}

const sum = (pods: readonly Pod[], resource: string): number =>
  pods.reduce(
    (total, pod) => total + (pod.requests.find((each) => each.resource === resource)?.amount ?? 0),
    0,
  );

/** `memoryBytes` of a whole number of GiB, for other fixtures. */
export const gibibytes = (count: number): number => count * gib;
