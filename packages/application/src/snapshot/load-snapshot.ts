import type { DecisionId, Instant, NodeClaimId } from '@kerf/core';
import {
  bufferPods,
  type CatalogGaps,
  type ClusterSnapshot,
  type EngineSettings,
  type InstanceType,
  type NodePool,
  type Pod,
  type ResourceList,
} from '@kerf/engine';
import { type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import type { BufferRecord } from '../domain/buffer/capacity-buffer.js';
import {
  anticipatesPods,
  repairsVoluntarily,
  type SearchSettings,
  type SpreadDefault,
  terminateFirstReasons,
} from '../domain/cluster/cluster.js';
import type { Decision } from '../domain/decision/decision.js';
import { withOpenCommands } from '../domain/decision/open-commands.js';
import { rejectionsByClaim } from '../domain/decision/rejections.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import {
  type DefinitionRefusal,
  launchRefusalOf,
  refusalOf,
} from '../domain/definition/definition-refusal.js';
import {
  type ClaimDrift,
  livingClaimStates,
  type NodeClaim,
} from '../domain/node-claim/node-claim.js';
import { nodePoolUsage } from '../domain/node-claim/node-pool-usage.js';
import { plannedPods } from '../domain/node-claim/planned-pods.js';
import { reservedLaunches } from '../domain/node-claim/reservation.js';
import { toNotReady } from '../domain/scheduling/not-ready.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { ClusterView, ExpectedPods } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { changesAt } from './changes-at.js';
import { withDefaultSpread } from './default-spread.js';
import { deviceSelections } from './device-selections.js';
import { driftsOf } from './drifts.js';
import { controllerOf, expectedPodsOf, splitPlanned } from './expected-pods.js';
import { catalogGapsByNodePool, instanceTypesByNodePool } from './instance-types-by-node-pool.js';
import { loadMarket } from './load-offerings.js';
import { notReadyReason } from './not-ready-reason.js';
import { overlaidCatalog } from './overlaid-catalog.js';
import { type PausesInForce, pausesInForce } from './pauses-in-force.js';
import { priceLookup } from './price-lookup.js';
import { reportedMemory } from './reported-memory.js';
import { digestInput, otherInputs } from './snapshot-digest.js';
import { snapshotNodes } from './snapshot-nodes.js';
import { claimPrice, spendLimitsInForce } from './spend-limits-in-force.js';
import { podsOfTerminatingNodes, withoutPods } from './terminating-pods.js';
import { toNodePoolModel, toUnknownPoolModel } from './to-node-pool.js';
import { type BrakesInForce, withBrakes } from './with-brakes.js';

/**
 * An immutable view of a cluster to decide on, with the data that the record of the decision needs.
 */
export interface LoadedSnapshot {
  readonly cluster: KnownCluster;
  readonly snapshot: ClusterSnapshot;
  /** Settings of the optimizer. They are part of the engine's input, as the snapshot is. */
  readonly search: SearchSettings;
  /** Digest of all inputs of the snapshot and of the optimizer's settings. */
  readonly digest: string;
  /** The same digest without the time: equal as long as only the clock has changed. */
  readonly stateDigest: string;
  readonly view: ClusterView;
  readonly claims: readonly NodeClaim[];
  readonly decisions: readonly Decision[];
  readonly nodePools: readonly NodePoolDefinition[];
  readonly nodeClasses: readonly NodeClassDefinition[];
  /** Drifts by NodeClaim; one that has not drifted has no entry. */
  readonly drifts: ReadonlyMap<NodeClaimId, ClaimDrift>;
  readonly priceOf: PriceLookup;
  readonly pauses: PausesInForce;
  /** As of `changesAt`. */
  readonly changesAt: Instant;
}

/** The ports that {@link loadSnapshot} needs; its callers need them too. */
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
  | 'deviceSelector'
>;

/**
 * Returns the snapshot of a cluster, built from the cluster cache, the store and the catalog.
 * @param ignoreDecision a decision that is evaluated again; its nodes do not count as held by it
 * @throws CLUSTER.NOT_SYNCED when the cluster cache is not complete, CATALOG.UNAVAILABLE while the
 * instance types are unknown
 */
