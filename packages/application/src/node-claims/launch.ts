import { AppError, type ClusterId, hasErrorCode, isAppError, type NodeClaimId } from '@kerf/core';
import type { LaunchReason } from '@kerf/engine';
import { cloudTargetOf, requireKnown } from '../clusters/require-cluster.js';
import type { NodeClassDefinition } from '../definitions/definition.js';
import type { LaunchOutcome, LaunchRequest, UnavailableOffering } from '../ports/cloud-provider.js';
import type { Ports } from '../ports/ports.js';
import { instanceTypesOf } from '../provisioning/instance-types-by-node-pool.js';
import { addToBatch } from '../provisioning/open-batch.js';
import { done, type JobOutcome } from '../use-case-outcome.js';
import { launchRefusal } from './launch-refusal.js';
import { moveNodeClaim } from './move-node-claim.js';
import type { NodeClaim } from './node-claim.js';
import { saveClaim } from './save-claim.js';

type LaunchPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'cloud' | 'instanceTypes' | 'memory'>;

/** How long an offering without room is not asked for again. Source: karpenter aws pkg/cache. */
export const unavailableMs = 3 * 60_000;

/**
 * Buys the instance of a claim. The claim's id is the cloud's idempotency token, so a launch that
 * was cut off is repeated without buying twice. When none of the planned offerings has room, they
 * are marked, the claim ends, and its pods come back in the next batch: nothing is planned here.
 * @throws CLOUD.* with a retry when the cloud could not be asked; the claim then stays `Launching`
 */
export async function launchNodeClaim(
  ports: LaunchPorts,
  input: { readonly clusterId: ClusterId; readonly nodeClaimId: NodeClaimId },
): Promise<JobOutcome> {
  // 1. Claim
  const found = await ports.store.nodeClaims.find(input.nodeClaimId);
  if (found === null || (found.state !== 'Requested' && found.state !== 'Launching')) return done;
  const refusal = found.state === 'Requested' ? await launchRefusal(ports, found) : null;
  if (refusal !== null) {
    await endUnlaunched(ports, found, refusal, []);
    return done;
  }
  const claim =
    found.state === 'Launching'
      ? found
      : await ports.store.transaction((tx) =>
          tx.nodeClaims.save(moveNodeClaim(found, 'Launching')),
        );
  if (claim === null) return done;

  // 2. Ask the cloud
  const outcome = await buy(ports, claim, found.state === 'Launching');

  // 3. Record
  if (outcome.kind === 'Bought') await recordInstance(ports, claim, outcome.outcome);
  else await endUnlaunched(ports, claim, outcome.reason, outcome.unavailable);
  return done;
}

type Purchase =
  | { readonly kind: 'Bought'; readonly outcome: LaunchOutcome }
  | {
      readonly kind: 'Refused';
      readonly reason: LaunchReason;
      readonly unavailable: readonly UnavailableOffering[];
    };

async function buy(ports: LaunchPorts, claim: NodeClaim, isRepeat: boolean): Promise<Purchase> {
  const request = await launchRequest(ports, claim, isRepeat);
  if (!('request' in request)) return { kind: 'Refused', reason: request, unavailable: [] };
  try {
    return {
      kind: 'Bought',
      outcome: await ports.cloud.launch(cloudTargetOf(request.cluster), request.request),
    };
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

async function launchRequest(
  ports: LaunchPorts,
  claim: NodeClaim,
  isRepeat: boolean,
): Promise<
  | { readonly request: LaunchRequest; readonly cluster: ReturnType<typeof requireKnown> }
  | LaunchReason
> {
  const { store } = ports;
  const found = await store.clusters.find(claim.clusterId);
  if (found === null) return { code: 'LAUNCH_REFUSED', detail: 'the cluster was removed' };
  const cluster = requireKnown(found);
  const nodeClass = await store.definitions.find(claim.clusterId, 'EC2NodeClass', claim.nodeClass);
  if (nodeClass?.kind !== 'EC2NodeClass' || nodeClass.resolution === null) {
    return {
      code: 'NODE_CLASS_NOT_READY',
      nodeClass: claim.nodeClass,
      detail: 'it was deleted, or has not been looked up',
    };
  }
  const launchOptions = await store.nodeClaims.launchOptions(claim.id);
  if (launchOptions === null) {
    return { code: 'LAUNCH_REFUSED', detail: 'it is not recorded what may be bought for it' };
  }
  const instanceTypes = await typesOf(ports, nodeClass, cluster);
  const options = new Set(launchOptions.instanceTypes.map((option) => option.name));
  return {
    cluster,
    request: {
      token: claim.id,
      isRepeat,
      nodeClaimName: claim.name,
      nodePool: claim.nodePool,
      nodeClass: { name: nodeClass.name, spec: nodeClass.spec },
      resolution: nodeClass.resolution,
      cluster,
      labels: claim.plan.labels,
      taints: claim.plan.taints,
      startupTaints: claim.plan.startupTaints,
      options: launchOptions.instanceTypes,
      instanceTypes: instanceTypes.filter((type) => options.has(type.name)),
      requirements: launchOptions.requirements,
      requests: claim.plan.requests,
    },
  };
}

async function typesOf(
  ports: LaunchPorts,
  nodeClass: NodeClassDefinition,
  cluster: ReturnType<typeof requireKnown>,
) {
  const scope = { accountId: cluster.facts.accountId, region: cluster.region };
  const catalog = await ports.store.catalog.facts(scope);
  if (catalog === null) {
    throw new AppError({
      code: 'CATALOG.UNAVAILABLE',
      message: `the instance types of ${cluster.region} have not been read yet`,
      retry: { kind: 'backoff' },
    });
  }
  return instanceTypesOf(ports, cluster.id, nodeClass, {
    catalog,
    spotPrices: await ports.store.catalog.spotPrices(scope),
    unavailable: await ports.store.catalog.unavailableOfferings(cluster.id, ports.clock.now()),
    settings: cluster.settings,
  });
}

async function recordInstance(
  ports: LaunchPorts,
  claim: NodeClaim,
  { instance, unavailable }: LaunchOutcome,
): Promise<void> {
  const now = ports.clock.now();
  await ports.store.transaction(async (tx) => {
    await tx.catalog.markUnavailable(claim.clusterId, unavailable, now + unavailableMs);
    // The node may have joined before the instance was recorded; then its event is past.
    await saveClaim(ports, tx, moveNodeClaim(claim, 'Launched', { instance, launchedAt: now }), {
      event: {
        kind: 'NodeClaimLaunched',
        data: {
          detail: `${instance.instanceType} ${instance.capacityType} in ${instance.zone}`,
          ...(claim.plan.expected === null
            ? {}
            : { expectedMicroUsdPerHour: claim.plan.expected.priceMicroUsdPerHour }),
          ...(instance.priceMicroUsdPerHour === null
            ? {}
            : { actualMicroUsdPerHour: instance.priceMicroUsdPerHour }),
        },
      },
      next: ['node-claim.register'],
    });
  });
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
}
