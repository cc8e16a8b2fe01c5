import {
  type AppError,
  type ClusterId,
  hasErrorCode,
  isAppError,
  type NodeClaimId,
} from '@kerf/core';
import { type LaunchReason, listedPrice } from '@kerf/engine';
import { unavailableMs } from '../domain/catalog/catalog-facts.js';
import { moveNodeClaim } from '../domain/node-claim/move-node-claim.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { LaunchOutcome, UnavailableOffering } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';
import { launchFailed } from '../recording/events.js';
import { addToBatch } from '../recording/open-batch.js';
import { saveClaim, saveClaims } from '../recording/save-claim.js';
import { cloudTargetOf } from '../snapshot/require-cluster.js';
import { groupCommit } from './group-commit.js';
import { type LaunchFacts, launchRequest, readLaunchFacts } from './launch-facts.js';
import { launchRefusal } from './launch-refusal.js';

type LaunchPorts = Pick<
  Ports,
  'store' | 'clock' | 'ids' | 'cloud' | 'instanceTypes' | 'memory' | 'events'
>;

/** How many instances of one decision are asked for side by side. */
const launchesAtOnce = 16;

/**
 * Buys the instances of claims that were asked for together. A claim's id is the cloud's idempotency
 * token, so a launch that was cut off is repeated without buying twice. When none of the planned
 * offerings has room, they are marked, the claim ends, and its pods come back in the next batch:
 * nothing is planned here. What keeps one claim from being bought keeps back no other.
 * @throws the first failure, when all others are through: CLOUD.* with a retry when the cloud could
 * not be asked; these claims then stay `Launching`
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

  // 1. Claim
  const begun = claims.filter(({ state }) => state === 'Launching');
  const fresh: NodeClaim[] = [];
  for (const claim of claims.filter(({ state }) => state === 'Requested')) {
    const refusal = launchRefusal(facts, claim);
    if (refusal === null) fresh.push(moveNodeClaim(claim, 'Launching'));
    else await endUnlaunched(ports, claim, refusal, []);
  }
  const claimed = await store.transaction((tx) => tx.nodeClaims.saveAll(fresh));
  const launches = [
    ...begun.map((claim) => ({ claim, isRepeat: true })),
    ...claimed.map((claim) => ({ claim, isRepeat: false })),
  ].values();

  // 2. Ask the cloud, and record what it says while the next ones are asked for
  const record = groupCommit<LaunchedInstance>((group) => recordInstances(ports, group));
  const records: Promise<void>[] = [];
  const failures: unknown[] = [];
  const noteFailure = (error: unknown): void => void failures.push(error);
  const launchInTurn = async (): Promise<void> => {
    for (const launch of launches) {
      try {
        const purchase = await createInstance(ports, facts, launch);
        if (purchase.kind === 'Bought') records.push(record(purchase).catch(noteFailure));
        else await endUnlaunched(ports, launch.claim, purchase.reason, purchase.unavailable);
      } catch (error) {
        noteFailure(error);
      }
    }
  };
  await Promise.all(Array.from({ length: launchesAtOnce }, launchInTurn));
  await Promise.all(records);
  if (failures.length > 0) throw failures.find(isWorthRetrying) ?? failures[0];
  return done;
}

const isWorthRetrying = (error: unknown): boolean =>
  isAppError(error) && error.retry.kind !== 'never';

interface Launch {
  readonly claim: NodeClaim;
  /** Asked for before, with an answer that is not known. */
  readonly isRepeat: boolean;
}

interface LaunchedInstance {
  readonly kind: 'Bought';
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
    return { kind: 'Bought', claim, outcome };
  } catch (error) {
    if (hasErrorCode(error, 'CLOUD.INSUFFICIENT_CAPACITY')) {
      const unavailable = unavailableOf(error);
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

async function recordInstances(
  ports: LaunchPorts,
  group: readonly LaunchedInstance[],
): Promise<void> {
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
      // The node may have joined before the instance was recorded; then its event is past.
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
  failure: LaunchReason,
  unavailable: readonly UnavailableOffering[],
): Promise<void> {
  const now = ports.clock.now();
  const { clusterId } = claim;
  await ports.store.transaction(async (tx) => {
    await tx.catalog.markUnavailable(clusterId, unavailable, now + unavailableMs);
    const saved = await saveClaim(
      ports,
      tx,
      moveNodeClaim(claim, 'LaunchFailed', { failure, terminatedAt: now }),
      { event: { kind: 'NodeClaimLaunchFailed', data: { detail: failure.detail } } },
    );
    // Only a lack of room is known to be different next time: the offering is marked now. Other
    // refusals wait until the pods are reported again.
    if (saved !== null && failure.code === 'INSUFFICIENT_CAPACITY') {
      await addToBatch(ports, tx, { clusterId, podUids: claim.plan.podUids });
    }
  });
  ports.events.record(clusterId, [launchFailed(claim, failure)]);
}
