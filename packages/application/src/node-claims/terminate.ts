import {
  assertNever,
  type ClusterId,
  isAppError,
  labelKeys,
  type NodeClaimId,
  taintKeys,
} from '@kerf/core';
import { type BoundPod, isReschedulable } from '@kerf/engine';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/api.js';
import { recordRemovalStep, settleDisruption } from '../disruption/api.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type {
  BlockedStep,
  NodeClaim,
  NodeClaimTermination,
  TerminationStep,
  UndetachedVolumes,
} from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import { terminatingOnInterruption } from '../interruption/api.js';
import type { CloudInstance } from '../ports/cloud-provider.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { addToBatch } from '../provisioning/api.js';
import {
  drainFailed,
  gracePeriodExpiring,
  terminating,
  terminationFailed,
  volumeDetachmentAwaited,
} from '../recording/events.js';
import { reconcileStaticPoolsSoon } from '../recording/reconcile-static-pools-soon.js';
import { volumeAttachmentKind } from '../recording/record-readability.js';
import { saveClaim } from '../recording/save-claim.js';
import { nodeOf } from '../snapshot/claim-node.js';
import { displacedBy } from '../snapshot/displaced-by.js';
import { deleteObjects } from './delete-objects.js';
import { drainNode, podsBlockingDeletion, volumesBlockingTermination } from './drain.js';

type TerminatePorts = Pick<
  Ports,
  'store' | 'clock' | 'ids' | 'gateway' | 'memory' | 'events' | 'meter' | 'cloud' | 'cache'
>;

/** Minimum duration of a drain, so that pods bound just before the taint are seen. */
const minimumDrainMs = 5_000;
const drainPollMs = 1_000;
const detachmentPollMs = 1_000;
/** A detachment that takes this long is reported as what the termination waits for. */
const usualDetachmentMs = 30_000;
/** Maximum delay of evictions while replacement capacity is planned and launched. */
const maxHoldMs = 15_000;
const holdPollMs = 1_000;
/** Source: karpenter nodeclaim/lifecycle/termination.go. */
const instancePollMs = 5_000;

/**
 * Runs the next step of a NodeClaim's termination: delete the NodeClaim and Node objects and cordon →
 * drain → wait until volumes are detached → terminate the instance → wait until it is gone → remove
 * the finalizers of the objects. Each step is idempotent and recorded when it is done, so a crash repeats at most one step.
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
      return awaitDetachment(ports, cluster, claim);
    case 'VolumesDetached':
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
  const connection = connectionOf(cluster);
  await deleteObjects(ports, connection, claim, node);
  if (node !== undefined) {
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
  const cordoned =
    node === undefined
      ? claim
      : {
          ...claim,
          termination: {
            ...claim.termination,
            reschedulablePods: node.pods.filter(isReschedulable).length,
          },
        };
  return advance(ports, cordoned, 'Cordoned', (tx) => requestReplacement(ports, tx, claim));
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
    ...terminating(about, reason),
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
      ports.meter.record(claim.clusterId, [{ kind: 'InstanceTerminationFailed', claim }]);
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
  const displaced = displacedBy(
    view,
    nodeOf(claim, view.nodes),
    claim.termination,
    ports.clock.now(),
  );
  const podUids = displaced.map(({ uid }) => uid);
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
  if (await isInstanceGone(ports, cluster, claim, node)) {
    return endDrain(ports, claim, podsBlockingDeletion(node, now).map(nameOfPod));
  }
  const { waitingFor } = state;
  const pods = podsBlockingDeletion(node, now).length;
  if (waitingFor !== null) {
    ports.events.record(claim.clusterId, [drainFailed(node, { pods, waitingFor })]);
  }
  await recordBlocker(ports, claim, { waitingFor, left: pods });
  return waitFor(drainPollMs);
}

async function recordBlocker(
  ports: TerminatePorts,
  claim: TerminatingClaim,
  { waitingFor, left }: Pick<NodeClaimTermination, 'waitingFor'> & Pick<BlockedStep, 'left'>,
): Promise<void> {
  const { blocked: before = null, waitingFor: known } = claim.termination;
  const hasProgress = before === null || left < before.left;
  const now = hasProgress ? { since: ports.clock.now(), left } : before;
  const blocked = waitingFor === null ? null : now;
  if (waitingFor === known && blocked === before) return;
  const termination = { ...claim.termination, waitingFor, blocked };
  await ports.store.transaction((tx) => saveClaim(ports, tx, { ...claim, termination }));
}

/**
 * Waits until the volumes of the drained pods are detached. If the instance ended before, a volume
 * could be damaged, and its next pod would wait minutes for it.
 */
