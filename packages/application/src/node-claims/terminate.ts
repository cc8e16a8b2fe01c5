import {
  assertNever,
  type ClusterId,
  isAppError,
  labelKeys,
  type NodeClaimId,
  taintKeys,
} from '@kerf/core';
import type { BoundPod } from '@kerf/engine';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type {
  NodeClaim,
  NodeClaimTermination,
  TerminationStep,
} from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { CloudInstance } from '../ports/cloud-provider.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import {
  drainFailed,
  gracePeriodExpiring,
  terminating,
  terminatingOnInterruption,
  terminationFailed,
} from '../recording/events.js';
import { addToBatch } from '../recording/open-batch.js';
import { reconcileStaticPoolsSoon } from '../recording/reconcile-static-pools-soon.js';
import { saveClaim } from '../recording/save-claim.js';
import { noteLostPods, settleDisruption } from '../recording/settle-disruption.js';
import { nodeOf } from '../snapshot/claim-node.js';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../snapshot/require-cluster.js';
import { podsOfTerminatingNodes } from '../snapshot/terminating-pods.js';
import { drainNode, podsBlockingDeletion } from './drain.js';

type TerminatePorts = Pick<
  Ports,
  'store' | 'clock' | 'ids' | 'gateway' | 'memory' | 'events' | 'cloud' | 'cache'
>;

/** Minimum duration of a drain, so that pods bound just before the taint are seen. */
const minimumDrainMs = 5_000;
const drainPollMs = 1_000;
/** Maximum delay of evictions while replacement capacity is planned and launched. */
const maxHoldMs = 15_000;
const holdPollMs = 1_000;
/** Source: karpenter nodeclaim/lifecycle/termination.go. */
const instancePollMs = 5_000;

/**
 * Runs the next step of a NodeClaim's termination: cordon → drain → terminate the instance → wait
 * until it is gone → remove the Node and NodeClaim objects. Each step is idempotent and recorded
 * when it is done, so a crash repeats at most one step.
 */
export async function terminateNodeClaim(
  ports: TerminatePorts,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const claim = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (claim === null || claim.state !== 'Terminating' || claim.termination === null) return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const leaving: TerminatingClaim = { ...claim, termination: claim.termination };
  return takeStep(ports, cluster, leaving);
}

type TerminatingClaim = NodeClaim & { readonly termination: NodeClaimTermination };

async function takeStep(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
): Promise<JobOutcome> {
  const { step } = claim.termination;
  switch (step) {
    case 'Requested':
      return cordon(ports, cluster, claim);
    case 'Cordoned':
      return drain(ports, cluster, claim);
    case 'Drained':
      await endInstance(ports, cluster, claim);
      return advance(ports, claim, 'InstanceTerminating');
    case 'InstanceTerminating':
      return awaitInstanceEnd(ports, cluster, claim);
    case 'InstanceGone':
      return finish(ports, cluster, claim);
    default:
      return assertNever(step);
  }
}

async function cordon(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
): Promise<JobOutcome> {
  const node = nodeOf(claim, ports.cache.view(claim.clusterId).nodes);
  if (node !== undefined) {
    const connection = connectionOf(cluster);
    await ports.gateway.addTaint(connection, node.name, {
      key: taintKeys.disrupted,
      value: '',
      effect: 'NoSchedule',
    });
    await ports.gateway.setNodeLabels(connection, node.name, {
      [labelKeys.excludeFromLoadBalancers]: 'karpenter',
    });
  }
  recordTermination(ports, claim, node);
  return advance(ports, claim, 'Cordoned', (tx) => requestReplacement(ports, tx, claim));
}

/** Records Events that show why the node is terminated. */
function recordTermination(
  { events, clock }: TerminatePorts,
  claim: TerminatingClaim,
  node: CachedNode | undefined,
): void {
  const { reason, deadline, instanceEndsAt = null } = claim.termination;
  const about = { claim, node };
  const now = clock.now();
  const leftMs = instanceEndsAt === null ? null : Math.max(0, instanceEndsAt - now);
  events.record(claim.clusterId, [
    ...terminating(about, reason === 'DeletedByUser' ? 'Deleted' : reason),
    ...(reason === 'Interrupted' ? terminatingOnInterruption(about, leftMs) : []),
    ...(deadline === null ? [] : gracePeriodExpiring(about, Math.max(0, deadline - now))),
  ]);
}

async function endInstance(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
): Promise<void> {
  if (claim.instance === null) return;
  try {
    await ports.cloud.terminate(cloudTargetOf(cluster), claim.instance.instanceId);
  } catch (error) {
    if (isAppError(error)) {
      const node = nodeOf(claim, ports.cache.view(claim.clusterId).nodes);
      ports.events.record(claim.clusterId, terminationFailed({ claim, node }, error.message));
    }
    throw error;
  }
}

/** Adds the displaced pods of the node to the open batch, together with pending pods. */
async function requestReplacement(
  ports: TerminatePorts,
  tx: Repositories,
  claim: TerminatingClaim,
): Promise<void> {
  // The pods of an interrupted node joined a batch when its warning arrived.
  if (claim.termination.reason === 'Interrupted') return;
  const view = ports.cache.view(claim.clusterId);
  const podUids = podsOfTerminatingNodes(view, [claim], ports.clock.now()).map(({ uid }) => uid);
  await addToBatch(ports, tx, { clusterId: claim.clusterId, podUids });
}

