import {
  type AppError,
  type ClusterId,
  type DurationMs,
  hasErrorCode,
  isAppError,
  type NodeClaimId,
} from '@kerf/core';
import { type LaunchReason, listedPrice } from '@kerf/engine';
import { cloudTargetOf } from '../clusters/api.js';
import { unavailableMs } from '../domain/catalog/catalog-facts.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { LaunchOutcome, UnavailableOffering } from '../ports/cloud-provider.js';
import type { PodRef } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';
import { addToBatch } from '../provisioning/api.js';
import { capacityMissing, launchFailed } from '../recording/events.js';
import { saveClaim, saveClaims } from '../recording/save-claim.js';
import { stopsLaunches } from '../snapshot/pauses-in-force.js';
import { admitLaunches } from './admit-launches.js';
import { resumeLaunches } from './begun-launches.js';
import { groupCommit } from './group-commit.js';
import { type LaunchFacts, launchRequest, readLaunchFacts } from './launch-facts.js';

type LaunchPorts = Pick<
  Ports,
  'store' | 'clock' | 'ids' | 'cloud' | 'cache' | 'instanceTypes' | 'memory' | 'events' | 'meter'
>;

/** Maximum number of concurrent launches per decision. */
const launchesAtOnce = 16;
/** How often a stopped launch is checked whose instance EC2 may not list yet. */
const undecidedPollMs: DurationMs = 5_000;

/**
 * Launches the instances of NodeClaims that were requested together. The id of a NodeClaim is the
 * cloud's idempotency token, so the retry of an interrupted launch does not launch twice. When none
 * of the planned offerings has capacity, they are marked as unavailable, the NodeClaim ends, and
 * its pods join the next batch. The failure of one launch does not affect the others. A launch that
 * began before a pause, or before the mode became `observe`, ends if it has no instance.
 * @throws the first failure, preferably one to retry, after all other launches are done: CLOUD.*
 * with a retry when the cloud did not answer; these NodeClaims stay `Launching`
 */
export async function launchNodeClaims(
  ports: LaunchPorts,
  input: { readonly clusterId: ClusterId; readonly nodeClaimIds: readonly NodeClaimId[] },
): Promise<JobOutcome> {
  const { store } = ports;
  const claims = (await store.nodeClaims.findAll(input.nodeClaimIds)).filter(
    ({ state }) => state === 'Requested' || state === 'Launching',
  );
  if (claims.length === 0) return done;
  const facts = await readLaunchFacts(ports, input.clusterId, claims);

  // 1. Claim: `Launching` is recorded before EC2 is called. If it were recorded after the call, a crash
  // between the two would leave an instance of a NodeClaim that looks as if it had never been launched,
  // and a pause would end it without its instance.
  const begun = await resumeLaunches(
    ports,
    facts,
    claims.filter(({ state }) => state === 'Launching'),
  );
  const requested = claims.filter(({ state }) => state === 'Requested');
  const { admitted, refused } = await admitLaunches(ports, facts, requested);
  const failures: unknown[] = [];
  const recordFailure = (error: unknown): void => void failures.push(error);
  for (const { claim, reason } of [...begun.stopped, ...refused]) {
    // A pause is known to the next plan, which then says so for the pods.
    const isReplanned = facts.pauses.stopping([claim.nodePool], stopsLaunches) !== null;
    const end = { reason, unavailable: [], isReplanned };
    await endUnlaunched(ports, claim, end).catch(recordFailure);
  }
  const launches = [
    ...begun.repeated.map((claim) => ({ claim, isRepeat: true })),
    ...admitted.map((claim) => ({ claim, isRepeat: false })),
  ].values();

  // 2. Launch, and record the results while further launches run
  const record = groupCommit<LaunchedInstance>(async (group) => {
    const { own, foreign } = await separateForeign(ports, group);
    await recordInstances(ports, own);
    for (const launched of foreign) await refuseForeign(ports, launched);
  });
  const records: Promise<void>[] = [];
  const launchInTurn = async (): Promise<void> => {
    for (const launch of launches) {
      try {
        const launched = await createInstance(ports, facts, launch);
        if (launched.kind === 'Launched') records.push(record(launched).catch(recordFailure));
        else {
          // Only after insufficient capacity is the next plan known to differ, because the offerings
          // are marked. After other refusals the pods wait until they are reported again.
          const isReplanned = launched.reason.code === 'INSUFFICIENT_CAPACITY';
          await endUnlaunched(ports, launch.claim, { ...launched, isReplanned });
        }
      } catch (error) {
        recordFailure(error);
      }
    }
  };
  await Promise.all(Array.from({ length: launchesAtOnce }, launchInTurn));
  await Promise.all(records);
  if (failures.length > 0) throw failures.find(isWorthRetrying) ?? failures[0];
  return begun.isUndecided ? waitFor(undecidedPollMs) : done;
}

