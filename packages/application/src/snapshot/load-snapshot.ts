import type { DecisionId, Instant, NodeClaimId } from '@kerf/core';
import {
  bufferPods,
  type CatalogGaps,
  type ClusterSnapshot,
  type EngineSettings,
  type InstanceType,
  type NodePool,
  type ResourceList,
} from '@kerf/engine';
import type { BufferRecord } from '../domain/buffer/capacity-buffer.js';
import type { SearchSettings } from '../domain/cluster/cluster.js';
import type { Decision } from '../domain/decision/decision.js';
import { withOpenCommands } from '../domain/decision/open-commands.js';
import { rejectionsByClaim } from '../domain/decision/rejections.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { nodePoolUsage } from '../domain/node-claim/node-pool-usage.js';
import { podsOfLaunches } from '../domain/node-claim/pods-of-launches.js';
import { toNotReady } from '../domain/scheduling/not-ready.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import {
  catalogGapsByNodePool,
  instanceTypesByNodePool,
  type OfferingSources,
} from './instance-types-by-node-pool.js';
import { loadOfferings } from './load-offerings.js';
import { overlaidCatalogue } from './overlaid-catalogue.js';
import { priceLookup } from './price-lookup.js';
import { type KnownCluster, requireCluster, requireKnown } from './require-cluster.js';
import { snapshotNodes } from './snapshot-nodes.js';
import { podsOfTerminatingNodes, withoutPods } from './terminating-pods.js';
import { toNodePoolModel } from './to-node-pool.js';

/** A frozen view of a cluster to decide on, with what the decision's record needs beside it. */
export interface LoadedSnapshot {
  readonly cluster: KnownCluster;
  readonly snapshot: ClusterSnapshot;
  /** How a plan for it is looked for: as much the engine's input as the snapshot. */
  readonly search: SearchSettings;
  /** Digest of everything the snapshot was made from, and of how a plan for it is looked for. */
  readonly digest: string;
  /** The same but for the time: equal while nothing has changed but the clock. */
  readonly stateDigest: string;
  readonly view: ClusterView;
  readonly claims: readonly NodeClaim[];
  readonly decisions: readonly Decision[];
  readonly nodePools: readonly NodePoolDefinition[];
  readonly nodeClasses: readonly NodeClassDefinition[];
  readonly priceOf: PriceLookup;
}

/** What a snapshot is loaded with: whoever loads one needs these, and its own. */
export type SnapshotPorts = Pick<
  Ports,
  | 'store'
  | 'clock'
  | 'digest'
  | 'cache'
  | 'memory'
  | 'instanceTypes'
  | 'manifests'
  | 'budgetSchedule'
>;

/** Claims that still have, or may get, an instance. */
export const livingClaimStates = [
  'Requested',
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
  'Terminating',
] as const;

/**
 * Builds the snapshot of a cluster from its cache, the store and the catalog.
 * @param ignoreDecision the decision that is looked at again: it does not hold its own nodes
 * @throws CLUSTER.NOT_SYNCED when the mirror is not complete, CATALOG.UNAVAILABLE without types
 */
