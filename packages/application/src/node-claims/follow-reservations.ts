import {
  type ClusterId,
  type DurationMs,
  type Instant,
  labelKeys,
  noReservationLabels,
} from '@kerf/core';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/api.js';
import type { LaunchedInstance, NodeClaim } from '../domain/node-claim/node-claim.js';
import { reservationOf } from '../domain/node-claim/reservation.js';
import { claimed, Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { saveClaim } from '../recording/save-claim.js';
import { nodeFinder } from '../snapshot/claim-node.js';
import { removeNode } from './remove-node.js';

type FollowPorts = Pick<
  Ports,
  'store' | 'clock' | 'ids' | 'digest' | 'cache' | 'cloud' | 'gateway'
>;

/** EC2 terminates the instances of a capacity block this long before its end. */
const blockTerminationMs: DurationMs = 30 * 60_000;

/**
 * Follows the ends of capacity reservations:
 * - Starts the termination of nodes in a capacity block that expires, as of expired NodeClaims. The
 *   drain ends when EC2 terminates the instances.
 * - Demotes nodes whose reservation has ended to on-demand: EC2 keeps their instances.
 *
 * Does nothing in mode `observe`, and does not ask EC2 while no node is in a reservation.
 * Source: karpenter-provider-aws pkg/controllers/capacityreservation @v1.14.1.
 */
export async function followReservations(ports: FollowPorts, clusterId: ClusterId): Promise<void> {
  const { store } = ports;
  const cluster = await requireCluster(store, clusterId);
  if (cluster.mode === 'observe') return;
  const living = await store.nodeClaims.inStates(clusterId, [
    'Launched',
    'Registered',
    'Initialized',
  ]);
  const reserved = living.filter(({ instance }) => instance?.capacityType === 'reserved');
  if (reserved.length === 0) return;
  const view = ports.cache.view(clusterId);
  const endings = await expiringBlocks(ports, clusterId);
  const nodeOf = nodeFinder(view.nodes);
  const endOf = ({ instance }: NodeClaim) => endings.get(reservationOf(instance) ?? '');
  const ending = reserved.flatMap((claim) => {
    const endsAt = endOf(claim);
    return endsAt === undefined ? [] : [{ ...claim, instanceEndsAt: endsAt - blockTerminationMs }];
  });
  const sweep = new Sweep();
  await sweep.each(ending, claimed, ({ instanceEndsAt, ...claim }) =>
    removeNode(ports, view, { claim, node: nodeOf(claim), reason: 'Expired', instanceEndsAt }),
  );
  const staying = reserved.filter((claim) => endOf(claim) === undefined);
  if (staying.length > 0) {
    await demoteEnded(ports, requireKnown(cluster), { sweep, claims: staying, nodeOf });
  }
  sweep.conclude();
}

/** Returns the ends of the capacity blocks that expire, by id. */
async function expiringBlocks(
  { store }: Pick<Ports, 'store'>,
  clusterId: ClusterId,
): Promise<ReadonlyMap<string, Instant>> {
  const nodeClasses = await store.definitions.nodeClasses(clusterId);
  return new Map(
    nodeClasses
      .flatMap(({ resolution }) => resolution?.capacityReservations ?? [])
      .flatMap(({ id, state, endsAt }) =>
        state === 'expiring' && endsAt !== null ? [[id, endsAt] as const] : [],
      ),
  );
}

interface StayingNodes {
  readonly sweep: Sweep;
  readonly claims: readonly NodeClaim[];
  readonly nodeOf: ReturnType<typeof nodeFinder>;
}

/** Makes the nodes on-demand whose instances run outside of their reservations. */
async function demoteEnded(
  ports: FollowPorts,
  cluster: KnownCluster,
  { sweep, claims, nodeOf }: StayingNodes,
): Promise<void> {
  const instances = await ports.cloud.listInstances(cloudTargetOf(cluster));
  const released = new Set(
    instances
      .filter(({ state, reservationId }) => state === 'running' && reservationId === null)
      .map(({ providerId }) => providerId),
  );
  const ended = claims.flatMap(({ instance, ...claim }) =>
    instance !== null && released.has(instance.providerId) ? [{ ...claim, instance }] : [],
  );
  if (ended.length === 0) return;
  const priceOf = await onDemandPrices(ports, cluster);
  await sweep.each(ended, claimed, async (claim) => {
    const instance = demoted(claim.instance, priceOf(claim.instance.instanceType));
    // The node first: after a crash, the next run repeats both.
    const node = nodeOf(claim);
    if (node !== undefined) {
      await ports.gateway.setNodeLabels(connectionOf(cluster), node.name, {
        ...noReservationLabels,
        [labelKeys.capacityType]: instance.capacityType,
      });
    }
    await ports.store.transaction((tx) => saveClaim(ports, tx, { ...claim, instance }));
  });
}

function demoted(
  instance: LaunchedInstance,
  priceMicroUsdPerHour: LaunchedInstance['priceMicroUsdPerHour'],
): LaunchedInstance {
  const labels = Object.entries(instance.labels).filter(
    ([label]) => !Object.hasOwn(noReservationLabels, label),
  );
  return {
    ...instance,
    capacityType: 'on-demand',
    priceMicroUsdPerHour,
    labels: { ...Object.fromEntries(labels), [labelKeys.capacityType]: 'on-demand' },
  };
}

async function onDemandPrices(
  { store }: Pick<Ports, 'store'>,
  { region, facts: { accountId } }: KnownCluster,
): Promise<(instanceType: string) => LaunchedInstance['priceMicroUsdPerHour']> {
  const catalog = await store.catalog.facts({ accountId, region });
  const prices = new Map(
    catalog?.instanceTypes.map((type) => [type.name, type.onDemandMicroUsdPerHour]),
  );
  return (instanceType) => prices.get(instanceType) ?? null;
}
