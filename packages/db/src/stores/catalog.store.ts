import type { CatalogFacts, CatalogRepository, CatalogScope, SpotPrice } from '@kerf/application';
import type { Db } from '../client.js';
import type { RecordFormat } from '../json/format.js';
import { instanceTypes as instanceTypesFormat, spotPrices } from '../json/formats.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { toDate, toNullableDate, toNullableInstant } from '../json.js';
import { unavailableOfferings } from '../tables/unavailable-offerings.js';

/**
 * Caches the catalog facts of each region. They are about a megabyte of JSON that changes twice a
 * day and is requested every few seconds, so each process keeps them until the row's time changes.
 */
export class CatalogCache {
  readonly facts = new Map<string, CatalogFacts>();
  readonly spot = new Map<string, SpotPriceList>();
}

interface SpotPriceList {
  readonly fetchedAt: number;
  readonly prices: readonly SpotPrice[];
  readonly isReadable: boolean;
}

/** Where to read one region's facts, and how to report unreadable ones. */
interface Source {
  readonly db: Db;
  readonly cache: CatalogCache;
  readonly unreadable: UnreadableRecords;
  readonly scope: CatalogScope;
}

export function createCatalogStore(
  db: Db,
  cache: CatalogCache,
  unreadable: UnreadableRecords,
): CatalogRepository {
  const sourceOf = (scope: CatalogScope): Source => ({ db, cache, unreadable, scope });
  return {
    facts: (scope) => readFacts(sourceOf(scope)),
    async lockFacts(scope) {
      // Not a row lock: the first two writers have no row yet.
      await db.$executeRaw`
        SELECT pg_advisory_xact_lock(hashtextextended(${`region_catalogs/${keyOf(scope)}`}, 0))`;
      return readFacts(sourceOf(scope));
    },
    spotPrices: async (scope) => (await readSpotPrices(sourceOf(scope)))?.prices ?? [],
    async spotPricesAt(scope) {
      const list = await readSpotPrices(sourceOf(scope));
      return list?.isReadable === true ? list.fetchedAt : null;
    },
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
    unavailableOfferings: async (clusterId, now) =>
      unreadable.readable(
        await db.unavailableOffering.findMany({
          where: { clusterId, until: { gt: toDate(now) } },
          orderBy: [
            { instanceType: 'asc' },
            { zone: 'asc' },
            { capacityType: 'asc' },
            { placementGroupId: 'asc' },
          ],
        }),
        unavailableOfferings,
      ),
    async markUnavailable(clusterId, offerings, until) {
      if (offerings.length === 0) return;
      await db.$executeRaw`
        INSERT INTO unavailable_offerings
          (cluster_id, instance_type, zone, capacity_type, placement_group_id, code, until)
        SELECT DISTINCT ON (2, 3, 4, 5)
          ${clusterId}::text, "instanceType", zone, "capacityType", coalesce("placementGroupId", ''),
          code, ${toDate(until)}::timestamptz
        FROM jsonb_to_recordset(${JSON.stringify(offerings)}::jsonb) AS x(
          "instanceType" text, zone text, "capacityType" text, code text,
          "placementGroupId" text)
        ON CONFLICT (cluster_id, instance_type, zone, capacity_type, placement_group_id)
          DO UPDATE SET code = excluded.code, until = excluded.until`;
    },
  };
}

const keyOf = ({ accountId, region }: CatalogScope): string => `${accountId}/${region}`;
const where = ({ accountId, region }: CatalogScope) => ({
  accountId_region: { accountId, region },
});

async function readFacts(source: Source): Promise<CatalogFacts | null> {
  const { db, cache, scope } = source;
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
  const instanceTypes = readOrMissing(source, instanceTypesFormat, row?.instanceTypes);
  if (instanceTypes === null) return null;
  const facts = { region: scope.region, fetchedAt, onDemandPricesAt, instanceTypes };
  cache.facts.set(keyOf(scope), facts);
  return facts;
}

async function readSpotPrices(source: Source): Promise<SpotPriceList | null> {
  const { db, cache, scope } = source;
  const head = await db.regionCatalog.findUnique({
    where: where(scope),
    select: { spotFetchedAt: true },
  });
  const fetchedAt = head?.spotFetchedAt?.getTime() ?? null;
  if (fetchedAt === null) return null;
  const cached = cache.spot.get(keyOf(scope));
  if (cached?.fetchedAt === fetchedAt) return cached;
  const row = await db.regionCatalog.findUnique({
    where: where(scope),
    select: { spotPrices: true },
  });
  const prices = readOrMissing(source, spotPrices, row?.spotPrices);
  const list = { fetchedAt, prices: prices ?? [], isReadable: prices !== null };
  cache.spot.set(keyOf(scope), list);
  return list;
}

/**
 * Treats unreadable facts as not fetched yet: the region's next refresh writes them again, and
 * CATALOG.UNAVAILABLE reports it until then.
 */
function readOrMissing<T>(
  { unreadable, scope }: Pick<Source, 'unreadable' | 'scope'>,
  format: RecordFormat<T>,
  stored: unknown,
): T | null {
  const [value = null] = unreadable.readable([stored], {
    read: (json) => format.readNullable(json),
    identify: () => ({ clusterId: null, object: `RegionCatalog/${keyOf(scope)}` }),
  });
  return value;
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