async function drain(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
): Promise<JobOutcome> {
  const { termination } = claim;
  const node = nodeOf(claim, ports.cache.view(claim.clusterId).nodes);
  if (node === undefined) return endDrain(ports, claim, []);
  const now = ports.clock.now();
  const { instanceEndsAt = null } = termination;
  if (instanceEndsAt !== null && now >= instanceEndsAt) {
    return endDrain(ports, claim, podsBlockingDeletion(node, now).map(nameOfPod));
  }
  if (now - termination.startedAt < maxHoldMs && (await awaitsReplacement(ports, claim, node))) {
    return waitFor(holdPollMs);
  }
  const state = await drainNode(ports, connectionOf(cluster), node, termination);
  if (state.kind === 'Drained') {
    const drainedForMs = now - termination.stepAt;
    return drainedForMs < minimumDrainMs
      ? waitFor(minimumDrainMs - drainedForMs)
      : endDrain(ports, claim, []);
  }
  // The pods of an instance that no longer exists cannot be evicted.
  if (!node.isReady && (await findInstance(ports, cluster, claim)) === null) {
    return endDrain(ports, claim, podsBlockingDeletion(node, now).map(nameOfPod));
  }
  if (state.waitingFor !== null) {
    const pods = podsBlockingDeletion(node, now).length;
    const left = { pods, waitingFor: state.waitingFor };
    ports.events.record(claim.clusterId, [drainFailed(node, left)]);
  }
  if (state.waitingFor !== termination.waitingFor) {
    await ports.store.transaction((tx) =>
      saveClaim(ports, tx, {
        ...claim,
        termination: { ...termination, waitingFor: state.waitingFor },
      }),
    );
  }
  return waitFor(drainPollMs);
}

/**
 * Returns true while some of the node's pods are in an undecided batch, or while nodes for them are
 * being launched. If they were evicted now, the pods that replace them would not be part of that
 * decision, and capacity would be launched for them a second time.
 */
async function awaitsReplacement(
  { store }: TerminatePorts,
  { clusterId }: TerminatingClaim,
  { pods }: CachedNode,
): Promise<boolean> {
  if (pods.length === 0) return false;
  const here = new Set(pods.map(({ uid }) => uid));
  if ((await store.batches.undecidedPods(clusterId)).some((uid) => here.has(uid))) return true;
  const launching = await store.nodeClaims.inStates(clusterId, ['Requested', 'Launching']);
  return launching.some(({ plan }) => plan.podUids.some((uid) => here.has(uid)));
}

const nameOfPod = ({ spec, name }: BoundPod): string => `${spec.namespace}/${name}`;

async function awaitInstanceEnd(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
): Promise<JobOutcome> {
  const found = await findInstance(ports, cluster, claim);
  if (found === null) return advance(ports, claim, 'InstanceGone');
  // EC2 may not have known a new instance when it was to be terminated, which is no error.
  if (found.state !== 'shutting-down') await endInstance(ports, cluster, claim);
  return waitFor(instancePollMs);
}

async function findInstance(
  ports: TerminatePorts,
  cluster: KnownCluster,
  { instance }: TerminatingClaim,
): Promise<CloudInstance | null> {
  if (instance === null) return null;
  return ports.cloud.getInstance(cloudTargetOf(cluster), instance.instanceId);
}

/** @param lostPods pods not evicted before the instance ended; they are recorded */
function endDrain(
  ports: TerminatePorts,
  claim: TerminatingClaim,
  lostPods: readonly string[],
): Promise<JobOutcome> {
  const { termination } = claim;
  return advance(
    ports,
    { ...claim, termination: { ...termination, lostPods } },
    'Drained',
    async (tx) => {
      await tx.interruptions.noteDrained(claim.id, ports.clock.now(), lostPods);
      await noteLostPods(ports, tx, claim, lostPods);
    },
  );
}

async function advance(
  ports: TerminatePorts,
  claim: TerminatingClaim,
  step: TerminationStep,
  note: (tx: Repositories) => Promise<void> = () => Promise.resolve(),
): Promise<JobOutcome> {
  await ports.store.transaction(async (tx) => {
    const saved = await saveClaim(
      ports,
      tx,
      {
        ...claim,
        termination: { ...claim.termination, step, waitingFor: null, stepAt: ports.clock.now() },
      },
      { next: ['node-claim.terminate'] },
    );
    if (saved !== null) await note(tx);
  });
  return done;
}

async function finish(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
): Promise<JobOutcome> {
  const connection = connectionOf(cluster);
  const node = nodeOf(claim, ports.cache.view(claim.clusterId).nodes);
  const nodeName = node?.name ?? claim.nodeName;
  if (nodeName !== null) await ports.gateway.removeNode(connection, nodeName);
  await ports.gateway.removeNodeClaim(connection, claim);
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const saved = await saveClaim(
      ports,
      tx,
      moveNodeClaim(claim, 'Terminated', { terminatedAt: now }),
    );
    if (saved === null) return;
    await tx.interruptions.noteEnded(claim.id, now);
    await settleDisruption(ports, tx, saved);
    // Until now the NodeClaim counted toward a `nodes` limit of its static NodePool.
    await reconcileStaticPoolsSoon(
      ports,
      tx,
      claim.clusterId,
      ({ name }) => name === claim.nodePool,
    );
  });
  return done;
}