async function awaitDetachment(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
): Promise<JobOutcome> {
  const view = ports.cache.view(claim.clusterId);
  const node = nodeOf(claim, view.nodes);
  if (node === undefined) return advance(ports, claim, 'VolumesDetached');
  if (view.unreadableKinds.includes(volumeAttachmentKind.name)) {
    return endDetachment(ports, claim, { reason: 'VolumeAttachmentsUnreadable', volumes: [] });
  }
  const attached = volumesBlockingTermination(node, ports.clock.now());
  const [first] = attached;
  if (first === undefined) return advance(ports, claim, 'VolumesDetached');
  const reason = await detachmentLimit(ports, cluster, claim, node);
  if (reason !== null) {
    return endDetachment(ports, claim, { reason, volumes: attached.map(({ volume }) => volume) });
  }
  ports.events.record(claim.clusterId, [volumeDetachmentAwaited(node, attached.length)]);
  if (ports.clock.now() - claim.termination.stepAt < usualDetachmentMs) {
    return waitFor(detachmentPollMs);
  }
  const others = attached.length === 1 ? '' : ` and ${attached.length - 1} more`;
  const owner = first.claim === null ? '' : ` (PersistentVolumeClaim ${first.claim})`;
  const waitingFor = `detachment of PersistentVolume ${first.volume}${owner}${others}`;
  await recordBlocker(ports, claim, { waitingFor, left: attached.length });
  return waitFor(detachmentPollMs);
}

/** Returns why the detachment of volumes is no longer waited for; `null` while it is. */
async function detachmentLimit(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
  node: CachedNode,
): Promise<UndetachedVolumes['reason'] | null> {
  const { deadline, instanceEndsAt = null } = claim.termination;
  const now = ports.clock.now();
  if (deadline !== null && now >= deadline) return 'TerminationGracePeriodElapsed';
  if (instanceEndsAt !== null && now >= instanceEndsAt) return 'InstanceEnded';
  return (await isInstanceGone(ports, cluster, claim, node)) ? 'InstanceEnded' : null;
}

function endDetachment(
  ports: TerminatePorts,
  claim: TerminatingClaim,
  undetached: UndetachedVolumes,
): Promise<JobOutcome> {
  const { reason, volumes } = undetached;
  return advance(
    ports,
    { ...claim, termination: { ...claim.termination, undetached } },
    'VolumesDetached',
    async (tx) => {
      if (volumes.length === 0) return;
      const detail = `volumes not detached before the instance was terminated (${reason}): ${volumes.join(', ')}`;
      await recordRemovalStep(ports, tx, claim, detail);
    },
  );
}

/** A node that is Ready runs, whatever EC2 reports. */
async function isInstanceGone(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: TerminatingClaim,
  node: CachedNode,
): Promise<boolean> {
  return !node.isReady && (await findInstance(ports, cluster, claim)) === null;
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
  if (found === null) {
    const outcome = await advance(ports, claim, 'InstanceGone');
    const tookMs = ports.clock.now() - claim.termination.stepAt;
    ports.meter.record(claim.clusterId, [{ kind: 'InstanceTerminated', claim, tookMs }]);
    return outcome;
  }
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
      await tx.interruptions.markDrained(claim.id, ports.clock.now(), lostPods);
      if (lostPods.length === 0) return;
      const detail = `not evicted before the instance ended: ${lostPods.join(', ')}`;
      await recordRemovalStep(ports, tx, claim, detail);
    },
  );
}

async function advance(
  ports: TerminatePorts,
  claim: TerminatingClaim,
  step: TerminationStep,
  record: (tx: Repositories) => Promise<void> = () => Promise.resolve(),
): Promise<JobOutcome> {
  await ports.store.transaction(async (tx) => {
    const saved = await saveClaim(
      ports,
      tx,
      {
        ...claim,
        termination: {
          ...claim.termination,
          step,
          waitingFor: null,
          blocked: null,
          stepAt: ports.clock.now(),
        },
      },
      { next: ['node-claim.terminate'] },
    );
    if (saved !== null) await record(tx);
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
  // The name may belong to the node of another instance by now.
  const providerId = claim.instance?.providerId;
  if (nodeName !== null) await ports.gateway.removeNode(connection, nodeName, providerId);
  await ports.gateway.removeNodeClaim(connection, claim);
  const now = ports.clock.now();
  const ended = await ports.store.transaction(async (tx) => {
    const saved = await saveClaim(
      ports,
      tx,
      moveNodeClaim(claim, 'Terminated', { terminatedAt: now }),
    );
    if (saved === null) return null;
    await tx.interruptions.markEnded(claim.id, now);
    await settleDisruption(ports, tx, saved);
    // Until now the NodeClaim counted toward a `nodes` limit of its static NodePool.
    await reconcileStaticPoolsSoon(
      ports,
      tx,
      claim.clusterId,
      ({ name }) => name === claim.nodePool,
    );
    return saved;
  });
  if (ended !== null) {
    ports.meter.record(claim.clusterId, [{ kind: 'NodeClaimTerminated', claim: ended }]);
  }
  return done;
}
