import type { ChangeNotice } from '@kerf/application';
import { aCluster } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ChangeFeed, openChangeFeed } from '../change-feed.js';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
let database: Database;
let feed: ChangeFeed;
beforeAll(async () => {
  const fresh = await openFreshDatabase(inject('databaseUrl'), migrations);
  database = fresh;
  feed = await openChangeFeed(fresh.url, 'spec');
});
afterAll(async () => {
  await feed.close();
  await database.close();
});

describe('saving the sync time of a cluster', () => {
  it("keeps the cluster's version, and sends only a sync notice", async () => {
    const store = createPrismaStore(database);
    await store.clusters.insert(aCluster({ id: 'clu_1', name: 'prod' }));
    const notices: ChangeNotice[] = [];
    feed.events.on('change', (notice) => notices.push(notice));
    await store.clusters.touchSynced('clu_1', 5_000);
    await store.clusters.touchSynced('clu_gone', 5_000);
    await store.changes.publish({ topic: 'audit', clusterId: null, id: null, version: 1 });
    await expect.poll(() => notices.at(-1)?.topic).toBe('audit');
    expect(notices).toMatchObject([
      { topic: 'sync', clusterId: 'clu_1', id: 'clu_1', version: 5_000 },
      { topic: 'audit', clusterId: null, id: null, version: 1 },
    ]);
    expect(await store.clusters.find('clu_1')).toMatchObject({
      version: 1,
      connection: { syncedAt: 5_000 },
    });
  });
});