export async function loadSnapshot(
  ports: SnapshotPorts,
  clusterId: string,
  ignoreDecision: DecisionId | null = null,
): Promise<LoadedSnapshot> {
  const { store } = ports;
  const now = ports.clock.now();
  const cached = ports.cache.view(clusterId);
  const cluster = requireKnown(await requireCluster(store, clusterId));
  const view = withDefaultSpread(cached, spreadDefaults(ports, cluster));
  const records = await readRecords(store, cluster, now);
  const { nodePools, nodeClasses, claims, optionNames, decisions, pauses } = records;
  ports.memory.catalog.recordMemory(clusterId, reportedMemory(view.nodes, claims), now);
  const offerings = { ...records.market, reservedLaunches: reservedLaunches(claims) };
  const { instanceTypesByNodePool: instanceTypes } = overlaidCatalog(ports, {
    clusterId,
    nodeOverlays: view.nodeOverlays,
    nodePools,
    instanceTypes: instanceTypesByNodePool(ports, offerings, nodePools, nodeClasses),
  });
  const priceOf = priceLookup(offerings.catalog, offerings.spotPrices);
  const others = decisions.filter((decision) => decision.id !== ignoreDecision);
  const { catalog } = offerings;
  const { refusals } = records;
  const drifts = driftsOf(ports, { claims, nodePools, nodeClasses, refusals, catalog, now });
  const spendLimits = await spendLimitsInForce(store, {
    clusterId,
    now,
    claims,
    priceOf: (claim) => claimPrice(claim, { optionNames, instanceTypes }),
  });
  const assembled = assemble(ports, {
    ...records,
    cluster,
    now,
    view,
    instanceTypes,
    catalogGaps: catalogGapsByNodePool(ports, offerings, nodePools, nodeClasses),
    priceOf,
    decisions: others,
    drifts,
    spendLimits,
  });
  // Capacity that an executing disruption needs must not be used by other decisions.
  const executing = others.filter(({ state }) => state === 'Executing');
  const snapshot = withDevices(ports, withOpenCommands(assembled, executing));
  const search = searchSettings(cluster);
  const nodeOverlays = view.nodeOverlays.map(({ name, spec }) => [name, spec]);
  const learnedMemory = ports.memory.catalog.learnedMemory(clusterId);
  const rest = { ...otherInputs(nodeClasses, offerings), learnedMemory, nodeOverlays, search };
  const stateDigest = await ports.digest.ofSequence(digestInput(ports.digest, snapshot, rest));
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
    drifts,
    priceOf,
    pauses,
    changesAt: changesAt(ports, { ...records, clusterId, now, view, spendLimits }),
  };
}

/** Adds which devices the claims of its pods select. */
function withDevices(
  { deviceSelector }: Pick<SnapshotPorts, 'deviceSelector'>,
  snapshot: ClusterSnapshot,
): ClusterSnapshot {
  const selections = deviceSelections(deviceSelector, snapshot);
  return selections === undefined ? snapshot : { ...snapshot, deviceSelections: selections };
}

/** Reads what the store has about a cluster. */
async function readRecords(store: SnapshotPorts['store'], cluster: KnownCluster, now: Instant) {
  const { id } = cluster;
  const [
    nodePools,
    nodeClasses,
    refusals,
    claims,
    optionNames,
    decisions,
    rejected,
    buffers,
    market,
    pauses,
  ] = await Promise.all([
    store.definitions.nodePools(id),
    store.definitions.nodeClasses(id),
    store.definitions.refusals(id),
    store.nodeClaims.inStates(id, livingClaimStates),
    store.nodeClaims.optionNames(id),
    store.decisions.open(id),
    store.decisions.rejectedUntil(id, now),
    store.capacityBuffers.list(id),
    loadMarket(store, cluster, now),
    pausesInForce(store, id, now),
  ]);
  return {
    nodePools,
    nodeClasses,
    refusals,
    claims,
    optionNames,
    decisions,
    rejected,
    buffers,
    market,
    pauses,
  };
}

interface Parts extends BrakesInForce {
  readonly cluster: KnownCluster;
  readonly now: Instant;
  readonly view: ClusterView;
  readonly claims: readonly NodeClaim[];
  readonly optionNames: ReadonlyMap<NodeClaimId, readonly string[]>;
  readonly decisions: readonly Decision[];
  readonly drifts: LoadedSnapshot['drifts'];
  readonly rejected: readonly Decision[];
  readonly nodePools: readonly NodePoolDefinition[];
  readonly nodeClasses: readonly NodeClassDefinition[];
  readonly refusals: readonly DefinitionRefusal[];
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
    ...podsWithoutNode(view, cluster),
    ...displaced,
    ...expectedPodsOf(anticipated(ports, parts), now),
    ...bufferPods(
      parts.buffers.flatMap(({ resolved }) => resolved?.buffer ?? []),
      now,
    ),
  ];
  const controllers = new Map(
    view.pendingPods.map((pending) => [pending.pod.uid, controllerOf(pending, pending.pod.spec)]),
  );
  const { planned, unplanned } = splitPlanned(waiting, plannedPods(claims), controllers);
  return {
    clusterName: cluster.name,
    now,
    // The engine does not use randomness yet; the seed is part of its input so that it can.
    seed: 0,
    pods: unplanned,
    nodes: snapshotNodes({
      nodes: withoutPods(view.nodes, displaced),
      claims,
      plannedPods: planned,
      decisionByClaim: heldClaims(parts.decisions),
      rejections: rejectionsByClaim(parts.rejected),
      nominations: ports.memory.nominations.of(cluster.id, now),
      priceOf: parts.priceOf,
      instanceTypes: parts.instanceTypes,
      drifts: parts.drifts,
      repairsAt: repairsVoluntarily(cluster.settings) ? now : null,
      mayReboot: cluster.settings.rebootForRepair,
    }),
    nodePools: [
      ...parts.nodePools.map((pool) => toModel(ports, parts, pool, usage.get(pool.name))),
      ...unknownPools(parts).map((refusal) => toUnknownPoolModel(refusal, usage.get(refusal.name))),
    ],
    instanceTypesByNodePool: parts.instanceTypes,
    catalogGapsByNodePool: parts.catalogGaps,
    daemonSets: view.daemonSets,
    podDisruptionBudgets: view.podDisruptionBudgets,
    namespaces: view.namespaces,
    settings: engineSettings(ports, cluster),
  };
}

