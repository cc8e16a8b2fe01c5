import { assertNever, type ClusterId, labelKeys, type NodeClaimId, taintKeys } from '@kerf/core';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/require-cluster.js';
import { settleDisruption } from '../decisions/settle-disruption.js';
import type { Ports } from '../ports/ports.js';
import { done, type JobOutcome, waitFor } from '../use-case-outcome.js';
import { drainNode } from './drain.js';
import { moveNodeClaim } from './move-node-claim.js';
import type { NodeClaim, NodeClaimTermination, TerminationStep } from './node-claim.js';
import { nodeOf } from './register.js';
import { saveClaim } from './save-claim.js';

type TerminatePorts = Pick<Ports, 'store' | 'clock' | 'gateway' | 'cloud' | 'mirror'>;

/** A drain lasts at least so long, so that pods bound just before the taint are seen. */
const minimumDrainMs = 5_000;
const drainPollMs = 1_000;
/** Source: karpenter nodeclaim/lifecycle/termination.go. */
const instancePollMs = 5_000;

/**
 * Takes a claim one step further out: cordon → drain → end the instance → wait until it is gone →
 * remove node and claim. Each step is recorded when it is done, so a crash repeats at most one, and
 * each can be repeated.
 */
export async function terminateNodeClaim(
  ports: TerminatePorts,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const claim = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (claim === null || claim.state !== 'Terminating' || claim.termination === null) return done;
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const leaving: LeavingClaim = { ...claim, termination: claim.termination };
  return takeStep(ports, cluster, leaving);
}

type LeavingClaim = NodeClaim & { readonly termination: NodeClaimTermination };

async function takeStep(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: LeavingClaim,
): Promise<JobOutcome> {
  const { step } = claim.termination;
  switch (step) {
    case 'Requested':
      return cordon(ports, cluster, claim);
    case 'Cordoned':
      return drain(ports, cluster, claim);
    case 'Drained':
      if (claim.instance !== null) {
        await ports.cloud.terminate(cloudTargetOf(cluster), claim.instance.instanceId);
      }
      return advance(ports, claim, 'InstanceTerminating');
    case 'InstanceTerminating': {
      const instance =
        claim.instance === null
          ? null
          : await ports.cloud.getInstance(cloudTargetOf(cluster), claim.instance.instanceId);
      return instance === null ? advance(ports, claim, 'InstanceGone') : waitFor(instancePollMs);
    }
    case 'InstanceGone':
      return finish(ports, cluster, claim);
    default:
      return assertNever(step);
  }
}

async function cordon(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: LeavingClaim,
): Promise<JobOutcome> {
  const node = nodeOf(claim, ports.mirror.view(claim.clusterId).nodes);
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
  return advance(ports, claim, 'Cordoned');
}

async function drain(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: LeavingClaim,
): Promise<JobOutcome> {
  const { termination } = claim;
  const node = nodeOf(claim, ports.mirror.view(claim.clusterId).nodes);
  if (node === undefined) return advance(ports, claim, 'Drained');
  const state = await drainNode(ports, connectionOf(cluster), node, termination.deadline);
  if (state.kind === 'Drained') {
    const drainedForMs = ports.clock.now() - termination.stepAt;
    return drainedForMs < minimumDrainMs
      ? waitFor(minimumDrainMs - drainedForMs)
      : advance(ports, claim, 'Drained');
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

async function advance(
  ports: TerminatePorts,
  claim: LeavingClaim,
  step: TerminationStep,
): Promise<JobOutcome> {
  await ports.store.transaction((tx) =>
    saveClaim(
      ports,
      tx,
      {
        ...claim,
        termination: { ...claim.termination, step, waitingFor: null, stepAt: ports.clock.now() },
      },
      { next: ['node-claim.terminate'] },
    ),
  );
  return done;
}

async function finish(
  ports: TerminatePorts,
  cluster: KnownCluster,
  claim: LeavingClaim,
): Promise<JobOutcome> {
  const connection = connectionOf(cluster);
  const node = nodeOf(claim, ports.mirror.view(claim.clusterId).nodes);
  const nodeName = node?.name ?? claim.nodeName;
  if (nodeName !== null) await ports.gateway.removeNode(connection, nodeName);
  await ports.gateway.removeNodeClaim(connection, claim.name);
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    const saved = await saveClaim(
      ports,
      tx,
      moveNodeClaim(claim, 'Terminated', { terminatedAt: now }),
    );
    if (saved !== null) await settleDisruption(ports, tx, saved);
  });
  return done;
}