const isWorthRetrying = (error: unknown): boolean =>
  isAppError(error) && error.retry.kind !== 'never';

interface Launch {
  readonly claim: NodeClaim;
  /** True for a retry of a launch whose result is unknown. */
  readonly isRepeat: boolean;
}

interface LaunchedInstance {
  readonly kind: 'Launched';
  readonly claim: NodeClaim;
  readonly outcome: LaunchOutcome;
}

interface Refused {
  readonly kind: 'Refused';
  readonly reason: LaunchReason;
  readonly unavailable: readonly UnavailableOffering[];
}

async function createInstance(
  ports: LaunchPorts,
  facts: LaunchFacts,
  launch: Launch,
): Promise<LaunchedInstance | Refused> {
  const { claim } = launch;
  const request = launchRequest(facts, launch);
  if ('code' in request) return { kind: 'Refused', reason: request, unavailable: [] };
  try {
    const outcome = await ports.cloud.launch(cloudTargetOf(facts.cluster), request);
    measureUnavailable(ports, claim, outcome.unavailable);
    return { kind: 'Launched', claim, outcome };
  } catch (error) {
    if (hasErrorCode(error, 'CLOUD.INSUFFICIENT_CAPACITY')) {
      const unavailable = unavailableOf(error);
      measureUnavailable(ports, claim, unavailable);
      return {
        kind: 'Refused',
        reason: {
          code: 'INSUFFICIENT_CAPACITY',
          offerings: unavailable.length,
          detail: error.message,
        },
        unavailable,
      };
    }
    if (isAppError(error) && error.retry.kind === 'never') {
      return {
        kind: 'Refused',
        reason: { code: 'LAUNCH_REFUSED', detail: error.message },
        unavailable: [],
      };
    }
    throw error;
  }
}

function measureUnavailable(
  { meter }: LaunchPorts,
  { clusterId }: NodeClaim,
  offerings: readonly UnavailableOffering[],
): void {
  if (offerings.length > 0) meter.record(clusterId, [{ kind: 'OfferingsUnavailable', offerings }]);
}

function unavailableOf(error: AppError): readonly UnavailableOffering[] {
  const offerings: unknown = error.meta['unavailable'];
  return Array.isArray(offerings) ? offerings.filter(isUnavailableOffering) : [];
}

function isUnavailableOffering(value: unknown): value is UnavailableOffering {
  return (
    typeof value === 'object' &&
    value !== null &&
    'instanceType' in value &&
    'zone' in value &&
    'capacityType' in value
  );
}

/**
 * Separates instances that other NodeClaims have: no answer of EC2 to these launches is right, and each
 * instance is recorded once.
 */
