import {
  type AppError,
  type ClusterId,
  type DurationMs,
  type Instant,
  isAppError,
  type MicroUsdPerHour,
} from '@kerf/core';
import { cloudTargetOf, type KnownCluster, requireCluster, requireKnown } from '../clusters/api.js';
import type { CatalogFacts } from '../domain/catalog/catalog-facts.js';
import { remedyOf } from '../domain/operation/remedy-of.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import type { CatalogScope, Repositories } from '../ports/store.js';

type CatalogPorts = Pick<Ports, 'store' | 'clock' | 'cloud'>;

/** Source: karpenter aws pkg/controllers/providers/instancetype and pricing (12 h). */
const maxAgeMs: DurationMs = 12 * 3_600_000;
/** Less than the interval of the job, so that a cluster alone in its account never skips a run. */
const maxSpotAgeMs: DurationMs = 4 * 60_000;

/**
 * Reads the instance types that the cluster's account and region offer, when the stored list is old
 * or missing. Keeps the stored prices, which come from another API.
 */
export async function refreshInstanceTypes(
  ports: CatalogPorts,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const scope = scopeOf(cluster);
  const known = await ports.store.catalog.facts(scope);
  const finding = { code: 'CATALOG_STALE', object: `Region/${cluster.region}` } as const;
  if (known !== null && isRecent(known.fetchedAt, ports.clock.now(), maxAgeMs)) {
    // Another cluster of the account may have read them.
    await ports.store.findings.clear(cluster.id, finding.code, finding.object);
    return done;
  }
  try {
    const facts = await ports.cloud.fetchCatalog(cloudTargetOf(cluster));
    await saveFacts(ports, cluster, (current) => withPricesOf(current, facts));
    await ports.store.findings.clear(cluster.id, finding.code, finding.object);
  } catch (error) {
    if (!isAppError(error)) throw error;
    await recordFailure(ports, cluster, {
      ...finding,
      error,
      message: `Instance types could not be read.${known === null ? '' : ` Those read ${formatAge(ports, known.fetchedAt)} are used.`}`,
    });
    // Without instance types nothing can be launched.
    if (known === null) throw error;
  }
  return done;
}

/**
 * Reads on-demand prices when the stored prices are old or missing. If that fails, instance types
 * stay usable, with their last prices or, before the first price list, with an estimate.
 */
export async function refreshOnDemandPrices(
  ports: CatalogPorts,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const known = await ports.store.catalog.facts(scopeOf(cluster));
  // Prices are stored with the instance types, so those must exist first.
  if (known === null) return done;
  const { onDemandPricesAt, fetchedAt } = known;
  const now = ports.clock.now();
  const isCurrent = onDemandPricesAt !== null && onDemandPricesAt >= fetchedAt;
  const finding = { code: 'PRICES_STALE', object: `OnDemandPrices/${cluster.region}` } as const;
  if (isCurrent && isRecent(onDemandPricesAt, now, maxAgeMs)) {
    await ports.store.findings.clear(cluster.id, finding.code, finding.object);
    return done;
  }
  try {
    const prices = await ports.cloud.fetchOnDemandPrices(cloudTargetOf(cluster));
    await saveFacts(ports, cluster, (current) => withPrices(current ?? known, prices, now));
    await ports.store.findings.clear(cluster.id, finding.code, finding.object);
  } catch (error) {
    if (!isAppError(error)) throw error;
    await recordFailure(ports, cluster, {
      ...finding,
      error,
      message:
        onDemandPricesAt === null
          ? 'On-demand prices could not be read. Instance types are compared by estimates from their size, and their cost is unknown.'
          : `On-demand prices could not be read. Those read ${formatAge(ports, onDemandPricesAt)} are used.`,
    });
  }
  return done;
}

/**
 * Reads spot prices when the stored prices are some minutes old or missing. Without them, spot prices
 * are estimated from on-demand prices.
 */
