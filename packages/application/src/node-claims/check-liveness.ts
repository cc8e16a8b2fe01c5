import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { OperationFailure } from '../domain/operation/operation-failure.js';
import { claimed, Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { addToBatch } from '../provisioning/api.js';
import { launchFailed } from '../recording/events.js';
import { requestTermination } from '../recording/request-termination.js';
import { saveClaim } from '../recording/save-claim.js';

/** An instance that has not joined its cluster for this long is terminated. */
export const registrationTimeoutMs: DurationMs = 15 * 60_000;

/**
 * Ends NodeClaims that exceed the launch or registration timeout, so that their pods are scheduled
 * again. The garbage collection terminates an instance that appears later for such a NodeClaim.
 */
export async function checkLiveness(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'events'>,
  clusterId: ClusterId,
): Promise<void> {
  const now = ports.clock.now();
  const cluster = await ports.store.clusters.find(clusterId);
  if (cluster === null) return;
  const { launchTimeoutMs } = cluster.settings;
  const claims = await ports.store.nodeClaims.inStates(clusterId, [
    'Requested',
    'Launching',
    'Launched',
  ]);
  const late = claims.filter(
    ({ state, requestedAt }) => state !== 'Launched' && now - requestedAt > launchTimeoutMs,
  );
  const failures = late.length === 0 ? [] : await ports.store.operationFailures.list(clusterId);
  const unregistered = claims.filter(
    ({ state, launchedAt }) =>
      state === 'Launched' && now - (launchedAt ?? now) > registrationTimeoutMs,
  );
  const sweep = new Sweep();
  await sweep.each(late, claimed, (claim) =>
    giveUpLaunch(ports, claim, { launchTimeoutMs, lastError: lastErrorOf(claim, failures) }),
  );
  await sweep.each(unregistered, claimed, (claim) => giveUpRegistration(ports, claim, now));
  sweep.conclude();
}

async function giveUpLaunch(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'events'>,
  claim: NodeClaim,
  {
    launchTimeoutMs,
    lastError,
  }: { readonly launchTimeoutMs: DurationMs; readonly lastError: string },
): Promise<void> {
  const now = ports.clock.now();
  const detail = `not launched within ${minutesText(launchTimeoutMs)}${lastError}`;
  const failure = { code: 'LAUNCH_REFUSED', detail } as const;
  const ended = await ports.store.transaction(async (tx) => {
    const saved = await saveClaim(
      ports,
      tx,
      moveNodeClaim(claim, 'LaunchFailed', {
        failure,
        terminatedAt: now,
      }),
      { event: { kind: 'NodeClaimLaunchFailed', data: { detail } } },
    );
    if (saved === null) return null;
    await addToBatch(ports, tx, {
      clusterId: claim.clusterId,
      podUids: claim.plan.podUids,
    });
    await tx.findings.record({
      clusterId: claim.clusterId,
      code: 'CLAIM_TIMED_OUT',
      object: `NodeClaim/${claim.name}`,
      message: detail,
      at: now,
    });
    return saved;
  });
  if (ended !== null) ports.events.record(claim.clusterId, [launchFailed(claim, failure)]);
}

function minutesText(ms: DurationMs): string {
  const minutes = Math.round(ms / 6_000) / 10;
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}

function lastErrorOf({ id }: NodeClaim, failures: readonly OperationFailure[]): string {
  const failure = failures.find(
    ({ operation, object }) => operation === 'node-claim.launch' && object.id === id,
  );
  return failure === undefined ? '' : `: ${failure.errorCode}: ${failure.message}`;
}

async function giveUpRegistration(
  ports: Pick<Ports, 'store' | 'clock'>,
  claim: NodeClaim,
  now: Instant,
): Promise<void> {
  const minutes = registrationTimeoutMs / 60_000;
  await ports.store.transaction(async (tx) => {
    const saved = await requestTermination(ports, tx, claim, { reason: 'RegistrationTimeout' });
    if (saved === null) return;
    await tx.findings.record({
      clusterId: claim.clusterId,
      code: 'CLAIM_TIMED_OUT',
      object: `NodeClaim/${claim.name}`,
      message: `Instance ${claim.instance?.instanceId} did not join the cluster within ${minutes} minutes.`,
      at: now,
    });
  });
}
