import { type ClusterId, type NodeClaimId, taintKeys } from '@kerf/core';
import type { Taint } from '@kerf/engine';
import { connectionOf, requireCluster, requireKnown } from '../clusters/require-cluster.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { done, type JobOutcome } from '../use-case-outcome.js';
import { moveNodeClaim } from './move-node-claim.js';
import type { NodeClaim } from './node-claim.js';
import { nodeOf } from './register.js';
import { saveClaim } from './save-claim.js';

/** Taints that others take off while a node comes up. Source: karpenter pkg/scheduling/taints.go. */
const ephemeralTaints: readonly string[] = [
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.cloudprovider.kubernetes.io/uninitialized',
  taintKeys.unregistered,
];

/**
 * Declares a registered node ready for good once it is: Ready, free of startup and ephemeral
 * taints, and with every resource its claim was bought for. What is missing changes the node, and
 * that change asks again. Source: karpenter nodeclaim/lifecycle/initialization.go.
 */
export async function initializeNodeClaim(
  ports: Pick<Ports, 'store' | 'clock' | 'gateway' | 'cache'>,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const claim = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (claim === null || claim.state !== 'Registered') return done;
  const node = nodeOf(claim, ports.cache.view(input.clusterId).nodes);
  if (node === undefined || !isInitialized(node, claim)) return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  await ports.gateway.markInitialized(connectionOf(cluster), node.name);
  const now = ports.clock.now();
  await ports.store.transaction((tx) =>
    saveClaim(ports, tx, moveNodeClaim(claim, 'Initialized', { initializedAt: now }), {
      event: { kind: 'NodeClaimInitialized', data: { nodeName: node.name } },
    }),
  );
  return done;
}

/** Ready, free of startup and ephemeral taints, and with every resource its claim was bought for. */
export function isInitialized(node: CachedNode, claim: NodeClaim): boolean {
  const isStartupTaint = (taint: Taint): boolean =>
    claim.plan.startupTaints.some(
      ({ key, effect }) => key === taint.key && effect === taint.effect,
    );
  return (
    node.isReady &&
    !node.taints.some((taint) => ephemeralTaints.includes(taint.key) || isStartupTaint(taint)) &&
    Object.entries(claim.plan.requests).every(
      ([resource, amount]) => amount === 0 || (node.allocatable[resource] ?? 0) > 0,
    )
  );
}
