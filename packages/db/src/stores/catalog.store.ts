import type { CatalogFacts, CatalogRepository, CatalogScope } from '@kerf/application';
import { capacityTypes } from '@kerf/engine';
import type { Db } from '../client.js';
import { fromJson, oneOf, toDate, toInstant, toJson } from '../json.js';

const rowsPerStatement = 5_000;

export function createCatalogStore(db: Db): CatalogRepository {
  return {
    async facts(scope) {
      const row = await db.regionCatalog.findUnique({
        where: { accountId_region: { accountId: scope.accountId, region: scope.region } },
      });
      if (row === null) return null;
      return {
        region: row.region,
        fetchedAt: toInstant(row.fetchedAt),
        instanceTypes: fromJson<CatalogFacts['instanceTypes']>(row.instanceTypes),
      };
    },
    async saveFacts(scope, facts) {
      const data = {
        fetchedAt: toDate(facts.fetchedAt),
        instanceTypes: toJson(facts.instanceTypes),
      };
      const key = { accountId: scope.accountId, region: scope.region };
      await db.regionCatalog.upsert({
        where: { accountId_region: key },
        create: { ...key, ...data },
        update: data,
      });
    },
    async spotPrices(scope) {
      const rows = await db.spotPrice.findMany({
        where: { accountId: scope.accountId, region: scope.region },
      });
      return rows.map((row) => ({
        instanceType: row.instanceType,
        zone: row.zone,
        priceMicroUsdPerHour: Number(row.priceMicroUsdPerHour),
        at: toInstant(row.at),
      }));
    },
    saveSpotPrices: (scope, prices) => replaceSpotPrices(db, scope, prices),
    async unavailableOfferings(clusterId, now) {
      const rows = await db.unavailableOffering.findMany({
        where: { clusterId, until: { gt: toDate(now) } },
      });
      return rows.map((row) => ({
        instanceType: row.instanceType,
        zone: row.zone,
        capacityType: oneOf(capacityTypes, row.capacityType),
        code: row.code,
      }));
    },
    async markUnavailable(clusterId, offerings, until) {
      for (const { instanceType, zone, capacityType, code } of offerings) {
        const key = { clusterId, instanceType, zone, capacityType };
        await db.unavailableOffering.upsert({
          where: { clusterId_instanceType_zone_capacityType: key },
          create: { ...key, code, until: toDate(until) },
          update: { code, until: toDate(until) },
        });
      }
    },
  };
}

async function replaceSpotPrices(
  db: Db,
  scope: CatalogScope,
  prices: Parameters<CatalogRepository['saveSpotPrices']>[1],
): Promise<void> {
  const { accountId, region } = scope;
  await db.spotPrice.deleteMany({ where: { accountId, region } });
  for (let from = 0; from < prices.length; from += rowsPerStatement) {
    await db.spotPrice.createMany({
      data: prices.slice(from, from + rowsPerStatement).map((price) => ({
        accountId,
        region,
        instanceType: price.instanceType,
        zone: price.zone,
        priceMicroUsdPerHour: BigInt(price.priceMicroUsdPerHour),
        at: toDate(price.at),
      })),
    });
  }
}
