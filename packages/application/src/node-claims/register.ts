import { type ClusterId, labelKeys, type NodeClaimId, taintKeys } from '@kerf/core';
import type { Labels } from '@kerf/engine';
import { connectionOf, requireCluster, requireKnown } from '../clusters/api.js';
import { claimHashAnnotations } from '../domain/node-claim/drift-hash.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { taintMissing } from '../recording/events.js';
import { saveClaim } from '../recording/save-claim.js';
import { nodeOf } from '../snapshot/claim-node.js';
import { labelsAfterLaunch } from './registration-hook.js';

/** Delay before EC2 is asked again for facts that it did not report. */
const hookPollMs = 1_000;

/**
 * Syncs labels, annotations, taints, owner and finalizer of a launched NodeClaim to its node; then
 * pods may be scheduled to it. Does nothing while there is no node; its event schedules this job
 * again.
 * Source: karpenter nodeclaim/lifecycle/registration.go.
 */
export async function registerNodeClaim(
  ports: Pick<Ports, 'store' | 'clock' | 'gateway' | 'events' | 'cache' | 'cloud'>,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const launched = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (launched === null || launched.state !== 'Launched') return done;
  const node = nodeOf(launched, ports.cache.view(input.clusterId).nodes);
  if (node === undefined) return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));

  const labels = await labelsAfterLaunch(ports, cluster, launched);
  if (labels === null) return waitFor(hookPollMs);
  const claim = withLabels(launched, labels);

  // 1. The node first: after a crash before step 2 the job repeats this step, which is idempotent.
  await ports.gateway.syncRegisteredNode(connectionOf(cluster), {
    nodeName: node.name,
    labels: nodeLabels(claim),
    annotations: {
      ...claim.plan.annotations,
      ...claimHashAnnotations(claim),
    },
    taints: claim.plan.taints,
    startupTaints: claim.plan.startupTaints,
    owner: { nodeClaimName: claim.name },
  });

  // 2. The record
  // An interrupted run of this job has removed the taint of a node that is registered already.
  const lacksTaint =
    node.labels[labelKeys.registered] !== 'true' &&
    !node.taints.some(({ key }) => key === taintKeys.unregistered);
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const saved = await saveClaim(
      ports,
      tx,
      moveNodeClaim(claim, 'Registered', {
        nodeName: node.name,
        registeredAt: now,
        instance: claim.instance,
      }),
      {
        event: { kind: 'NodeClaimRegistered', data: { nodeName: node.name } },
        next: ['node-claim.initialize'],
      },
    );
    if (saved === null || !lacksTaint) return;
    await tx.findings.record({
      clusterId: claim.clusterId,
      code: 'UNREGISTERED_TAINT_MISSING',
      object: `Node/${node.name}`,
      message: `The node joined without the taint ${taintKeys.unregistered}. Pods may have been bound before its labels were set.`,
      at: now,
    });
  });
  if (lacksTaint) ports.events.record(claim.clusterId, [taintMissing(claim)]);
  return done;
}

function withLabels(claim: NodeClaim, labels: Labels): NodeClaim {
  const { instance } = claim;
  if (instance === null) return claim;
  return { ...claim, instance: { ...instance, labels: { ...instance.labels, ...labels } } };
}

function nodeLabels(claim: NodeClaim): Labels {
  return {
    ...claim.instance?.labels,
    ...claim.plan.labels,
    ...(claim.nodePool !== null && { [labelKeys.nodePool]: claim.nodePool }),
    [labelKeys.nodeClass]: claim.nodeClass,
    [labelKeys.capacityType]: claim.instance?.capacityType ?? 'on-demand',
  };
}