async function separateForeign(
  { store }: LaunchPorts,
  group: readonly LaunchedInstance[],
): Promise<{
  readonly own: readonly LaunchedInstance[];
  readonly foreign: readonly LaunchedInstance[];
}> {
  const holders = new Map<string, NodeClaimId>();
  for (const { claim, outcome } of group) {
    const { providerId } = outcome.instance;
    const known = await store.nodeClaims.findByProviderId(claim.clusterId, providerId);
    holders.set(providerId, known?.id ?? holders.get(providerId) ?? claim.id);
  }
  const isOwn = ({ claim, outcome }: LaunchedInstance): boolean =>
    holders.get(outcome.instance.providerId) === claim.id;
  return { own: group.filter(isOwn), foreign: group.filter((one) => !isOwn(one)) };
}

async function refuseForeign(
  ports: LaunchPorts,
  { claim, outcome: { instance, unavailable } }: LaunchedInstance,
): Promise<void> {
  const detail = `EC2 named the instance ${instance.instanceId}, which another NodeClaim has.`;
  const reason = { code: 'LAUNCH_REFUSED', detail } as const;
  await endUnlaunched(ports, claim, { reason, unavailable, isReplanned: false });
}

async function recordInstances(
  ports: LaunchPorts,
  group: readonly LaunchedInstance[],
): Promise<void> {
  if (group.length === 0) return;
  const now = ports.clock.now();
  const launched = group.map(({ claim, outcome: { instance } }) =>
    moveNodeClaim(claim, 'Launched', { instance, launchedAt: now }),
  );
  await ports.store.transaction(async (tx) => {
    for (const { claim, outcome } of group) {
      await tx.catalog.markUnavailable(claim.clusterId, outcome.unavailable, now + unavailableMs);
    }
    await saveClaims(ports, tx, launched, (claim) => ({
      event: { kind: 'NodeClaimLaunched', data: launchedAs(claim) },
      // The node may have joined before the instance was recorded; its event was then ignored.
      next: ['node-claim.register'],
    }));
  });
}

function launchedAs({ instance, plan: { expected } }: NodeClaim) {
  const price = instance?.priceMicroUsdPerHour ?? null;
  const promised = expected === null ? null : listedPrice(expected);
  return {
    detail: `${instance?.instanceType} ${instance?.capacityType} in ${instance?.zone}`,
    ...(promised === null ? {} : { expectedMicroUsdPerHour: promised }),
    ...(price === null ? {} : { actualMicroUsdPerHour: price }),
  };
}

async function endUnlaunched(
  ports: LaunchPorts,
  claim: NodeClaim,
  {
    reason: failure,
    unavailable,
    isReplanned,
  }: Pick<Refused, 'reason' | 'unavailable'> & { readonly isReplanned: boolean },
): Promise<void> {
  const now = ports.clock.now();
  const { clusterId } = claim;
  const ended = await ports.store.transaction(async (tx) => {
    await tx.catalog.markUnavailable(clusterId, unavailable, now + unavailableMs);
    const saved = await saveClaim(
      ports,
      tx,
      moveNodeClaim(claim, 'LaunchFailed', { failure, terminatedAt: now }),
      { event: { kind: 'NodeClaimLaunchFailed', data: { detail: failure.detail } } },
    );
    if (saved !== null && isReplanned) {
      await addToBatch(ports, tx, { clusterId, podUids: claim.plan.podUids });
    }
    return saved;
  });
  if (ended === null) return;
  const pods = failure.code === 'INSUFFICIENT_CAPACITY' ? waitingPods(ports, claim) : [];
  ports.events.record(clusterId, [
    launchFailed(claim, failure),
    ...pods.map((pod) => capacityMissing(pod, claim, failure.detail)),
  ]);
}

/** Returns the pods of a NodeClaim that have no node. */
function waitingPods({ cache }: LaunchPorts, { clusterId, plan }: NodeClaim): readonly PodRef[] {
  const uids = new Set(plan.podUids);
  return cache
    .view(clusterId)
    .pendingPods.filter(({ pod }) => uids.has(pod.uid))
    .map(({ pod: { uid, name, spec } }) => ({ uid, name, namespace: spec.namespace }));
}
