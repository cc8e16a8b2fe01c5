import type { ClusterId, NodeClaimId } from '@kerf/core';
import type { DisruptionReason } from '@kerf/engine';
import { connectionOf, type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import { isRebooting, type NodeClaim } from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { objectContext } from './object-context.js';

type SyncPorts = Pick<Ports, 'store' | 'gateway' | 'memory' | 'clock'>;

/**
 * Syncs a NodeClaim to its object in the cluster, so that `kubectl get nodeclaims` works. Each
 * change of a NodeClaim schedules this job, and one run writes all changes up to then. Removes the
 * object of a NodeClaim that has ended.
 */
export async function syncNodeClaim(
  ports: SyncPorts,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const claim = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (claim === null || ports.memory.published.isShown(claim)) return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  if (cluster.mode === 'observe') return done;
  const connection = connectionOf(cluster);
  if (claim.state !== 'Terminated' && claim.state !== 'LaunchFailed') {
    await show(ports, cluster, claim);
    ports.memory.published.markShown(claim);
    return done;
  }
  // The user who created the object finds the failure in its status.
  if (claim.standalone !== null && claim.failure !== null) await show(ports, cluster, claim);
  await ports.gateway.removeNodeClaim(connection, claim);
  ports.memory.published.markShown(claim);
  return done;
}

async function show(ports: SyncPorts, cluster: KnownCluster, claim: NodeClaim): Promise<void> {
  const { definitions, nodeClaims } = ports.store;
  const pool =
    claim.nodePool === null
      ? null
      : await definitions.find(claim.clusterId, 'NodePool', claim.nodePool);
  const context = objectContext(claim, {
    pool: pool?.kind === 'NodePool' ? pool : null,
    launchOptions: async () => (await nodeClaims.launchOptions([claim.id])).get(claim.id) ?? null,
    now: ports.clock.now(),
    consistent: ports.memory.published.isConsistent(claim),
    disruption: await disruptionOf(ports, claim),
  });
  await ports.gateway.applyNodeClaim(connectionOf(cluster), claim, context);
}

/** Returns the reason of the command that is being executed on the NodeClaim's node. */
async function disruptionOf(
  { store }: Pick<Ports, 'store'>,
  claim: NodeClaim,
): Promise<DisruptionReason | null> {
  // A terminating NodeClaim has the reason of its termination.
  if (claim.state !== 'Initialized' && !isRebooting(claim)) return null;
  const [id] = await store.decisions.removing(claim);
  const decision = id === undefined ? null : await store.decisions.find(id);
  return decision?.body.type === 'Disrupt' ? decision.body.command.reason : null;
}
