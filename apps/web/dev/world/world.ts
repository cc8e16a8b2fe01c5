import type {
  ApiToken,
  AuditEntry,
  Cluster,
  ClusterSummary,
  Decision,
  Interruption,
  Node,
  NodeClaim,
  NodeClass,
  NodePool,
  PendingPodGroup,
  Sandbox,
} from '../generated/schema.js';
import { createAudit } from './audit.js';
import { createClusters, iso } from './clusters.js';
import {
  createDrift,
  createFailedLaunch,
  createProvision,
  createRemoval,
  retrying,
} from './decisions.js';
import { createInterruptions } from './interruptions.js';
import { createNode, type PoolName } from './nodes.js';
import { createPendingGroups } from './pending.js';
import { createNodeClasses, createPools } from './pools.js';
import { createRandom, type Random } from './random.js';

/** All that the development API knows; mutations change it in place. */
export interface World {
  readonly clusters: Cluster[];
  readonly nodes: Map<string, Node[]>;
  readonly claims: Map<string, NodeClaim[]>;
  readonly pools: NodePool[];
  readonly nodeClasses: NodeClass[];
  readonly pending: PendingPodGroup[];
  readonly decisions: Decision[];
  readonly interruptions: Interruption[];
  readonly audit: AuditEntry[];
  readonly tokens: ApiToken[];
  sandbox: Sandbox | null;
  viewer: { name: string; scope: 'READ' | 'WRITE'; hasPassword: boolean };
}

export interface WorldOptions {
  readonly now: number;
  /** Nodes of the largest cluster; 0: a few dozen. */
  readonly nodes?: number;
}

const minute = 60_000;

/** A fleet as a company of some size has it, the same each time. */
export function createWorld({ now, nodes = 0 }: WorldOptions): World {
  const random = createRandom(20261121);
  const clusters = createClusters(now);
  const nodesByCluster = new Map<string, Node[]>();
  for (const cluster of clusters) {
    const count = nodeCountOf(cluster, nodes);
    nodesByCluster.set(cluster.id, createNodes(random, { cluster, count, now }));
  }
  const pools = clusters.flatMap((cluster) =>
    createPools(cluster, nodesByCluster.get(cluster.id) ?? [], now),
  );
  const world: World = {
    clusters,
    nodes: nodesByCluster,
    claims: new Map(
      clusters.map((cluster) => [cluster.id, claimsOf(nodesByCluster.get(cluster.id) ?? [], now)]),
    ),
    pools: pools.filter(({ clusterId }) => clusterId !== 'clu_5'),
    nodeClasses: clusters.slice(0, 4).flatMap((cluster) =>
      createNodeClasses(
        cluster,
        pools.filter(({ clusterId }) => clusterId === cluster.id),
        now,
      ),
    ),
    pending: clusters.flatMap((cluster) => createPendingGroups(random, cluster, now)),
    decisions: [],
    interruptions: clusters
      .slice(0, 1)
      .flatMap((cluster) =>
        createInterruptions(cluster, nodesByCluster.get(cluster.id) ?? [], now),
      ),
    audit: createAudit(clusters, now),
    tokens: createTokens(now),
    sandbox: {
      kubeconfig: '/home/mara/kerf/.kerf/kubeconfig',
      awsEndpoint: 'http://127.0.0.1:4566',
      exerciseCluster: 'checkout-prod-use1',
      exerciseContext: 'checkout-prod-use1',
      scenarios: [],
    },
    viewer: { name: 'admin', scope: 'WRITE', hasPassword: false },
  };
  world.decisions.push(...createDecisions(world, now));
  for (const cluster of clusters) cluster.summary = summarize(world, cluster, now);
  return world;
}

function nodeCountOf(cluster: Cluster, largest: number): number {
  const counts: Readonly<Record<string, number>> = { clu_1: 42, clu_2: 31, clu_3: 18, clu_4: 6 };
  if (cluster.id === 'clu_2' && largest > 0) return largest;
  return counts[cluster.id] ?? 0;
}

function createNodes(
  random: Random,
  { cluster, count, now }: { cluster: Cluster; count: number; now: number },
): Node[] {
  return Array.from({ length: count }, (_, index) => {
    const node = createNode(random, { cluster, index, pool: poolOf(random, cluster, index), now });
    return { ...node, ...stateOf(cluster, index, now) };
  });
}

