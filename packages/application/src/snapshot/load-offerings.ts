import { AppError, type Instant } from '@kerf/core';
import type { Repositories } from '../ports/store.js';
import type { OfferingSources } from './instance-types-by-node-pool.js';
import type { KnownCluster } from './require-cluster.js';

/**
 * Returns the current data from which the offerings of a cluster's EC2NodeClasses are resolved.
 * @throws CATALOG.UNAVAILABLE with a retry while the region's instance types are not known
 */
export async function loadOfferings(
  { catalog: stored }: Pick<Repositories, 'catalog'>,
  cluster: KnownCluster,
  now: Instant,
): Promise<OfferingSources> {
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
