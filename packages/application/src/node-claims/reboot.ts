import {
  assertNever,
  type ClusterId,
  countOf,
  type DurationMs,
  hasErrorCode,
  isAppError,
  labelKeys,
  type NodeClaimId,
  taintKeys,
} from '@kerf/core';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/api.js';
import { recordRebootEnd } from '../disruption/api.js';
import {
  type ClaimReboot,
  issuanceMs,
  minimumRebootDrainMs,
  observationMs,
  type RebootResult,
} from '../domain/node-claim/claim-reboot.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import { isRebooting, type NodeClaim } from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { CachedNode } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { rebootFailed, rebootObserved } from '../recording/reboot-events.js';
import { requireTerminations } from '../recording/request-termination.js';
import { saveClaim } from '../recording/save-claim.js';
import { nodeOf } from '../snapshot/claim-node.js';
import { drainNode } from './drain.js';
import { syncNodeClaim } from './sync-node-claim.js';

type RebootPorts = Pick<
  Ports,
  'store' | 'clock' | 'gateway' | 'memory' | 'events' | 'meter' | 'cloud' | 'cache'
>;

const drainPollMs: DurationMs = 1_000;
const bootPollMs: DurationMs = 5_000;

type RebootingClaim = NodeClaim & { readonly reboot: ClaimReboot };

/** A reboot in progress, with its cluster. */
interface Reboot {
  readonly cluster: KnownCluster;
  readonly claim: RebootingClaim;
  readonly node: CachedNode;
}

/**
 * Runs the next step of a reboot: keep new pods away and drain → record the boot ID → call EC2 → wait until
 * the node has booted anew and is Ready. Each step is recorded when it is done. Whether EC2 is called
 * is recorded before the call, so a crash does not repeat it: the boot ID shows what became of it. A
 * reboot that fails is followed by the termination of the node; its pods have left it already.
 * Source: karpenter nodeclaim/reboot/controller.go @v1.15.0; differs: upstream calls EC2 again after a
 * crash during the call, although the first call may have been accepted.
 */
export async function rebootNodeClaim(
  ports: RebootPorts,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  const found = await ports.store.nodeClaims.find(input.nodeClaimId);
  const reboot = found?.reboot ?? null;
  if (found === null || reboot === null || !isRebooting(found)) return done;
  const claim: RebootingClaim = { ...found, reboot };
  const node = nodeOf(claim, ports.cache.view(input.clusterId).nodes);
  const late = whyLate(ports, claim);
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  if (late !== null) return fail(ports, { cluster, claim, node }, late);
  if (node === undefined) return waitFor(bootPollMs);
  return takeStep(ports, { cluster, claim, node });
}

function takeStep(ports: RebootPorts, reboot: Reboot): Promise<JobOutcome> {
  const { step, preBootId } = reboot.claim.reboot;
  switch (step) {
    case 'Requested':
      return preBootId === null ? drain(ports, reboot) : issue(ports, reboot);
    case 'Issuing':
      return awaitAnswer(ports, reboot);
    case 'Issued':
      return observe(ports, reboot);
    case 'Succeeded':
    case 'Failed':
      return Promise.resolve(done);
    default:
      return assertNever(step);
  }
}

/** The end of a reboot that has failed. */
interface Failure {
  readonly result: Exclude<RebootResult, 'succeeded'>;
  readonly detail: string;
}

/** Returns why a step has taken too long; `null` if it has not. */
function whyLate({ clock }: Pick<Ports, 'clock'>, { reboot }: RebootingClaim): Failure | null {
  const now = clock.now();
  const { step, requestedAt, drainMs, drainedAt, stepAt } = reboot;
  if (step === 'Issued' || step === 'Issuing') {
    const detail = `the node did not boot anew and become Ready within ${minutes(observationMs)}`;
    return now - stepAt > observationMs ? { result: 'recovery_timeout', detail } : null;
  }
  // Without its Node object, a drain does not end.
  const since = drainedAt ?? requestedAt + Math.max(drainMs, minimumRebootDrainMs);
  const detail = `EC2 did not accept the reboot within ${minutes(issuanceMs)}`;
  return now - since > issuanceMs ? { result: 'provider_error', detail } : null;
}

const minutes = (ms: DurationMs): string => countOf(ms / 60_000, 'minute');

/** Pods that are left at the end of the drain stay: the reboot restarts their containers. */
async function drain(ports: RebootPorts, { cluster, claim, node }: Reboot): Promise<JobOutcome> {
  const { reboot } = claim;
  const connection = connectionOf(cluster);
  await ports.gateway.addTaint(connection, node.name, {
    key: taintKeys.rebooting,
    value: '',
    effect: 'NoSchedule',
  });
  const drainedForMs = ports.clock.now() - reboot.requestedAt;
  if (drainedForMs < Math.max(reboot.drainMs, minimumRebootDrainMs)) {
    const state = await drainNode(ports, connection, node, { deadline: null, reason: 'Unhealthy' });
    if (state.kind === 'Draining' || drainedForMs < minimumRebootDrainMs)
      return waitFor(drainPollMs);
  }
  const now = ports.clock.now();
  const drained = { ...reboot, preBootId: node.bootId, drainedAt: now, stepAt: now };
  const saved = await saveReboot(ports, claim, drained);
  return saved === null ? waitFor(drainPollMs) : issue(ports, { cluster, claim: saved, node });
}

