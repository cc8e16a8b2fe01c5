import type { ClusterId, NodeClaimId } from '@kerf/core';
import { connectionOf, requireCluster, requireKnown } from '../clusters/require-cluster.js';
import type { Ports } from '../ports/ports.js';
import { done, type JobOutcome } from '../use-case-outcome.js';

/**
 * Shows a claim as a NodeClaim object in its cluster, so that `kubectl get nodeclaims` works. Each
 * change of a claim asks for it, and the first that runs shows all that have come until then.
 */
export async function mirrorNodeClaim(
  ports: Pick<Ports, 'store' | 'gateway' | 'memory'>,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const claim = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (claim === null || ports.memory.isShown(claim)) return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  if (cluster.mode === 'observe') return done;
  const connection = connectionOf(cluster);
  if (claim.state === 'Terminated' || claim.state === 'LaunchFailed') {
    await ports.gateway.removeNodeClaim(connection, claim.name);
    ports.memory.noteShown(claim);
    return done;
  }
  const pool = await ports.store.definitions.find(claim.clusterId, 'NodePool', claim.nodePool);
  const template = pool?.kind === 'NodePool' ? pool.spec.template.spec : null;
  await ports.gateway.applyNodeClaim(connection, claim, {
    launchOptions: async () => {
      const options = await ports.store.nodeClaims.launchOptions([claim.id]);
      return options.get(claim.id) ?? null;
    },
    nodeClassRef: template?.nodeClassRef ?? {
      group: 'karpenter.k8s.aws',
      kind: 'EC2NodeClass',
      name: claim.nodeClass,
    },
    expireAfter: template?.expireAfter ?? 'Never',
    terminationGracePeriod: template?.terminationGracePeriod ?? null,
  });
  ports.memory.noteShown(claim);
  return done;
}
