import { addToBatch, type OutboxEntry } from '@kerf/application';
import { createPrismaStore, type Database, drainOutbox } from '@kerf/db';
import { uuidIdSource } from '@kerf/system';
import { aCluster, ManualClock } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.js';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('an open batch', () => {
  it('is solved sooner when urgent pods join', async () => {
    const store = createPrismaStore(database);
    const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
    const ports = { clock, ids: uuidIdSource };
    const cluster = aCluster({ id: 'clu_urgent', name: 'urgent' });
    await store.clusters.insert(cluster);
    const add = (uid: string, withinMs?: number): Promise<void> =>
      store.transaction((tx) =>
        addToBatch(ports, tx, {
          clusterId: cluster.id,
          podUids: [uid],
          ...(withinMs === undefined ? {} : { withinMs }),
        }),
      );

    await add('patient');
    await add('patient-too');
    await add('urgent', 50);

    const sent: OutboxEntry[] = [];
    await drainOutbox(database.pool, 100, async (entries) => void sent.push(...entries));
    const now = clock.now();
    expect(sent.map(({ deliverAt }) => deliverAt - now)).toEqual([
      cluster.settings.batchIdleMs,
      50,
    ]);
    expect(await store.batches.findOpen(cluster.id)).toMatchObject({ dueAt: now + 50 });

    clock.advance(20);
    await add('patient-three');
    expect(await store.batches.findOpen(cluster.id)).toMatchObject({
      dueAt: now + 50,
      podCount: 4,
    });
  });
});
