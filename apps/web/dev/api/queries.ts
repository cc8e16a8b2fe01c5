import type {
  AuditEntry,
  CostShare,
  Node,
  QueryAuditEntriesArgs,
  QueryClusterArgs,
  QueryClustersArgs,
  QueryCostNowArgs,
  QueryDecisionsArgs,
  QueryNodeClaimsArgs,
  QueryNodePoolsArgs,
  QueryNodesArgs,
  QueryPendingPodGroupsArgs,
} from '../generated/schema.js';
import { iso } from '../world/clusters.js';
import { summarize, sumOf, type World } from '../world/world.js';
import { toConnection } from './connection.js';
import { createHistoryQueries } from './history.js';
import { convertManifests } from './manifests.js';

type Args<T> = T & { readonly first?: number | null | undefined };

type OfCluster = { readonly clusterId?: string | null | undefined };

const isOf =
  (clusterId: string | null | undefined) =>
  (row: { readonly clusterId: string }): boolean =>
    clusterId === null || clusterId === undefined || row.clusterId === clusterId;

/** Root fields of Query over a world; what it answers is most of a second old. */
export function createQueries(world: World, clock: () => number) {
  const asOf = () => iso(clock() - 700);
  return {
    viewer: () => ({ ...world.viewer, kind: 'User' }),
    product: () => ({ version: '0.1.0', sandbox: world.sandbox }),
    apiTokens: () => world.tokens,
    ...createClusterQueries(world, clock, asOf),
    ...createNodeQueries(world, asOf),
    ...createDefinitionQueries(world, asOf),
    ...createHistoryQueries(world, clock),
    convertManifests: convertManifests(world),
    decisions: (args: Args<QueryDecisionsArgs>) => {
      const { clusterId, states, kinds, nodePools } = args.filter ?? {};
      const rows = world.decisions
        .filter(isOf(clusterId))
        .filter(({ state }) => !states || states.includes(state))
        .filter(({ kind }) => !kinds || kinds.includes(kind))
        .filter((row) => !nodePools || row.nodePools.some((name) => nodePools.includes(name)));
      return { ...toConnection(rows, args), asOf: asOf() };
    },
    decision: ({ id }: { id: string }) =>
      world.decisions.find((decision) => decision.id === id) ?? null,
    auditEntries: (args: Args<QueryAuditEntriesArgs>) => {
      const rows = world.audit.filter((entry) => matchesAudit(entry, args.filter ?? {}));
      return { ...toConnection(rows, args), asOf: asOf() };
    },
  };
}

const nodesOf = (world: World, clusterId: string | null | undefined): readonly Node[] =>
  clusterId === null || clusterId === undefined
    ? [...world.nodes.values()].flat()
    : (world.nodes.get(clusterId) ?? []);

function createClusterQueries(world: World, clock: () => number, asOf: () => string) {
  const refreshed = () => {
    for (const cluster of world.clusters) {
      if (cluster.connection.state === 'CONNECTED') cluster.connection.syncedAt = asOf();
      cluster.summary = summarize(world, cluster, clock());
    }
    return world.clusters;
  };
  return {
    fleet: () => ({
      clusters: world.clusters.length,
      clustersNeedingAttention: world.clusters.filter(
        ({ connection }) => connection.state !== 'CONNECTED',
      ).length,
      attentionClusters: world.clusters.filter(({ attention }) => attention.length > 0).length,
      brokenClusters: world.clusters.filter(({ attention }) =>
        attention.some(({ severity }) => severity === 'BROKEN'),
      ).length,
      summary: sumOf(world, nodesOf(world, null), { asOf: asOf(), clusterId: null }),
    }),
    clusters: (args: Args<QueryClustersArgs>) => {
      const rows = [...refreshed()].sort((a, b) => a.name.localeCompare(b.name));
      return { ...toConnection(rows, args), asOf: asOf() };
    },
    cluster: ({ id, name }: QueryClusterArgs) =>
      refreshed().find((cluster) => cluster.id === id || cluster.name === name) ?? null,
    costNow: ({ clusterId }: QueryCostNowArgs) => costOf(world, nodesOf(world, clusterId), asOf()),
  };
}

function createNodeQueries(world: World, asOf: () => string) {
  return {
    nodes: (args: Args<QueryNodesArgs>) => {
      const rows = filterNodes(nodesOf(world, args.clusterId), args);
      const totals = sumOf(world, rows, { asOf: asOf(), clusterId: args.clusterId });
      return { ...toConnection(rows, args), totals, asOf: asOf() };
    },
    node: ({ clusterId, name }: { clusterId: string; name: string }) =>
      nodesOf(world, clusterId).find((node) => node.name === name) ?? null,
    nodeClaims: (args: Args<QueryNodeClaimsArgs>) => {
      const states = args.filter?.states;
      const rows = (world.claims.get(args.clusterId) ?? [])
        .filter(({ state }) => !states || states.includes(state))
        .sort((a, b) => b.requestedAt.localeCompare(a.requestedAt));
      return { ...toConnection(rows, args), asOf: asOf() };
    },
    nodeClaim: ({ id }: { id: string }) =>
      [...world.claims.values()].flat().find((claim) => claim.id === id) ?? null,
    pendingPodGroups: (args: Args<QueryPendingPodGroupsArgs>) => {
      const rows = world.pending
        .filter(isOf(args.clusterId))
        .sort((a, b) => a.oldestCreatedAt.localeCompare(b.oldestCreatedAt));
      const totalPods = rows.reduce((sum, { count }) => sum + count, 0);
      return { ...toConnection(rows, args), totalPods, asOf: asOf() };
    },
  };
}

