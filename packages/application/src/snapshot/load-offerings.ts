import { AppError, hasErrorCode, type Instant } from '@kerf/core';
import type { KnownCluster } from '../clusters/api.js';
import type { NodeClassDefinition } from '../domain/definition/definition.js';
import { livingClaimStates } from '../domain/node-claim/node-claim.js';
import { reservedLaunches } from '../domain/node-claim/reservation.js';
import type { Repositories } from '../ports/store.js';
import type { OfferingSources } from './instance-types-by-node-pool.js';

/**
 * Reads what the offerings of a cluster are computed from.
 * @param nodeClasses of the cluster; NodeClaims are read only if one selects capacity reservations
 * @throws CATALOG.UNAVAILABLE with a retry while the region's instance types are not known
 */
export async function loadOfferings(
  repositories: Pick<Repositories, 'catalog' | 'nodeClaims'>,
  cluster: KnownCluster,
  {
    now,
    nodeClasses,
  }: { readonly now: Instant; readonly nodeClasses: readonly NodeClassDefinition[] },
): Promise<OfferingSources> {
  const selectsReservations = nodeClasses.some(
    ({ resolution }) => (resolution?.capacityReservations ?? []).length > 0,
  );
  const [market, claims] = await Promise.all([
    loadMarket(repositories, cluster, now),
    selectsReservations ? repositories.nodeClaims.inStates(cluster.id, livingClaimStates) : [],
  ]);
  return { ...market, reservedLaunches: reservedLaunches(claims) };
}

/**
 * Reads the part of {@link loadOfferings} that does not depend on NodeClaims.
 * @throws CATALOG.UNAVAILABLE with a retry while the region's instance types are not known
 */
export async function loadMarket(
  { catalog: stored }: Pick<Repositories, 'catalog'>,
  cluster: KnownCluster,
  now: Instant,
): Promise<Omit<OfferingSources, 'reservedLaunches'>> {
  const { region, settings } = cluster;
  const scope = { accountId: cluster.facts.accountId, region };
  const [catalog, spotPrices, unavailable] = await Promise.all([
    stored.facts(scope),
    stored.spotPrices(scope),
    stored.unavailableOfferings(cluster.id, now),
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
  return { catalog, spotPrices, unavailable, zonalShifts, settings };
}

/**
 * Returns whether an error says that a cluster's instance types and prices are not known yet: its account is unknown, or
 * the region has not been read.
 */
export const isMarketUnknown = (error: unknown): error is AppError =>
  hasErrorCode(error, 'CATALOG.UNAVAILABLE') || hasErrorCode(error, 'CLUSTER.UNREACHABLE');
