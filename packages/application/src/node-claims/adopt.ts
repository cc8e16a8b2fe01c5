import { type ClusterId, type Instant, labelKeys } from '@kerf/core';
import { capacityTypes, type Labels } from '@kerf/engine';
import { requireCluster } from '../clusters/api.js';
import type { DeletedObject } from '../domain/decision/decision.js';
import {
  type ClaimPlan,
  type LaunchedInstance,
  type NodeClaim,
  type NodeClaimState,
  newClaimFields,
} from '../domain/node-claim/node-claim.js';
import { type ClaimHashes, restampedHashes } from '../domain/node-claim/restamp-hashes.js';
import type {
  AdoptableNodeClaim,
  CachedNode,
  NodeClaimEvent,
  StartingNodeClaim,
} from '../ports/cluster-cache.js';
import type { NodeClaimJob } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import { recordDeletion } from './record-deletion.js';

/**
 * Adopts a NodeClaim object that Kerf has no record of: Karpenter created it before Kerf was
 * installed, or Kerf's records were lost. From then on it is a NodeClaim like any other: a node that
 * its controller has not initialized is registered and initialized by Kerf, and one that is being
 * deleted, or whose object is, is removed. Objects without an instance are ignored, because their
 * controller is still launching one.
 */
export async function adoptNodeClaim(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'cache'>,
  clusterId: ClusterId,
  event: NodeClaimEvent,
): Promise<void> {
  const { name, adoptable } = event;
  if (adoptable === null) return;
  const { store } = ports;
  const cluster = await requireCluster(store, clusterId);
  if (cluster.mode === 'observe') return;
  const known = await store.nodeClaims.findByName(clusterId, name);
  if (known !== null && !isOfEarlierObject(known, adoptable)) return;
  const view = ports.cache.view(clusterId);
  const node = view.nodes.find(({ providerId }) => providerId === adoptable.providerId);
  const deletion = deletionOf(event, node);
  // The node of a NodeClaim that is being launched has not joined yet.
  const isExpected = adoptable.starting !== undefined || deletion !== null;
  if (node === undefined && !isExpected) return;
  const hashes = await currentHashes(ports, clusterId, adoptable);
  const claim: NodeClaim = {
    id: ports.ids.next('ncl'),
    clusterId,
    name,
    ...hashes,
    ...adopted(adoptable, node, ports.clock.now()),
  };
  await store.transaction(async (tx) => {
    await tx.nodeClaims.insert([claim]);
    await tx.changes.publish({ topic: 'nodeClaim', clusterId, id: claim.id, version: 1 });
    if (deletion !== null) {
      await recordDeletion(ports, tx, { clusterId, claims: [claim], view, ...deletion });
      return;
    }
    const type = nextJobOf[claim.state];
    if (type === undefined) return;
    const message = { type, clusterId, nodeClaimId: claim.id } as const;
    await tx.outbox.add([{ message, deliverAt: ports.clock.now() }]);
  });
}

/** Returns which object of the NodeClaim is being deleted, and since when; `null` if none is. */
function deletionOf(
  { name, deletionRequestedAt }: NodeClaimEvent,
  node: CachedNode | undefined,
): { readonly deleted: DeletedObject; readonly since: Instant } | null {
  if (deletionRequestedAt !== null) {
    return { deleted: { kind: 'NodeClaim', name }, since: deletionRequestedAt };
  }
  const since = node?.deletionRequestedAt ?? null;
  if (node === undefined || since === null) return null;
  return { deleted: { kind: 'Node', name: node.name }, since };
}

/** The job that carries on with a node that is not initialized. */
const nextJobOf: Partial<Record<NodeClaimState, NodeClaimJob>> = {
  Launched: 'node-claim.register',
  Registered: 'node-claim.initialize',
};

function adopted(
  adoptable: AdoptableNodeClaim,
  node: CachedNode | undefined,
  now: Instant,
): Omit<NodeClaim, 'id' | 'clusterId' | 'name' | keyof ClaimHashes> {
  const { nodePool, nodeClass, createdAt, terms, standalone, starting } = adoptable;
  const labels = { ...starting?.labels, ...node?.labels };
  return {
    ...newClaimFields,
    nodePool,
    nodeClass,
    decisionId: null,
    plan: adoptedPlan(nodePool, labels, starting),
    terms,
    standalone,
    instance: adoptedInstance(adoptable, node, labels),
    requestedAt: createdAt,
    launchedAt: createdAt,
    ...progressOf(adoptable, node, now),
  };
}

function adoptedInstance(
  { providerId, imageId, starting }: AdoptableNodeClaim,
  node: CachedNode | undefined,
  labels: Labels,
): LaunchedInstance {
  return {
    instanceId: providerId.split('/').at(-1) ?? providerId,
    providerId,
    instanceType: labels[labelKeys.instanceType] ?? '',
    zone: labels[labelKeys.zone] ?? '',
    capacityType:
      capacityTypes.find((type) => type === labels[labelKeys.capacityType]) ?? 'on-demand',
    imageId,
    subnetId: '',
    priceMicroUsdPerHour: null,
    capacity: { ...starting?.capacity, ...node?.capacity },
    allocatable: { ...starting?.allocatable, ...node?.allocatable },
    labels,
  };
}

/** Returns how far the node has come. Its controller does not say when it was initialized. */
function progressOf(
  { starting, createdAt }: AdoptableNodeClaim,
  node: CachedNode | undefined,
  now: Instant,
): Pick<NodeClaim, 'state'> & Partial<NodeClaim> {
  if (starting?.isRegistered === false) return { state: 'Launched' };
  const nodeName = node?.name ?? null;
  const registered = { nodeName, registeredAt: node?.createdAt ?? createdAt };
  return starting === undefined
    ? { ...registered, state: 'Initialized', initializedAt: now, lastPodEventAt: now }
    : { ...registered, state: 'Registered' };
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

/**
 * Returns the plan of an adopted NodeClaim: the node's current labels replace the unknown plan, and
 * what its object says completes a node that is not initialized.
 */
function adoptedPlan(
  nodePool: string | null,
  labels: Readonly<Record<string, string>>,
  { annotations, taints, startupTaints, requests }: Partial<StartingNodeClaim> = {},
): ClaimPlan {
  return {
    id: 'adopted',
    nodePool,
    podUids: [],
    requests: requests ?? {},
    labels,
    annotations: annotations ?? {},
    taints: taints ?? [],
    startupTaints: startupTaints ?? [],
    expected: null,
    savingAgainstNextBestMicroUsdPerHour: null,
  };
}