/** Calls EC2, unless the node has booted anew meanwhile. The boot ID is written to the object first. */
async function issue(ports: RebootPorts, { cluster, claim, node }: Reboot): Promise<JobOutcome> {
  if (node.bootId !== claim.reboot.preBootId) return accept(ports, { cluster, claim, node });
  await syncNodeClaim(ports, { clusterId: claim.clusterId, nodeClaimId: claim.id });
  return call(ports, { cluster, claim, node });
}

async function call(ports: RebootPorts, { cluster, claim, node }: Reboot): Promise<JobOutcome> {
  const { instance } = claim;
  if (instance === null) return done;
  const now = ports.clock.now();
  const issuing = await saveReboot(ports, claim, { ...claim.reboot, step: 'Issuing', stepAt: now });
  if (issuing === null) return waitFor(drainPollMs);
  try {
    const answer = await ports.cloud.reboot(cloudTargetOf(cluster), instance.instanceId);
    if (answer.kind === 'Rejected') {
      const detail = `EC2 rejected the reboot: ${answer.message}`;
      return await fail(
        ports,
        { cluster, claim: issuing, node },
        { result: 'provider_error', detail },
      );
    }
  } catch (error) {
    // EC2 has refused the call and may accept the next one. Without an answer, it may have accepted it.
    if (isAppError(error) && !hasErrorCode(error, 'CLOUD.UNREACHABLE'))
      await saveReboot(ports, issuing, { ...issuing.reboot, step: 'Requested' });
    throw error;
  }
  return accept(ports, { cluster, claim: issuing, node });
}

/**
 * After a call whose answer is not known. A node that is Ready with its old boot after minutes was not
 * rebooted: EC2 resets an instance that does not shut down by itself.
 */
async function awaitAnswer(ports: RebootPorts, reboot: Reboot): Promise<JobOutcome> {
  const { claim, node } = reboot;
  const { preBootId, stepAt } = claim.reboot;
  if (node.bootId !== preBootId) return accept(ports, reboot);
  return node.isReady && ports.clock.now() - stepAt >= issuanceMs
    ? call(ports, reboot)
    : waitFor(bootPollMs);
}

/** From now on, the node is not initialized: the new boot has to be. */
async function accept(ports: RebootPorts, { claim }: Reboot): Promise<JobOutcome> {
  const reboot = { ...claim.reboot, step: 'Issued', stepAt: ports.clock.now() } as const;
  const next =
    claim.state === 'Initialized'
      ? moveNodeClaim(claim, 'Registered', { reboot, initializedAt: null })
      : { ...claim, reboot };
  await ports.store.transaction((tx) => saveClaim(ports, tx, next));
  return waitFor(bootPollMs);
}

async function observe(ports: RebootPorts, { cluster, claim, node }: Reboot): Promise<JobOutcome> {
  const connection = connectionOf(cluster);
  if (node.labels[labelKeys.initialized] !== undefined)
    await ports.gateway.setNodeLabels(connection, node.name, { [labelKeys.initialized]: null });
  if (node.bootId === claim.reboot.preBootId) return waitFor(bootPollMs);
  await ports.gateway.removeTaint(connection, node.name, taintKeys.rebooting);
  ports.events.record(claim.clusterId, rebootObserved(claim));
  return node.isReady ? succeed(ports, claim) : waitFor(bootPollMs);
}

async function succeed(ports: RebootPorts, claim: RebootingClaim): Promise<JobOutcome> {
  const now = ports.clock.now();
  const reboot = { ...claim.reboot, step: 'Succeeded', preBootId: null, stepAt: now } as const;
  const saved = await ports.store.transaction(async (tx) => {
    const next = ['node-claim.initialize'] as const;
    const ended = await saveClaim(ports, tx, { ...claim, reboot }, { next });
    if (ended !== null) await recordRebootEnd(ports, tx, ended);
    return ended;
  });
  if (saved === null) return waitFor(bootPollMs);
  const { requestedAt, stepAt } = claim.reboot;
  const times = { tookMs: now - requestedAt, recoveryMs: now - stepAt };
  ports.meter.record(claim.clusterId, [{ kind: 'RebootEnded', result: 'succeeded', ...times }]);
  return done;
}

/** The node is terminated after a drain that lasts no longer than that before the reboot. */
async function fail(
  ports: RebootPorts,
  { cluster, claim, node }: Omit<Reboot, 'node'> & { readonly node: CachedNode | undefined },
  { result, detail }: Failure,
): Promise<JobOutcome> {
  if (node !== undefined)
    await ports.gateway.removeTaint(connectionOf(cluster), node.name, taintKeys.rebooting);
  const now = ports.clock.now();
  const { drainMs, requestedAt } = claim.reboot;
  const reboot = { ...claim.reboot, step: 'Failed', failure: detail, stepAt: now } as const;
  await ports.store.transaction(async (tx) => {
    const drainUntil = now + drainMs;
    const leaving = { claim: { ...claim, reboot }, reason: 'Unhealthy', drainUntil } as const;
    for (const ended of await requireTerminations(ports, tx, [leaving]))
      await recordRebootEnd(ports, tx, ended);
  });
  ports.events.record(claim.clusterId, rebootFailed(claim, detail));
  ports.meter.record(claim.clusterId, [
    { kind: 'RebootEnded', result, tookMs: now - requestedAt, recoveryMs: null },
  ]);
  return done;
}

/** @returns `null` when another writer has changed the NodeClaim first: the next run reads it again */
async function saveReboot(
  ports: RebootPorts,
  claim: RebootingClaim,
  reboot: ClaimReboot,
): Promise<RebootingClaim | null> {
  const saved = await ports.store.transaction((tx) => saveClaim(ports, tx, { ...claim, reboot }));
  return saved === null ? null : { ...saved, reboot };
}
