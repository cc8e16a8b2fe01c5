import type { ClusterId, NodeClaimId } from '@kerf/core';
import { isBufferPod } from '@kerf/engine';
import { connectionOf, requireCluster, requireKnown } from '../clusters/api.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import { isRebooting } from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { saveClaim } from '../recording/save-claim.js';
import { isInitialized, nodeOf } from '../snapshot/claim-node.js';
import { nominationMs } from '../snapshot/load-snapshot.js';

/**
 * Marks a registered node as initialized when it is Ready, has no startup or ephemeral taints, and
 * has every resource that its NodeClaim requests. Otherwise it does nothing; the next change of the
 * node schedules this job again. The node is nominated for the pods that it was launched for, which
 * the scheduler binds from now on.
 * During a reboot, the old boot could pass for the new one, so nothing is done until it has ended.
 * Source: karpenter nodeclaim/lifecycle/initialization.go.
 */
export async function initializeNodeClaim(
  ports: Pick<Ports, 'store' | 'clock' | 'gateway' | 'cache' | 'memory'>,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const claim = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (claim === null || claim.state !== 'Registered' || isRebooting(claim)) return done;
  const node = nodeOf(claim, ports.cache.view(input.clusterId).nodes);
  if (node === undefined || !isInitialized(node, claim)) return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  await ports.gateway.markInitialized(connectionOf(cluster), node.name);
  const now = ports.clock.now();
  if (claim.plan.podUids.some((uid) => !isBufferPod({ uid })))
    ports.memory.nominations.nominate(input.clusterId, [node.name], now + nominationMs(cluster));
  await ports.store.transaction((tx) =>
    saveClaim(ports, tx, moveNodeClaim(claim, 'Initialized', { initializedAt: now }), {
      event: { kind: 'NodeClaimInitialized', data: { nodeName: node.name } },
    }),
  );
  return done;
}
