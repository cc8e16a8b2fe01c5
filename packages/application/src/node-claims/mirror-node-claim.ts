import type { ClusterId, NodeClaimId } from '@kerf/core';
import {
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/require-cluster.js';
import type { Definition } from '../definitions/definition.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { done, type JobOutcome } from '../use-case-outcome.js';
import { claimTerms } from './claim-terms.js';
import { launchFailureReasons, type NodeClaim } from './node-claim.js';

/**
 * Shows a claim as a NodeClaim object in its cluster, so that `kubectl get nodeclaims` works. Each
 * change of a claim asks for it, and the first that runs shows all that have come until then. The
 * object of a claim that has ended is taken out; whoever made it is told when it came to nothing.
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
  if (claim.state !== 'Terminated' && claim.state !== 'LaunchFailed') {
    await show(ports, cluster, claim);
    ports.memory.noteShown(claim);
    return done;
  }
  if (claim.standalone !== null && claim.failure !== null) await show(ports, cluster, claim);
  await ports.gateway.removeNodeClaim(connection, claim);
  ports.memory.noteShown(claim);
  // Last: a cluster that takes no Events must not keep the object from being removed.
  await tellWhoMadeIt(ports, cluster, claim);
  return done;
}

async function tellWhoMadeIt(
  { gateway }: Pick<Ports, 'gateway'>,
  cluster: KnownCluster,
  { name, standalone, failure }: NodeClaim,
): Promise<void> {
  if (standalone === null || failure === null) return;
  await gateway.recordEvent(connectionOf(cluster), {
    about: { kind: 'NodeClaim', name, uid: standalone.objectUid },
    type: 'Warning',
    reason: launchFailureReasons[failure.code],
    message: failure.detail,
  });
}

async function show(
  ports: Pick<Ports, 'store' | 'gateway'>,
  cluster: KnownCluster,
  claim: NodeClaim,
): Promise<void> {
  const pool = await poolOf(ports.store, claim);
  const template = pool?.kind === 'NodePool' ? pool.spec.template.spec : null;
  await ports.gateway.applyNodeClaim(connectionOf(cluster), claim, {
    launchOptions: async () => {
      const options = await ports.store.nodeClaims.launchOptions([claim.id]);
      return options.get(claim.id) ?? null;
    },
    nodeClassRef: template?.nodeClassRef ?? {
      group: 'karpenter.k8s.aws',
      kind: 'EC2NodeClass',
      name: claim.nodeClass,
    },
    ...claimTerms(claim, pool),
  });
}

async function poolOf(
  { definitions }: Pick<Repositories, 'definitions'>,
  { clusterId, nodePool }: NodeClaim,
): Promise<Definition | null> {
  return nodePool === null ? null : definitions.find(clusterId, 'NodePool', nodePool);
}
