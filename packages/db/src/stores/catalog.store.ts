import type { CatalogFacts, CatalogRepository, CatalogScope, SpotPrice } from '@kerf/application';
import { capacityTypes } from '@kerf/engine';
import type { Db } from '../client.js';
import { instanceTypes as instanceTypesFormat, spotPrices } from '../json/catalog.js';
import { type RecordFormat, UnreadableRecord } from '../json/format.js';
import { oneOf, toDate, toNullableDate, toNullableInstant } from '../json.js';

/**
 * A region's facts are a megabyte of Json that changes twice a day and is asked for every few
 * seconds; each process keeps what it has read until the row's time is another.
 */
export class CatalogCache {
  readonly facts = new Map<string, CatalogFacts>();
  readonly spot = new Map<
    string,
    { readonly fetchedAt: number; readonly prices: readonly SpotPrice[] }
  >();
}

export function createCatalogStore(db: Db, cache: CatalogCache): CatalogRepository {
  return {
    facts: (scope) => readFacts(db, cache, scope),
    async lockFacts(scope) {
      // Not the row's own lock: the first two to write it have no row yet.
      await db.$executeRaw`
        SELECT pg_advisory_xact_lock(hashtextextended(${`region_catalogs/${keyOf(scope)}`}, 0))`;
      return readFacts(db, cache, scope);
    },
    spotPrices: (scope) => readSpotPrices(db, cache, scope),
    async saveFacts(scope, facts) {
      await upsert(db, scope, {
        fetchedAt: toDate(facts.fetchedAt),
        onDemandFetchedAt: toNullableDate(facts.onDemandPricesAt),
        instanceTypes: instanceTypesFormat.write(facts.instanceTypes),
      });
    },
    async saveSpotPrices(scope, prices, fetchedAt) {
      await upsert(db, scope, {
        spotFetchedAt: toDate(fetchedAt),
        spotPrices: spotPrices.write(prices),
      });
    },
    async unavailableOfferings(clusterId, now) {
      const rows = await db.unavailableOffering.findMany({
        where: { clusterId, until: { gt: toDate(now) } },
        orderBy: [{ instanceType: 'asc' }, { zone: 'asc' }, { capacityType: 'asc' }],
      });
      return rows.map((row) => ({
        instanceType: row.instanceType,
        zone: row.zone,
        capacityType: oneOf(capacityTypes, row.capacityType),
        code: row.code,
        until: row.until.getTime(),
      }));
    },
    async markUnavailable(clusterId, offerings, until) {
      if (offerings.length === 0) return;
      await db.$executeRaw`
        INSERT INTO unavailable_offerings
          (cluster_id, instance_type, zone, capacity_type, code, until)
        SELECT DISTINCT ON (2, 3, 4)
          ${clusterId}::text, "instanceType", zone, "capacityType", code, ${toDate(until)}::timestamptz
        FROM jsonb_to_recordset(${JSON.stringify(offerings)}::jsonb) AS x(
          "instanceType" text, zone text, "capacityType" text, code text)
        ON CONFLICT (cluster_id, instance_type, zone, capacity_type)
          DO UPDATE SET code = excluded.code, until = excluded.until`;
    },
  };
}

const keyOf = ({ accountId, region }: CatalogScope): string => `${accountId}/${region}`;
const where = ({ accountId, region }: CatalogScope) => ({
  accountId_region: { accountId, region },
});

async function readFacts(
  db: Db,
  cache: CatalogCache,
  scope: CatalogScope,
): Promise<CatalogFacts | null> {
  const head = await db.regionCatalog.findUnique({
    where: where(scope),
    select: { fetchedAt: true, onDemandFetchedAt: true },
  });
  const fetchedAt = head?.fetchedAt?.getTime() ?? null;
  if (fetchedAt === null) return null;
  const cached = cache.facts.get(keyOf(scope));
  const onDemandPricesAt = toNullableInstant(head?.onDemandFetchedAt ?? null);
  if (cached?.fetchedAt === fetchedAt && cached.onDemandPricesAt === onDemandPricesAt) {
    return cached;
  }
  const row = await db.regionCatalog.findUnique({
    where: where(scope),
    select: { instanceTypes: true },
  });
  const instanceTypes = readOrMissing(instanceTypesFormat, row?.instanceTypes);
  if (instanceTypes === null) return null;
  const facts = { region: scope.region, fetchedAt, onDemandPricesAt, instanceTypes };
  cache.facts.set(keyOf(scope), facts);
  return facts;
}

async function readSpotPrices(
  db: Db,
  cache: CatalogCache,
  scope: CatalogScope,
): Promise<readonly SpotPrice[]> {
  const head = await db.regionCatalog.findUnique({
    where: where(scope),
    select: { spotFetchedAt: true },
  });
  const fetchedAt = head?.spotFetchedAt?.getTime() ?? null;
  if (fetchedAt === null) return [];
  const cached = cache.spot.get(keyOf(scope));
  if (cached?.fetchedAt === fetchedAt) return cached.prices;
  const row = await db.regionCatalog.findUnique({
    where: where(scope),
    select: { spotPrices: true },
  });
  const prices = readOrMissing(spotPrices, row?.spotPrices) ?? [];
  cache.spot.set(keyOf(scope), { fetchedAt, prices });
  return prices;
}

/**
 * Facts that cannot be read are as if they had not been fetched yet: the region's next refresh writes
 * them anew, and CATALOG.UNAVAILABLE says so until then.
 */
function readOrMissing<T>(format: RecordFormat<T>, stored: unknown): T | null {
  try {
    return format.readNullable(stored);
  } catch (error) {
    if (error instanceof UnreadableRecord) return null;
    throw error;
  }
}

async function upsert(
  db: Db,
  scope: CatalogScope,
  data: Parameters<Db['regionCatalog']['update']>[0]['data'] & object,
): Promise<void> {
  const { accountId, region } = scope;
  const { count } = await db.regionCatalog.updateMany({ where: { accountId, region }, data });
  if (count > 0) return;
  await db.regionCatalog.createMany({ data: [{ accountId, region }], skipDuplicates: true });
  await db.regionCatalog.updateMany({ where: { accountId, region }, data });
}
