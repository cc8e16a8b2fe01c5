import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const region = 'us-east-1';
let database: Database;
let store: ReturnType<typeof createPrismaStore>;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
});
afterAll(() => database.close());

describe('the facts of a region', () => {
  it('are updated by one transaction at a time', async () => {
    const scope = { accountId: '111122223333', region };
    const changes = Array.from({ length: 6 }, () =>
      store.transaction(async (tx) => {
        const { fetchedAt = 0 } = (await tx.catalog.lockFacts(scope)) ?? {};
        await tx.catalog.saveFacts(scope, {
          region,
          fetchedAt: fetchedAt + 1,
          onDemandPricesAt: null,
          instanceTypes: [],
        });
      }),
    );
    await Promise.all(changes);
    expect(await store.catalog.facts(scope)).toMatchObject({ fetchedAt: changes.length });
  });

  it('are absent while they are unreadable, until they are fetched again', async () => {
    const scope = { accountId: '777788889999', region };
    const facts = { region, fetchedAt: 1_000, onDemandPricesAt: null, instanceTypes: [] };
    await store.catalog.saveFacts(scope, facts);
    await store.catalog.saveSpotPrices(scope, [], 1_000);
    await database.pool.query(
      `UPDATE region_catalogs SET instance_types = '[{}]', spot_prices = '{"v": 2, "value": []}'
       WHERE account_id = $1`,
      [scope.accountId],
    );
    expect(await store.catalog.facts(scope)).toBeNull();
    expect(await store.catalog.spotPrices(scope)).toEqual([]);
    expect(await store.catalog.spotPricesAt(scope)).toBeNull();
    await store.catalog.saveFacts(scope, { ...facts, fetchedAt: 2_000 });
    expect(await store.catalog.facts(scope)).toEqual({ ...facts, fetchedAt: 2_000 });
  });

  it('change when only on-demand prices are fetched', async () => {
    const scope = { accountId: '444455556666', region };
    const facts = { region, fetchedAt: 1_000, instanceTypes: [] };
    for (const onDemandPricesAt of [null, 2_000, 3_000]) {
      await store.catalog.saveFacts(scope, { ...facts, onDemandPricesAt });
      expect(await store.catalog.facts(scope)).toEqual({ ...facts, onDemandPricesAt });
    }
  });
});
