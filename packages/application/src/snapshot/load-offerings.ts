import { AppError, type ClusterId, type Instant } from '@kerf/core';
import type { NodeClaimState } from '../domain/node-claim/node-claim.js';
import { type ReservedLaunch, reservedLaunches } from '../domain/node-claim/reservation.js';
import type { Repositories } from '../ports/store.js';
import type { OfferingSources } from './instance-types-by-node-pool.js';
import type { KnownCluster } from './require-cluster.js';

/**
 * Returns the current data from which the offerings of a cluster's EC2NodeClasses are resolved.
 * @throws CATALOG.UNAVAILABLE with a retry while the region's instance types are not known
 */
export async function loadOfferings(
  repositories: Pick<Repositories, 'catalog' | 'definitions' | 'nodeClaims'>,
  cluster: KnownCluster,
  now: Instant,
): Promise<OfferingSources> {
  const { catalog: stored } = repositories;
  const { region, settings } = cluster;
  const scope = { accountId: cluster.facts.accountId, region };
  const [catalog, spotPrices, unavailable, reserved] = await Promise.all([
    stored.facts(scope),
    stored.spotPrices(scope),
    stored.unavailableOfferings(cluster.id, now),
    loadReservedLaunches(repositories, cluster.id),
  ]);
  if (catalog === null) {
    throw new AppError({
      code: 'CATALOG.UNAVAILABLE',
      message: `The instance types of ${region} have not been read yet.`,
      retry: { kind: 'backoff' },
    });
  }
  const zonalShifts = settings.zonalShift
    ? cluster.zonalShifts.filter(({ until }) => until === null || until > now)
    : [];
  return {
    catalog,
    spotPrices,
    unavailable,
    reservedLaunches: reserved,
    zonalShifts,
    settings,
  };
}

/** NodeClaims are read only if an EC2NodeClass selects capacity reservations. */
async function loadReservedLaunches(
  { definitions, nodeClaims }: Pick<Repositories, 'definitions' | 'nodeClaims'>,
  clusterId: ClusterId,
): Promise<readonly ReservedLaunch[]> {
  const nodeClasses = await definitions.nodeClasses(clusterId);
  const selects = nodeClasses.some(
    ({ resolution }) => (resolution?.capacityReservations ?? []).length > 0,
  );
  return selects ? reservedLaunches(await nodeClaims.inStates(clusterId, livingStates)) : [];
}

const livingStates: readonly NodeClaimState[] = [
  'Requested',
  'Launching',
  'Launched',
  'Registered',
  'Initialized',
];
