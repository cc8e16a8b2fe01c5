import type { Cluster, NodeRow } from '@kerf/application';
import { defaultClusterSettings } from '@kerf/application';
import { aCluster } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Database } from './client.js';
import { openFreshDatabase } from './fresh-database.js';
import { migrate } from './migrations/migrate.js';
import { createPrismaStore } from './prisma-store.js';
import { createReadQueries } from './queries/read-queries.js';
import { drainOutbox } from './stores/outbox.store.js';

const migrations = new URL('../../../prisma/migrations', import.meta.url).pathname;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let number = 0;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
});
afterAll(() => database.close());

let cluster: Cluster;
beforeEach(async () => {
  number += 1;
  cluster = aCluster({ id: `clu_${number}`, name: `c${number}` });
  await store.clusters.insert(cluster);
});

const node = (name: string): NodeRow => ({
  clusterId: cluster.id,
  name,
  providerId: null,
  nodePool: null,
  nodeClaimId: null,
  instanceType: 'm5.large',
  zone: 'us-east-1a',
  capacityType: 'on-demand',
  arch: 'amd64',
  priceMicroUsdPerHour: 96_000,
  onDemandMicroUsdPerHour: 96_000,
  labels: { a: 'b' },
  taints: [],
  capacity: { cpu: 2000, memory: 8_589_934_592 },
  allocatable: { cpu: 1930, memory: 7_000_000_000 },
  requested: { cpu: 500 },
  podCount: 3,
  state: 'Ready',
  blockers: [{ code: 'NOT_MANAGED' }],
  blockersEvaluatedAt: 500,
  createdAt: 1_000,
  asOf: 2_000,
});

describe('a transaction under a lease', () => {
  it('does not delay the renewal of the lease, but the worker that takes over', async () => {
    const lease = (await store.leases.acquire(cluster.id, 'w1', 1_000, 10_000))!;
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const order: string[] = [];
    const transaction = store.heldBy(lease).transaction(async () => {
      begun.resolve();
      await end.promise;
      order.push('ended');
    });
    await begun.promise;
    expect([...(await store.leases.renew([lease], 5_000, 10_000))]).toEqual([cluster.id]);
    const takeover = store.leases.acquire(cluster.id, 'w2', 20_000, 10_000).then((taken) => {
      order.push('taken over');
      return taken;
    });
    await vi.waitFor(
      async () => {
        const waiting = await database.pool.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(waiting.rowCount).toBe(1);
      },
      { timeout: 30_000 },
    );
    end.resolve();
    await transaction;
    expect(await takeover).toMatchObject({ owner: 'w2', epoch: 2 });
    expect(order).toEqual(['ended', 'taken over']);
  });
});

describe('stored settings', () => {
  it('takes the default of a setting that older rows lack', async () => {
    await database.pool.query(
      `UPDATE clusters SET settings = settings - 'searchMs' || '{"batchIdleMs": 7}' WHERE id = $1`,
      [cluster.id],
    );
    const settings = { ...defaultClusterSettings, batchIdleMs: 7 };
    expect(await store.clusters.find(cluster.id)).toMatchObject({ settings });
    const queries = createReadQueries(database);
    expect(await queries.clusters.find(cluster.id)).toMatchObject({ settings });
  });
});

describe('the outbox', () => {
  const message = () => ({
    message: { type: 'node-claim.register' as const, clusterId: cluster.id, nodeClaimId: 'ncl_1' },
    deliverAt: 5_000,
  });

  it('removes delivered entries', async () => {
    await store.transaction((tx) => tx.outbox.add([message(), message()]));
    const seen: unknown[] = [];
    const deliver = (entries: readonly unknown[]) => {
      seen.push(...entries);
      return Promise.resolve();
    };
    expect(await drainOutbox(database.pool, 10, deliver)).toBe(2);
    expect(seen).toMatchObject([message(), message()]);
    expect(await drainOutbox(database.pool, 10, deliver)).toBe(0);
  });

  it('keeps entries that cannot be delivered', async () => {
    await store.outbox.add([message()]);
    await expect(
      drainOutbox(database.pool, 10, () => Promise.reject(new RangeError('queue is down'))),
    ).rejects.toThrow('queue is down');
    expect(await drainOutbox(database.pool, 10, () => Promise.resolve())).toBe(1);
  });
});

describe('the read model', () => {
  it('inserts and deletes rows', async () => {
    await store.readModel.applyNodes(cluster.id, [node('n1'), node('n2')], []);
    await store.readModel.applyNodes(cluster.id, [{ ...node('n1'), podCount: 9 }], ['n2']);
    const rows = await database.prisma.nodeRow.findMany({ where: { clusterId: cluster.id } });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      name: 'n1',
      podCount: 9,
      priceMicroUsdPerHour: 96_000n,
      memoryAllocatable: 7_000_000_000n,
      cpuRequestedMilli: 500n,
      blockers: { v: 1, value: [{ code: 'NOT_MANAGED' }] },
      blockersEvaluatedAt: new Date(500),
      asOf: new Date(2_000),
    });
  });

  it('deletes rows that a new list omits', async () => {
    await store.readModel.applyNodes(cluster.id, [node('n1'), node('n2')], []);
    await store.readModel.retainOnly(cluster.id, { nodeNames: ['n2'], podUids: [] });
    const rows = await database.prisma.nodeRow.findMany({ where: { clusterId: cluster.id } });
    expect(rows.map(({ name }) => name)).toEqual(['n2']);
  });
});

describe('the audit log', () => {
  it('cannot be updated or deleted', async () => {
    await store.audit.add({
      id: 'aud_' + number,
      at: 1_000,
      actor: { kind: 'User', id: 'usr_1', name: 'ada' },
      action: 'cluster.update',
      object: { kind: 'Cluster', id: cluster.id, name: cluster.name },
      clusterId: cluster.id,
      outcome: 'Done',
      comment: null,
      before: { mode: 'approve' },
      after: { mode: 'auto' },
      requestId: null,
    });
    await expect(database.prisma.auditEntry.deleteMany({})).rejects.toThrow(/append-only/);
    for (const table of ['audit_entries', 'audit_checkpoints', 'audit_chain']) {
      await expect(database.pool.query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/append-only/);
    }
    await expect(database.pool.query('DELETE FROM audit_chain')).rejects.toThrow(/append-only/);
    await expect(
      database.prisma.auditEntry.updateMany({ data: { actorName: 'eve' } }),
    ).rejects.toThrow(/append-only/);
    const rows = await database.prisma.auditEntry.findMany({ where: { id: 'aud_' + number } });
    expect(rows[0]).toMatchObject({
      clusterName: cluster.name,
      after: { v: 1, value: { mode: 'auto' } },
    });
  });
});

describe('migrations', () => {
  it('are applied once', async () => {
    expect(await migrate(database.pool, migrations)).toEqual([]);
  });
});