function createDefinitionQueries(world: World, asOf: () => string) {
  return {
    nodePools: (args: Args<QueryNodePoolsArgs>) => ({
      ...toConnection(world.pools.filter(isOf(args.clusterId)), args),
      asOf: asOf(),
    }),
    nodePool: ({ id }: { id: string }) => world.pools.find((pool) => pool.id === id) ?? null,
    nodeClasses: (args: Args<QueryNodePoolsArgs>) => ({
      ...toConnection(world.nodeClasses.filter(isOf(args.clusterId)), args),
      asOf: asOf(),
    }),
    nodeClass: ({ id }: { id: string }) =>
      world.nodeClasses.find((nodeClass) => nodeClass.id === id) ?? null,
    disruptionBudgets: ({ clusterId }: OfCluster) => ({
      asOf: asOf(),
      budgets: world.pools.filter(isOf(clusterId)).flatMap(({ budgets }) => budgets),
    }),
  };
}

function filterNodes(nodes: readonly Node[], { filter, orderBy }: QueryNodesArgs): readonly Node[] {
  const { search, nodePools, capacityTypes, states } = filter ?? {};
  const sign = orderBy?.direction === 'DESC' ? -1 : 1;
  const key = orderKeys[orderBy?.field ?? 'NAME'] ?? orderKeys['NAME'];
  return nodes
    .filter((node) => !search || `${node.name} ${node.instanceType ?? ''}`.includes(search))
    .filter(({ nodePool }) => !nodePools || nodePools.includes(nodePool ?? ''))
    .filter(
      ({ capacityType }) => !capacityTypes || capacityTypes.includes(capacityType ?? 'UNKNOWN'),
    )
    .filter(({ state }) => !states || states.includes(state))
    .sort((a, b) => sign * compare(key?.(a) ?? '', key?.(b) ?? ''));
}

const orderKeys: Readonly<Record<string, (node: Node) => string | number>> = {
  NAME: (node) => node.name,
  NODE_POOL: (node) => node.nodePool ?? '',
  INSTANCE_TYPE: (node) => node.instanceType ?? '',
  PRICE: (node) => Number(node.price ?? 0),
  CREATED_AT: (node) => node.createdAt,
  CPU: (node) => node.cpuRequestedMilli / node.cpuAllocatableMilli,
  MEMORY: (node) => node.memoryRequestedBytes / node.memoryAllocatableBytes,
  PODS: (node) => node.podCount,
};

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

type AuditArguments = NonNullable<QueryAuditEntriesArgs['filter']>;

function matchesAudit(entry: AuditEntry, filter: AuditArguments): boolean {
  const { clusterId, actor, action, object, outcome, from, to } = filter;
  return (
    (!clusterId || entry.clusterId === clusterId) &&
    (!actor || entry.actorName.includes(actor)) &&
    (!action || entry.action.startsWith(action)) &&
    (!object || entry.objectName.includes(object) || entry.objectId === object) &&
    (!outcome || entry.outcome === outcome) &&
    (!from || entry.at >= from) &&
    (!to || entry.at < to)
  );
}

function costOf(world: World, nodes: readonly Node[], asOf: string) {
  const cut = (keyOf: (node: Node) => readonly [key: string, label: string]): CostShare[] => {
    const shares = new Map<string, CostShare>();
    for (const node of nodes) {
      const [key, label] = keyOf(node);
      const share = shares.get(key) ?? { key, label, nodes: 0, unpricedNodes: 0, price: '0' };
      share.nodes += 1;
      if (node.price === null) share.unpricedNodes += 1;
      share.price = String(Number(share.price) + Number(node.price ?? 0));
      shares.set(key, share);
    }
    return [...shares.values()];
  };
  const nameOf = (id: string) => world.clusters.find((cluster) => cluster.id === id)?.name ?? id;
  return {
    asOf,
    total: String(nodes.reduce((sum, { price }) => sum + Number(price ?? 0), 0)),
    nodes: nodes.length,
    unpricedNodes: nodes.filter(({ price }) => price === null).length,
    byCluster: cut(({ clusterId }) => [clusterId, nameOf(clusterId)]),
    byNodePool: cut(({ nodePool }) => [nodePool ?? '', nodePool ?? '']),
    byInstanceType: cut(({ instanceType }) => [instanceType ?? '', instanceType ?? '']),
    byCapacityType: cut(({ capacityType }) => [capacityType ?? '', capacityType ?? '']),
  };
}