export async function loadSnapshot(
  ports: SnapshotPorts,
  clusterId: string,
  ignoreDecision: DecisionId | null = null,
): Promise<LoadedSnapshot> {
  const { store } = ports;
  const now = ports.clock.now();
  const view = ports.cache.view(clusterId);
  const cluster = requireKnown(await requireCluster(store, clusterId));
  const [nodePools, nodeClasses, claims, optionNames, decisions, rejected, buffers, offerings] =
    await Promise.all([
      store.definitions.nodePools(clusterId),
      store.definitions.nodeClasses(clusterId),
      store.nodeClaims.inStates(clusterId, livingClaimStates),
      store.nodeClaims.optionNames(clusterId),
      store.decisions.open(clusterId),
      store.decisions.rejectedUntil(clusterId, now),
      store.capacityBuffers.list(clusterId),
      loadOfferings(store, cluster, now),
    ]);
  const { instanceTypesByNodePool: instanceTypes } = overlaidCatalogue(ports, {
    clusterId,
    nodeOverlays: view.nodeOverlays,
    nodePools,
    instanceTypes: instanceTypesByNodePool(ports, offerings, nodePools, nodeClasses),
  });
  const priceOf = priceLookup(offerings.catalog, offerings.spotPrices);
  const others = decisions.filter((decision) => decision.id !== ignoreDecision);
  const assembled = assemble(ports, {
    cluster,
    now,
    view,
    claims,
    optionNames,
    nodePools,
    nodeClasses,
    instanceTypes,
    catalogGaps: catalogGapsByNodePool(ports, offerings, nodePools, nodeClasses),
    priceOf,
    buffers,
    rejected,
    decisions: others,
  });
  // Room that a disruption under way needs is not given to others.
  const snapshot = withOpenCommands(
    assembled,
    others.filter(({ state }) => state === 'Executing'),
  );
  const { searchMs, nodeChargeMicroUsdPerHour, offeringSharePercent } = cluster.settings;
  const search = { searchMs, nodeChargeMicroUsdPerHour, offeringSharePercent };
  const nodeOverlays = view.nodeOverlays.map(({ name, spec }) => [name, spec]);
  const stateDigest = await ports.digest.ofSequence(
    digestInput(snapshot, { ...restOfDigest(nodeClasses, offerings), nodeOverlays, search }),
  );
  return {
    cluster,
    snapshot,
    search,
    digest: ports.digest.of([stateDigest, now]),
    stateDigest,
    view,
    claims,
    decisions,
    nodePools,
    nodeClasses,
    priceOf,
  };
}

interface Parts {
  readonly cluster: KnownCluster;
  readonly now: Instant;
  readonly view: ClusterView;
  readonly claims: readonly NodeClaim[];
  readonly optionNames: ReadonlyMap<NodeClaimId, readonly string[]>;
  readonly decisions: readonly Decision[];
  readonly rejected: readonly Decision[];
  readonly nodePools: readonly NodePoolDefinition[];
  readonly nodeClasses: readonly NodeClassDefinition[];
  readonly instanceTypes: Readonly<Record<string, readonly InstanceType[]>>;
  readonly catalogGaps: Readonly<Record<string, CatalogGaps>>;
  readonly priceOf: PriceLookup;
  readonly buffers: readonly BufferRecord[];
}

function assemble(ports: SnapshotPorts, parts: Parts): ClusterSnapshot {
  const { cluster, now, view, claims } = parts;
  const displaced = podsOfTerminatingNodes(view, claims, now);
  const usage = nodePoolUsage(claims, parts);
  const waiting = [
    ...view.pendingPods.flatMap(({ pod, isProvisionable }) => (isProvisionable ? [pod] : [])),
    ...displaced,
    ...parts.buffers.flatMap(({ resolved }) =>
      resolved === null ? [] : bufferPods(resolved.buffer, now),
    ),
  ];
  const planned = podsOfLaunches(claims);
  return {
    clusterName: cluster.name,
    now,
    // Nothing is left to chance yet; the seed is part of the input so that it can be.
    seed: 0,
    pods: waiting.filter(({ uid }) => !planned.has(uid)),
    nodes: snapshotNodes({
      nodes: withoutPods(view.nodes, displaced),
      claims,
      plannedPods: waiting.filter(({ uid }) => planned.has(uid)),
      decisionByClaim: heldClaims(parts.decisions),
      rejections: rejectionsByClaim(parts.rejected),
      nominations: ports.memory.nominations(cluster.id, now),
      now,
      priceOf: parts.priceOf,
      instanceTypes: parts.instanceTypes,
      nodePools: parts.nodePools,
      nodeClasses: parts.nodeClasses,
    }),
    nodePools: parts.nodePools.map((pool) => toModel(ports, parts, pool, usage.get(pool.name))),
    instanceTypesByNodePool: parts.instanceTypes,
    catalogGapsByNodePool: parts.catalogGaps,
    daemonSets: view.daemonSets,
    podDisruptionBudgets: view.podDisruptionBudgets,
    namespaces: view.namespaces,
    settings: engineSettings(ports, cluster),
  };
}

/** Returns the settings of a cluster that the engine reads. */
export function engineSettings(
  ports: Pick<Ports, 'instanceTypes'>,
  cluster: KnownCluster,
): EngineSettings {
  return {
    preferencePolicy: cluster.settings.preferencePolicy,
    minValuesPolicy: cluster.settings.minValuesPolicy,
    spotToSpotConsolidation: cluster.settings.spotToSpotConsolidation,
    nominationMs: nominationMs(cluster),
    wellKnownLabels: ports.instanceTypes.wellKnownLabels,
  };
}

