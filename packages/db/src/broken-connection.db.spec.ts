import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { openDatabase } from './client.js';
import { openFreshDatabase } from './fresh-database.js';
import { createPrismaStore } from './prisma-store.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;

it('a connection that Postgres ends during a transaction fails only that transaction', async () => {
  const database = await openFreshDatabase(inject('databaseUrl'), migrations);
  const store = createPrismaStore(database);
  const cut = store.transaction(async (tx) => {
    await tx.clusters.list();
    await database.pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`);
    // No query runs when the connection ends.
    await sleep(100);
    return tx.clusters.list();
  });
  await expect(cut).rejects.toMatchObject({ code: 'DB.UNAVAILABLE' });
  expect(await store.clusters.list()).toEqual([]);
  await database.close();
});

it('no connection in time is DB.UNAVAILABLE in a transaction, outside of one and in a store of its own', async () => {
  const fresh = await openFreshDatabase(inject('databaseUrl'), migrations);
  const database = openDatabase({
    url: fresh.url,
    maxConnections: 1,
    applicationName: 'spec',
    connectionTimeoutMs: 1_000,
  });
  const store = createPrismaStore(database);
  const only = await database.pool.connect();
  const unavailable = { code: 'DB.UNAVAILABLE', retry: { kind: 'backoff' } };
  await expect(store.transaction((tx) => tx.clusters.list())).rejects.toMatchObject(unavailable);
  await expect(store.clusters.list()).rejects.toMatchObject(unavailable);
  await expect(store.leases.join('w1', 1_000, 10_000)).rejects.toMatchObject(unavailable);
  only.release();
  expect(await store.clusters.list()).toEqual([]);
  await database.close();
  await fresh.close();
});