function poolOf(random: Random, cluster: Cluster, index: number): PoolName {
  if (index < 3) return 'managed-node-group';
  if (cluster.id === 'clu_3') return random.pick(['gpu', 'general', 'memory']);
  return random.pick(['general', 'general', 'graviton', 'graviton', 'memory']);
}

/** A few nodes that are not just ready, so that every state is seen. */
function stateOf(cluster: Cluster, index: number, now: number): Partial<Node> {
  if (cluster.id !== 'clu_1') return {};
  if (index === 9) return { state: 'JOINING', blockers: [{ code: 'NOT_INITIALIZED', data: {} }] };
  if (index === 14) return { state: 'CORDONED' };
  if (index === 21) return { state: 'TERMINATING', blockers: [{ code: 'TERMINATING', data: {} }] };
  if (index === 27) return { state: 'NOT_READY' };
  // Two that wait for their next evaluation: one of them was evaluated before.
  if (index === 29) return { blockersEvaluatedAt: iso(now - 4 * minute) };
  if (index === 30) return { blockers: [{ code: 'NOT_EVALUATED_YET', data: {} }] };
  if (index === 33 || index === 34) {
    return { blockers: [{ code: 'IN_DECISION', data: { decisionId: 'dec_empty_waiting' } }] };
  }
  return {};
}

function claimsOf(nodes: readonly Node[], now: number): NodeClaim[] {
  const alive = nodes.flatMap(({ nodeClaim }) => (nodeClaim ? [nodeClaim] : []));
  const [first] = alive;
  if (first === undefined) return [];
  const failed: NodeClaim = {
    ...first,
    id: 'ncl_failed',
    name: 'general-9xq4t',
    state: 'LAUNCH_FAILED',
    instanceId: null,
    instanceType: null,
    nodeName: null,
    price: null,
    launchedAt: null,
    registeredAt: null,
    initializedAt: null,
    requestedAt: iso(now - 26 * minute),
    failure: {
      code: 'INSUFFICIENT_CAPACITY',
      data: { offerings: 3, detail: 'c6i.2xlarge in us-east-1a, spot' },
    },
  };
  const leaving: NodeClaim = {
    ...first,
    id: 'ncl_leaving',
    name: 'general-5tz8w',
    state: 'TERMINATING',
    termination: {
      step: 'Cordoned',
      reason: 'Empty',
      startedAt: iso(now - 2 * minute),
      deadline: null,
      waitingFor: 'PodDisruptionBudget web/web-frontend',
    },
  };
  return [leaving, failed, ...alive];
}

function createDecisions(world: World, now: number): Decision[] {
  const [checkout, search, batch] = world.clusters;
  if (checkout === undefined || search === undefined || batch === undefined) return [];
  const nodes = world.nodes.get(checkout.id) ?? [];
  const budgets = world.pools.flatMap((pool) =>
    pool.clusterId === checkout.id ? pool.budgets : [],
  );
  const managed = nodes.filter(({ nodePool }) => nodePool !== null);
  const batchNodes = (world.nodes.get(batch.id) ?? []).filter(({ nodePool }) => nodePool !== null);
  const at = (minutes: number) => ({ proposedAt: now - minutes * minute });
  const waiting = { cluster: checkout, state: 'AWAITING_APPROVAL' } as const;
  const recent = [
    createProvision({ id: 'dec_provision_now', cluster: checkout, state: 'EXECUTING', ...at(0.2) }),
    createRemoval({ id: 'dec_empty_waiting', ...waiting, ...at(12) }, nodes.slice(33, 35), budgets),
    createRemoval({ id: 'dec_empty_second', ...waiting, ...at(48) }, managed.slice(7, 8), budgets),
    createRemoval(
      { id: 'dec_observed', cluster: batch, state: 'PROPOSED', ...at(70) },
      batchNodes.slice(0, 3),
      budgets,
    ),
    retrying(
      createRemoval(
        { id: 'dec_retrying', cluster: checkout, state: 'EXECUTING', ...at(80) },
        managed.slice(21, 25),
        budgets,
      ),
      now,
    ),
    createRemoval(
      { id: 'dec_superseded', cluster: checkout, state: 'SUPERSEDED', ...at(95) },
      managed.slice(11, 13),
      budgets,
    ),
    createFailedLaunch(
      { id: 'dec_launch_failed', cluster: checkout, ...at(110) },
      world.claims.get(checkout.id)?.find(({ id }) => id === 'ncl_failed'),
    ),
    createDrift(
      { id: 'dec_drift_approved', cluster: checkout, state: 'APPROVED', ...at(3) },
      managed.slice(22, 23),
    ),
    createProvision(
      { id: 'dec_provision_done', cluster: checkout, state: 'EXECUTED', ...at(130) },
      managed[5],
    ),
    createRemoval(
      { id: 'dec_rejected', cluster: checkout, state: 'REJECTED', ...at(170) },
      managed.slice(15, 20),
      budgets,
    ),
  ];
  return [...recent, ...createOldDecisions(search, managed, now)];
}