/**
 * Returns the pending pods of a cluster that need a node. Pods that its scheduler has not tried are
 * marked as such; there are none of them if the cluster waits for its scheduler.
 */
function podsWithoutNode(
  { pendingPods }: ClusterView,
  { settings: { waitForScheduler } }: KnownCluster,
): readonly Pod[] {
  return pendingPods.flatMap(({ pod, isProvisionable, isUntried }): readonly Pod[] => {
    if (isProvisionable) return [pod];
    return isUntried && !waitForScheduler ? [{ ...pod, isUntried }] : [];
  });
}

/** Returns the expected pods that are planned for. */
function anticipated(
  { memory }: Pick<SnapshotPorts, 'memory'>,
  { cluster, view, now }: Pick<Parts, 'cluster' | 'view' | 'now'>,
): readonly ExpectedPods[] {
  return anticipatesPods(cluster.settings)
    ? memory.nominations.retainExpected(cluster.id, view.expectedPods, now)
    : [];
}

/**
 * Returns the default topology spread constraints of the cluster's scheduler. The text was checked when
 * it was written; one that a later version cannot read sets none.
 */
function spreadDefaults(
  { manifests }: Pick<SnapshotPorts, 'manifests'>,
  { settings }: KnownCluster,
): readonly SpreadDefault[] {
  const reading = manifests.readSchedulerConfiguration(settings.schedulerConfiguration);
  return reading.ok ? reading.value : [];
}

function searchSettings({ settings }: KnownCluster): SearchSettings {
  const { searchMs, nodeChargeMicroUsdPerHour, offeringSharePercent } = settings;
  return { searchMs, nodeChargeMicroUsdPerHour, offeringSharePercent };
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
    terminateFirst: terminateFirstReasons(cluster.settings),
    minSaving: {
      microUsdPerHour: cluster.settings.minSavingMicroUsdPerHour,
      percent: cluster.settings.minSavingPercent,
      perPodMoveMicroUsdPerHour: cluster.settings.podMoveMicroUsdPerHour,
    },
    maxReplacements: cluster.settings.maxReplacements,
    nominationMs: nominationMs(cluster),
    wellKnownLabels: ports.instanceTypes.wellKnownLabels,
  };
}

/**
 * Returns how long a nomination protects a node from disruption, in milliseconds: the pod may be on
 * its way to the node.
 * Source: karpenter state/statenode.go, twice the longest batch window, 10 s at least.
 */
export const nominationMs = (cluster: KnownCluster): number =>
  Math.max(2 * cluster.settings.batchMaxMs, 10_000);

function heldClaims(decisions: readonly Decision[]): ReadonlyMap<string, string> {
  return new Map(
    decisions.flatMap(({ id, body }) => {
      if (body.type === 'Provision') return [];
      if (body.type === 'Remove')
        return body.candidates.map(({ nodeClaimId }) => [nodeClaimId, id]);
      // A replacement stays empty until the pods that it was launched for arrive.
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
  const { nodeClasses, refusals, view } = parts;
  const { name: className } = pool.spec.template.spec.nodeClassRef;
  const classRefusal = refusalOf(refusals, { kind: 'EC2NodeClass', name: className });
  const refusal = refusalOf(refusals, pool);
  // A NodePool that was written through the API is created again when its object is deleted.
  const isBeingDeleted = pool.source === 'Cluster' && view.deletingNodePools.includes(pool.name);
  const model = toNodePoolModel({
    name: pool.name,
    spec: pool.spec,
    usage,
    notReady: toNotReady({
      isBeingDeleted,
      refusal: launchRefusalOf(refusals, pool),
      classRefusal,
      nodeClass: nodeClasses.find(({ name }) => name === className),
      detail: notReadyReason(pool, { nodeClasses, refusals, shown: view }),
      now: parts.now,
    }),
    refusal,
    now: parts.now,
    schedule: ports.budgetSchedule,
  });
  return withBrakes(model, parts);
}

/** Returns the refused NodePools that have no definition. */
const unknownPools = ({ refusals, nodePools }: Parts): readonly DefinitionRefusal[] =>
  refusals.filter(
    (refusal) =>
      refusal.kind === 'NodePool' && nodePools.every(({ name }) => name !== refusal.name),
  );
