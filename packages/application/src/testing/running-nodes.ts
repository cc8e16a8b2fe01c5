import { tagKeys } from '@kerf/core';
import { aNodeClaimRecord, recordedAt } from '@kerf/testing';
import type { LaunchOptions, NodeClaim } from '../domain/node-claim/node-claim.js';
import { reservationOf } from '../domain/node-claim/reservation.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { ClusterSetup } from './set-up-cluster.js';

/** A NodeClaim with the node of its instance. */
export interface RunningNode {
  readonly claim: NodeClaim;
  readonly node: CachedNode;
}

/** Stores NodeClaim `ncl_1` of the NodePool `default`, launched as a spot m5.large. */
export async function storeNodeClaim(
  { store, clusterId }: Pick<ClusterSetup, 'store' | 'clusterId'>,
  fields: Partial<NodeClaim> = {},
  launchOptions?: LaunchOptions,
): Promise<NodeClaim> {
  const claim = aNodeClaimRecord({ clusterId, id: 'ncl_1', ...fields });
  const options = launchOptions === undefined ? [] : ([[claim.id, launchOptions]] as const);
  await store.nodeClaims.insert([claim], new Map(options));
  return claim;
}

/** Adds the instance of a NodeClaim to the cloud, launched one minute ago. */
export function addInstance({ cloud, clock }: ClusterSetup, claim: NodeClaim): void {
  const { instance } = claim;
  if (instance === null) throw new RangeError(`NodeClaim ${claim.name} has no instance`);
  cloud.instances.set(instance.instanceId, {
    ...instance,
    reservationId: reservationOf(instance),
    partition: null,
    securityGroupIds: instance.securityGroupIds ?? [],
    state: 'running',
    launchedAt: clock.now() - 60_000,
    tags: { [tagKeys.nodeClaim]: claim.name, [tagKeys.nodeClass]: claim.nodeClass },
    privateDnsName: `ip-${instance.instanceId}`,
  });
}

/** Adds the node of a NodeClaim's instance, as its kubelet registers it: not Ready, and tainted. */
export function joinNode(
  { cluster }: ClusterSetup,
  claim: NodeClaim,
  fields: Partial<CachedNode> = {},
): CachedNode {
  cluster.joinNode(claim);
  const joined = cluster
    .view()
    .nodes.find(({ providerId }) => providerId === claim.instance?.providerId);
  if (joined === undefined) throw new RangeError(`NodeClaim ${claim.name} has no node`);
  const node = { ...joined, ...fields };
  cluster.nodes.set(node.name, node);
  return node;
}

/**
 * Adds a node that runs: its NodeClaim `ncl_1` is initialized and has an object in the cluster, its
 * instance exists, and the node is Ready and has no taints.
 */
export async function runNode(
  setup: ClusterSetup,
  fields: Partial<NodeClaim> = {},
  nodeFields: Partial<CachedNode> = {},
): Promise<RunningNode> {
  const id = fields.id ?? 'ncl_1';
  const claim = await storeNodeClaim(setup, {
    state: 'Initialized',
    nodeName: `node-i-${id}`,
    registeredAt: recordedAt,
    initializedAt: recordedAt,
    ...fields,
  });
  addInstance(setup, claim);
  setup.cluster.nodeClaims.set(claim.name, claim);
  return { claim, node: joinNode(setup, claim, { isReady: true, taints: [], ...nodeFields }) };
}