/** Enough finished ones that the list has to be paged. */
function createOldDecisions(cluster: Cluster, nodes: readonly Node[], now: number): Decision[] {
  return Array.from({ length: 60 }, (_, index) => {
    const seed = {
      id: `dec_old_${index}`,
      cluster,
      state: 'EXECUTED',
      proposedAt: now - (200 + index * 31) * minute,
    } as const;
    const first = index % 20;
    return index % 3 === 0
      ? createProvision(seed, nodes[index % nodes.length])
      : createRemoval(seed, nodes.slice(first, first + 1 + (index % 3)), []);
  });
}

function createTokens(now: number): ApiToken[] {
  const day = 24 * 60 * minute;
  return [
    {
      id: 'tok_1',
      name: 'ci-deploy',
      scope: 'WRITE',
      createdAt: iso(now - 20 * day),
      createdBy: 'admin',
      expiresAt: iso(now + 70 * day),
      lastUsedAt: iso(now - 4 * minute),
      revokedAt: null,
    },
    {
      id: 'tok_2',
      name: 'grafana',
      scope: 'READ',
      createdAt: iso(now - 60 * day),
      createdBy: 'admin',
      expiresAt: iso(now + 30 * day),
      lastUsedAt: null,
      revokedAt: iso(now - 2 * day),
    },
  ];
}

/** Sums over a cluster's nodes and pods; absent while nothing was ever known of it. */
export function summarize(world: World, cluster: Cluster, now: number): ClusterSummary | null {
  const { syncedAt } = cluster.connection;
  if (syncedAt === null || syncedAt === undefined) return null;
  const isLive = cluster.connection.state === 'CONNECTED';
  return sumOf(world, world.nodes.get(cluster.id) ?? [], {
    asOf: isLive ? iso(now - 800) : syncedAt,
    clusterId: cluster.id,
  });
}

export function sumOf(
  world: World,
  nodes: readonly Node[],
  { asOf, clusterId }: { readonly asOf: string; readonly clusterId: string | null },
): ClusterSummary {
  const isOf = (id: string) => clusterId === null || clusterId === id;
  const waiting = world.pending.filter((group) => isOf(group.clusterId));
  const add = (value: (node: Node) => number) => nodes.reduce((sum, node) => sum + value(node), 0);
  return {
    asOf,
    nodes: nodes.length,
    managedNodes: nodes.filter(({ nodePool }) => nodePool !== null).length,
    pods: add(({ podCount }) => podCount),
    pendingPods: waiting.reduce((sum, { count }) => sum + count, 0),
    oldestPendingAt: waiting.map(({ oldestCreatedAt }) => oldestCreatedAt).sort()[0] ?? null,
    price: String(add(({ price }) => Number(price ?? 0))),
    unpricedNodes: nodes.filter(({ price }) => price === null).length,
    spotPrice: String(
      add(({ price, capacityType }) => (capacityType === 'SPOT' ? Number(price ?? 0) : 0)),
    ),
    cpuRequestedMilli: add(({ cpuRequestedMilli }) => cpuRequestedMilli),
    cpuAllocatableMilli: add(({ cpuAllocatableMilli }) => cpuAllocatableMilli),
    memoryRequestedBytes: add(({ memoryRequestedBytes }) => memoryRequestedBytes),
    memoryAllocatableBytes: add(({ memoryAllocatableBytes }) => memoryAllocatableBytes),
    awaitingDecisions: world.decisions.filter(
      ({ state, clusterId: id }) => state === 'AWAITING_APPROVAL' && isOf(id),
    ).length,
  };
}