export async function refreshSpotPrices(
  ports: CatalogPorts,
  input: { readonly clusterId: ClusterId },
): Promise<JobOutcome> {
  const cluster = requireKnown(await requireCluster(ports.store, input.clusterId));
  const scope = scopeOf(cluster);
  const finding = { code: 'PRICES_STALE', object: `SpotPrices/${cluster.region}` } as const;
  const readAt = await ports.store.catalog.spotPricesAt(scope);
  if (readAt !== null && isRecent(readAt, ports.clock.now(), maxSpotAgeMs)) {
    // Another cluster of the account may have read them.
    await ports.store.findings.clear(cluster.id, finding.code, finding.object);
    return done;
  }
  try {
    const prices = await ports.cloud.fetchSpotPrices(cloudTargetOf(cluster));
    await ports.store.transaction(async (tx) => {
      const now = ports.clock.now();
      await tx.catalog.saveSpotPrices(scope, prices, now);
      await publish(tx, await sharingClusters(tx, cluster), now);
    });
    await ports.store.findings.clear(cluster.id, finding.code, finding.object);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { length } = await ports.store.catalog.spotPrices(scope);
    await recordFailure(ports, cluster, {
      ...finding,
      error,
      message:
        length === 0
          ? 'Spot prices could not be read. Spot offerings are compared at half of the on-demand price, and their cost is unknown.'
          : 'Spot prices could not be read. The last ones are used.',
    });
  }
  return done;
}

const scopeOf = (cluster: KnownCluster): CatalogScope => ({
  accountId: cluster.facts.accountId,
  region: cluster.region,
});

/** A time that is far in the future is that of a wrong clock. */
const isRecent = (at: Instant, now: Instant, maxMs: DurationMs): boolean =>
  Math.abs(now - at) < maxMs;

/** E.g. `14 h ago`. */
const formatAge = ({ clock }: Pick<Ports, 'clock'>, at: Instant): string =>
  `${Math.round((clock.now() - at) / 3_600_000)} h ago`;

function withPricesOf(known: CatalogFacts | null, facts: CatalogFacts): CatalogFacts {
  const prices = new Map<string, MicroUsdPerHour>();
  for (const { name, onDemandMicroUsdPerHour: price } of known?.instanceTypes ?? []) {
    if (price !== null) prices.set(name, price);
  }
  return withPrices(facts, prices, known?.onDemandPricesAt ?? null);
}

function withPrices(
  facts: CatalogFacts,
  prices: ReadonlyMap<string, MicroUsdPerHour>,
  onDemandPricesAt: Instant | null,
): CatalogFacts {
  return {
    ...facts,
    onDemandPricesAt,
    instanceTypes: facts.instanceTypes.map((type) => ({
      ...type,
      onDemandMicroUsdPerHour: prices.get(type.name) ?? null,
    })),
  };
}

/**
 * Saves instance types or prices. Both are stored together and refreshed concurrently, so each
 * refresh keeps what the other one wrote.
 */
async function saveFacts(
  ports: Pick<Ports, 'store' | 'clock'>,
  cluster: KnownCluster,
  change: (current: CatalogFacts | null) => CatalogFacts,
): Promise<void> {
  const scope = scopeOf(cluster);
  await ports.store.transaction(async (tx) => {
    await tx.catalog.saveFacts(scope, change(await tx.catalog.lockFacts(scope)));
    await publish(tx, await sharingClusters(tx, cluster), ports.clock.now());
  });
}

async function recordFailure(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  cluster: KnownCluster,
  about: {
    readonly code: 'CATALOG_STALE' | 'PRICES_STALE';
    readonly object: string;
    readonly error: AppError;
    readonly message: string;
  },
): Promise<void> {
  const { code, object, error, message } = about;
  await store.findings.record({
    clusterId: cluster.id,
    code,
    object,
    message: `${message} ${error.code}: ${error.message}`,
    remedy: remedyOf(error, cluster),
    at: clock.now(),
  });
}

/** Returns the clusters of the account and region, which share what was read. */
async function sharingClusters(
  { clusters }: Pick<Repositories, 'clusters'>,
  cluster: KnownCluster,
): Promise<readonly ClusterId[]> {
  const { accountId, region } = scopeOf(cluster);
  return (await clusters.list())
    .filter((other) => other.region === region && other.facts?.accountId === accountId)
    .map(({ id }) => id);
}

async function publish(
  { changes }: Pick<Repositories, 'changes'>,
  clusterIds: readonly ClusterId[],
  version: number,
): Promise<void> {
  for (const clusterId of clusterIds) {
    await changes.publish({ topic: 'catalog', clusterId, id: null, version });
  }
}
