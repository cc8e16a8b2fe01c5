import { type ClusterId, type Instant, labelKeys } from '@kerf/core';
import { capacityTypes } from '@kerf/engine';
import type { DeletedObject } from '../domain/decision/decision.js';
import type { ClaimPlan, LaunchedInstance, NodeClaim } from '../domain/node-claim/node-claim.js';
import { type ClaimHashes, restampedHashes } from '../domain/node-claim/restamp-hashes.js';
import type { AdoptableNodeClaim, CachedNode, NodeClaimEvent } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { recordDeletion } from '../recording/record-deletion.js';
import { requireCluster } from '../snapshot/require-cluster.js';

/**
 * Adopts a NodeClaim object that Kerf has no record of: Karpenter created it before Kerf was
 * installed, or Kerf's records were lost. From then on it is a NodeClaim like any other. Objects
 * without an instance are ignored, because their controller is still launching one. If it or its
 * node is being deleted, nobody else completes the removal: it is drained, and its instance is
 * terminated.
 */
export async function adoptNodeClaim(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>,
  clusterId: ClusterId,
  event: NodeClaimEvent,
): Promise<void> {
  const { adoptable } = event;
  if (adoptable === null) return;
  const { store } = ports;
  const cluster = await requireCluster(store, clusterId);
  if (cluster.mode === 'observe') return;
  const known = await store.nodeClaims.findByName(clusterId, event.name);
  if (known !== null && !isOfEarlierObject(known, adoptable)) return;
  const view = ports.cache.view(clusterId);
  const node = view.nodes.find(({ providerId }) => providerId === adoptable.providerId);
  const deleted = deletedObject(event, node);
  if (node === undefined && deleted === null) return;
  const hashes = await currentHashes(ports, clusterId, adoptable);
  const claim: NodeClaim = {
    ...adoptedRecord(adoptable, node, ports.clock.now()),
    ...hashes,
    id: ports.ids.next('ncl'),
    clusterId,
    name: event.name,
  };
  await store.transaction(async (tx) => {
    await tx.nodeClaims.insert([claim]);
    await tx.changes.publish({ topic: 'nodeClaim', clusterId, id: claim.id, version: 1 });
    if (deleted === null) return;
    await recordDeletion(ports, tx, { clusterId, deleted, claims: [claim], view });
  });
}

type Identity = 'id' | 'clusterId' | 'name' | 'nodePoolHash' | 'nodeClassHash';

function adoptedRecord(
  adoptable: AdoptableNodeClaim,
  node: CachedNode | undefined,
  now: Instant,
): Omit<NodeClaim, Identity> {
  const { nodePool, nodeClass, terms, standalone, createdAt } = adoptable;
  const { labels = {}, name: nodeName = null, createdAt: registeredAt = null } = node ?? {};
  return {
    nodePool,
    nodeClass,
    decisionId: null,
    state: 'Initialized',
    plan: adoptedPlan(nodePool, labels),
    terms,
    standalone,
    instance: adoptedInstance(adoptable, node),
    nodeName,
    failure: null,
    termination: null,
    drift: null,
    lastPodEventAt: now,
    requestedAt: createdAt,
    launchedAt: createdAt,
    registeredAt,
    initializedAt: now,
    terminatedAt: null,
    version: 1,
  };
}

/** Returns what the node shows of its instance; without a node, its IDs only. */
function adoptedInstance(
  { providerId, imageId }: AdoptableNodeClaim,
  node: CachedNode | undefined,
): LaunchedInstance {
  const { labels = {}, capacity = {}, allocatable = {} } = node ?? {};
  const labelled = labels[labelKeys.capacityType];
  return {
    instanceId: providerId.split('/').at(-1) ?? providerId,
    providerId,
    instanceType: labels[labelKeys.instanceType] ?? '',
    zone: labels[labelKeys.zone] ?? '',
    capacityType: capacityTypes.find((type) => type === labelled) ?? 'on-demand',
    imageId,
    subnetId: '',
    priceMicroUsdPerHour: null,
    capacity,
    allocatable,
    labels,
  };
}

/** Returns the object that is being deleted: the NodeClaim, or else its node; `null` if neither is. */
function deletedObject(
  { name, deletionRequestedAt }: NodeClaimEvent,
  node: CachedNode | undefined,
): DeletedObject | null {
  if (deletionRequestedAt !== null) return { kind: 'NodeClaim', name };
  return node === undefined || node.deletionRequestedAt === null
    ? null
    : { kind: 'Node', name: node.name };
}

/**
 * Returns the hashes of the object in the current versions. Karpenter computes others, so a
 * NodeClaim that has not drifted gets those of the current definitions.
 */
async function currentHashes(
  { store }: Pick<Ports, 'store'>,
  clusterId: ClusterId,
  { nodePool, nodePoolHash, nodeClassHash, drifted }: AdoptableNodeClaim,
): Promise<ClaimHashes> {
  const [nodePools, nodeClasses] = await Promise.all([
    store.definitions.nodePools(clusterId),
    store.definitions.nodeClasses(clusterId),
  ]);
  const hashes = { nodePoolHash, nodeClassHash };
  const definitions = { nodePools, nodeClasses };
  return restampedHashes({ nodePool, ...hashes }, definitions, drifted) ?? hashes;
}

/**
 * Returns true when the known NodeClaim has ended and a user has created a standalone NodeClaim
 * with the same name. Names of NodeClaims of NodePools are never reused.
 */
function isOfEarlierObject(
  { state, standalone }: NodeClaim,
  adoptable: AdoptableNodeClaim,
): boolean {
  return (
    (state === 'Terminated' || state === 'LaunchFailed') &&
    adoptable.standalone !== null &&
    standalone?.objectUid !== adoptable.standalone.objectUid
  );
}

/** Returns the plan of an adopted NodeClaim: the node's current labels replace the unknown plan. */
function adoptedPlan(nodePool: string | null, labels: Readonly<Record<string, string>>): ClaimPlan {
  return {
    id: 'adopted',
    nodePool,
    podUids: [],
    requests: {},
    labels,
    annotations: {},
    taints: [],
    startupTaints: [],
    expected: null,
    savingAgainstNextBestMicroUsdPerHour: null,
  };
}
