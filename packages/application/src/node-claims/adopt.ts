import { type ClusterId, labelKeys } from '@kerf/core';
import { capacityTypes } from '@kerf/engine';
import type { ClaimPlan, NodeClaim } from '../domain/node-claim/node-claim.js';
import { type ClaimHashes, restampedHashes } from '../domain/node-claim/restamp-hashes.js';
import type { AdoptableNodeClaim, NodeClaimEvent } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { requireCluster } from '../snapshot/require-cluster.js';

/**
 * Adopts a NodeClaim object that Kerf has no record of: Karpenter created it before Kerf was
 * installed, or Kerf's records were lost. From then on it is a NodeClaim like any other. Objects
 * without an instance are ignored, because their controller is still launching one.
 */
export async function adoptNodeClaim(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'cache'>,
  clusterId: ClusterId,
  event: NodeClaimEvent,
): Promise<void> {
  const { adoptable } = event;
  if (adoptable === null || event.deletionRequestedAt !== null) return;
  const { store } = ports;
  const cluster = await requireCluster(store, clusterId);
  if (cluster.mode === 'observe') return;
  const known = await store.nodeClaims.findByName(clusterId, event.name);
  if (known !== null && !isOfEarlierObject(known, adoptable)) return;
  const node = ports.cache
    .view(clusterId)
    .nodes.find(({ providerId }) => providerId === adoptable.providerId);
  if (node === undefined) return;
  const hashes = await currentHashes(ports, clusterId, adoptable);
  const capacityType =
    capacityTypes.find((type) => type === node.labels[labelKeys.capacityType]) ?? 'on-demand';
  const instanceType = node.labels[labelKeys.instanceType] ?? '';
  const zone = node.labels[labelKeys.zone] ?? '';
  const now = ports.clock.now();
  const claim: NodeClaim = {
    id: ports.ids.next('ncl'),
    clusterId,
    name: event.name,
    nodePool: adoptable.nodePool,
    nodeClass: adoptable.nodeClass,
    ...hashes,
    decisionId: null,
    state: 'Initialized',
    plan: adoptedPlan(adoptable.nodePool, node.labels),
    terms: adoptable.terms,
    standalone: adoptable.standalone,
    instance: {
      instanceId: adoptable.providerId.split('/').at(-1) ?? adoptable.providerId,
      providerId: adoptable.providerId,
      instanceType,
      zone,
      capacityType,
      imageId: adoptable.imageId,
      subnetId: '',
      priceMicroUsdPerHour: null,
      capacity: node.capacity,
      allocatable: node.allocatable,
      labels: node.labels,
    },
    nodeName: node.name,
    failure: null,
    termination: null,
    drift: null,
    lastPodEventAt: now,
    requestedAt: adoptable.createdAt,
    launchedAt: adoptable.createdAt,
    registeredAt: node.createdAt,
    initializedAt: now,
    terminatedAt: null,
    version: 1,
  };
  await store.transaction(async (tx) => {
    await tx.nodeClaims.insert([claim]);
    await tx.changes.publish({ topic: 'nodeClaim', clusterId, id: claim.id, version: 1 });
  });
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
