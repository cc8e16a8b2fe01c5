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
  it('are changed by one transaction after the other, the first of them too', async () => {
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

  it('are read anew when only their on-demand prices are', async () => {
    const scope = { accountId: '444455556666', region };
    const facts = { region, fetchedAt: 1_000, instanceTypes: [] };
    for (const onDemandPricesAt of [null, 2_000, 3_000]) {
      await store.catalog.saveFacts(scope, { ...facts, onDemandPricesAt });
      expect(await store.catalog.facts(scope)).toEqual({ ...facts, onDemandPricesAt });
    }
  });
});