/**
 * A pod keeps its node from being disrupted while it may be on its way there.
 * Source: karpenter state/statenode.go, twice the longest batch window, 10 s at least.
 */
export function nominationMs(cluster: KnownCluster): number {
  return Math.max(2 * cluster.settings.batchMaxMs, 10_000);
}

function heldClaims(decisions: readonly Decision[]): ReadonlyMap<string, string> {
  return new Map(
    decisions.flatMap(({ id, body }) => {
      if (body.type === 'Provision') return [];
      if (body.type === 'Remove')
        return body.candidates.map(({ nodeClaimId }) => [nodeClaimId, id]);
      // A replacement is empty until the pods come that it was bought for.
      return [
        ...body.command.candidates.map(({ nodeClaimId }) => nodeClaimId),
        ...Object.values(body.replacementClaims ?? {}),
      ].map((claimId) => [claimId, id] as const);
    }),
  );
}

function toModel(
  ports: SnapshotPorts,
  parts: Parts,
  pool: NodePoolDefinition,
  usage: ResourceList = { nodes: 0 },
): NodePool {
  const { nodeClasses, view } = parts;
  const { name: className } = pool.spec.template.spec.nodeClassRef;
  const nodeClass = nodeClasses.find(({ name }) => name === className);
  // What was written through the API is made anew in the cluster when it is deleted there.
  const isBeingDeleted = pool.source === 'Cluster' && view.deletingNodePools.includes(pool.name);
  return toNodePoolModel({
    name: pool.name,
    spec: pool.spec,
    usage,
    notReady: toNotReady(nodeClass, notReadyReason(pool, nodeClasses), isBeingDeleted),
    now: parts.now,
    schedule: ports.budgetSchedule,
  });
}

/** What keeps a pool from being used, in a sentence; `null` when nothing does. */
export function notReadyReason(
  pool: NodePoolDefinition,
  nodeClasses: readonly NodeClassDefinition[],
): string | null {
  const { name } = pool.spec.template.spec.nodeClassRef;
  return notReadyClassReason(
    name,
    nodeClasses.find((candidate) => candidate.name === name),
  );
}

/** The same of a node class; `undefined` for one that there is not. */
export function notReadyClassReason(
  name: string,
  nodeClass: NodeClassDefinition | undefined,
): string | null {
  if (nodeClass === undefined) return `EC2NodeClass ${name} not found`;
  if (nodeClass.resolution === null) return `EC2NodeClass ${name} is not resolved yet`;
  const [problem] = nodeClass.resolution.problems;
  return problem === undefined ? null : `EC2NodeClass ${name} is not ready: ${problem.message}`;
}

/** What a snapshot is made from beside the cluster: types and prices by where they come from. */
function restOfDigest(
  nodeClasses: readonly NodeClassDefinition[],
  offerings: OfferingSources,
): object {
  return {
    nodeClasses: nodeClasses.map(({ name, revision, resolution }) => [name, revision, resolution]),
    catalog: [
      offerings.catalog.region,
      offerings.catalog.fetchedAt,
      offerings.catalog.onDemandPricesAt,
    ],
    capacity: [offerings.settings.vmMemoryOverheadRatio, offerings.settings.reservedEnis],
    spotPrices: offerings.spotPrices.map((price) => [
      price.instanceType,
      price.zone,
      price.priceMicroUsdPerHour,
    ]),
    unavailable: offerings.unavailable,
  };
}

/** Stands for the snapshot: pod specs by what they were made from, the rest as it is; node by node. */
function* digestInput(snapshot: ClusterSnapshot, rest: object): Generator<object> {
  yield {
    ...snapshot,
    ...rest,
    now: null,
    instanceTypesByNodePool: null,
    catalogGapsByNodePool: null,
    nodes: null,
    pods: snapshot.pods.map((pod) => [pod.uid, pod.spec.key]),
  };
  for (const node of snapshot.nodes) {
    yield {
      ...node,
      pods: node.pods.map((pod) => [
        pod.uid,
        pod.spec.key,
        pod.isReady,
        pod.isTerminal,
        pod.isTerminating,
        pod.doNotDisrupt,
        pod.deletionCost,
      ]),
    };
  }
}
