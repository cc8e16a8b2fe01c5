import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aCluster, aNodeClaimRecord } from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { openChangeFeed } from '../change-feed.js';
import { openFreshDatabase } from '../fresh-database.js';
import { parseRows } from '../json/rows.js';
import { text } from '../json/values.js';
import { migrate } from '../migrations/migrate.js';
import { createPrismaStore } from '../prisma-store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const accountId = '123456789012';

/**
 * Tables whose changes do not count, by reason. A table that is in neither list fails the first spec: whoever
 * adds one decides.
 */
const unrevised: Readonly<Record<string, readonly string[]>> = {
  'written by the holder of the cluster, for readers': [
    'budget_statuses',
    'cost_gaps',
    'cost_reports',
    'cost_samples',
    'figure_samples',
    'findings',
    'node_cost_spans',
    'node_overlay_rows',
    'node_rows',
    'operation_failures',
    'pod_rows',
    'pod_verdicts',
  ],
  'written by any worker, for readers': ['incidents'],
  'accounts of work that has jobs of its own': [
    'cost_accounts',
    'disruption_simulations',
    'outbox',
    'scheduling_batch_pods',
    'scheduling_batches',
  ],
  'written in the transaction of a change that counts': [
    'audit_chain',
    'audit_checkpoints',
    'audit_entries',
    'change_log',
    'cluster_revisions',
    'decision_events',
    'saving_proofs',
  ],
  'about repositories, and read when a change is proposed': ['git_repositories'],
  'about workers': ['audit_export', 'cluster_leases', 'live_workers'],
  'about people, and read when they act': [
    'api_tokens',
    'chat_codes',
    'chat_identities',
    'custom_roles',
    'device_authorizations',
    'external_identities',
    'idempotency_records',
    'known_devices',
    'notification_attempts',
    'notification_channels',
    'notification_deliveries',
    'notification_events',
    'notification_rules',
    'provider_sessions',
    'rate_limits',
    'role_bindings',
    'sessions',
    'sign_in_links',
    'team_members',
    'trust_rules',
    'used_logout_tokens',
    'users',
  ],
};

/** Parts of rows whose changes do not count. */
const uncounted = [
  ['clusters', `synced_at = synced_at + interval '1 second'`],
  ['region_catalogs', `spot_fetched_at = spot_fetched_at + interval '1 second'`],
  ['node_classes', `resolution = resolution || '{"resolvedAt": 5}'`],
  ['capacity_buffers', `outcome = outcome || '{"at": 5}'`],
  ['node_claims', `last_pod_event_at = last_pod_event_at + interval '1 second'`],
] as const;

type FreshDatabase = Awaited<ReturnType<typeof openFreshDatabase>>;
let database: FreshDatabase;
let store: ReturnType<typeof createPrismaStore>;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
});
afterAll(() => database.close());

const columnRow = z.object({ table: text, name: text, type: text });
type Column = z.infer<typeof columnRow>;

/** Returns the columns of all tables. */
async function readColumns(): Promise<readonly Column[]> {
  const { rows } = await database.pool.query<Record<string, unknown>>(`
    SELECT table_name AS "table", column_name AS name, data_type AS type
    FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, ordinal_position`);
  return parseRows(columnRow, rows).filter(({ table }) => table !== '_prisma_migrations');
}

const nameRow = z.object({ name: text });
async function readRevised(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'revision_bumped'`,
  );
  return parseRows(nameRow, rows).map(({ name }) => name);
}

/** Returns a value of a column's type as SQL; another one for another number. */
function valueOf({ type }: Pick<Column, 'type'>, number: number): string {
  if (type === 'boolean') return String(number % 2 === 0);
  if (type === 'jsonb') return `'{"number": ${number}}'`;
  if (type === 'ARRAY') return `ARRAY['${number}']`;
  if (type.startsWith('timestamp')) return `to_timestamp(${number})`;
  return `'${number}'`;
}

const id = 'clu_1';
/** Columns that refer to rows, or by which a row belongs to the cluster. */
const references: Readonly<Record<string, string>> = {
  cluster_id: `'${id}'`,
  decision_id: `(SELECT id FROM decisions LIMIT 1)`,
  team_id: `(SELECT id FROM teams LIMIT 1)`,
  account_id: `'${accountId}'`,
  'clusters.id': `'${id}'`,
  'clusters.facts': `'{"accountId": "${accountId}"}'`,
  'clusters.region': `'us-east-1'`,
  'region_catalogs.region': `'us-east-1'`,
};
const referenceOf = ({ table, name }: Column): string | undefined =>
  references[`${table}.${name}`] ?? references[name];

const read = (clusterId = id) => store.clusters.revision(clusterId);
const run = (sql: string) => database.pool.query(sql);

/** Runs a statement and returns how much the revision has grown. */
async function growthBy(sql: string): Promise<number> {
  const before = await read();
  await run(sql);
  return (await read()) - before;
}

describe('the revision of a cluster', () => {
  let columns: readonly Column[];
  let revised: readonly string[];
  beforeAll(async () => {
    columns = await readColumns();
    revised = await readRevised();
    // Others refer to these.
    const first = ['clusters', 'teams', 'decisions'];
    for (const table of new Set([...first, ...revised])) {
      const all = columns.filter((column) => column.table === table);
      const names = all.map(({ name }) => `"${name}"`).join();
      const values = all.map((column) => referenceOf(column) ?? valueOf(column, 1)).join();
      await run(`INSERT INTO ${table} (${names}) VALUES (${values})`);
    }
  });

  it('counts the changes of each table but those that are left out for a reason', () => {
    const left = Object.values(unrevised).flat();
    const tables = new Set(columns.map(({ table }) => table));
    expect([...revised, ...left].toSorted()).toEqual([...tables].toSorted());
  });

  it('grows with the change of any column of a row, once', async () => {
    const own = columns.filter((column) => revised.includes(column.table));
    const changed = own.filter((column) => referenceOf(column) === undefined);
    expect(changed.length).toBeGreaterThan(100);
    const parts = uncounted.map(([table, change]) => `${table} ${change.split(' ')[0]}`);
    for (const { table, name, type } of changed) {
      if (parts.includes(`${table} ${name}`) && type !== 'jsonb') continue;
      const growth = await growthBy(`UPDATE ${table} SET "${name}" = ${valueOf({ type }, 2)}`);
      expect([table, name, growth]).toEqual([table, name, 1]);
    }
  });

  it('stays when a write leaves the row as it is', async () => {
    for (const table of revised) {
      const first = columns.find((column) => column.table === table);
      const growth = await growthBy(`UPDATE ${table} SET "${first?.name}" = "${first?.name}"`);
      expect([table, growth]).toEqual([table, 0]);
    }
  });

  it.each(uncounted)(
    'stays when a part of %s changes that nobody decides by',
    async (table, change) => {
      expect(await growthBy(`UPDATE ${table} SET ${change}`)).toBe(0);
    },
  );

  it('grows with the time of a resolution from which launches into reservations are subtracted', async () => {
    await run(`UPDATE node_classes SET resolution = '{"capacityReservations": [{}]}'`);
    const later = `UPDATE node_classes SET resolution = resolution || '{"resolvedAt": 9}'`;
    expect(await growthBy(later)).toBe(1);
  });

  it('grows with rows that come and go', async () => {
    for (const table of [
      'capacity_buffers',
      'unavailable_offerings',
      'pauses',
      'team_ownerships',
    ]) {
      expect([table, await growthBy(`DELETE FROM ${table}`)]).toEqual([table, 1]);
    }
  });
});

describe('the revisions of clusters', () => {
  let last = 1;
  let a: string;
  let b: string;
  const register = async (): Promise<string> => {
    last += 1;
    const clusterId = `clu_${last}`;
    await store.clusters.insert(aCluster({ id: clusterId, name: clusterId }));
    return clusterId;
  };
  beforeEach(async () => {
    [a, b] = [await register(), await register()];
  });
  const aClaim = (clusterId: string, name: string) =>
    aNodeClaimRecord({ id: `ncl_${clusterId}_${name}`, name, clusterId, state: 'Initialized' });

  it('grow apart', async () => {
    const before = await read(b);
    expect(await read(a)).toBeGreaterThan(0);
    await store.nodeClaims.insert([aClaim(a, 'x')]);
    expect(await read(b)).toBe(before);
  });

  it('all grow with what belongs to no cluster', async () => {
    const before = [await read(a), await read(b)];
    await run(
      `INSERT INTO teams (id, name, created_at, version) VALUES ('${a}', '${a}', now(), 1)`,
    );
    expect([await read(a), await read(b)]).toEqual(before.map((revision) => revision + 1));
  });

  it('grow once in a transaction, and not before its end', async () => {
    const before = await read(a);
    await store.transaction(async (tx) => {
      await tx.nodeClaims.insert([aClaim(a, 'x'), aClaim(a, 'y')]);
      await tx.nodeClaims.insert([aClaim(a, 'z')]);
      expect(await read(a)).toBe(before);
    });
    expect(await read(a)).toBe(before + 1);
  });

  it('stay when a transaction fails', async () => {
    const before = await read(a);
    const failure = new RangeError('not today');
    const work = store.transaction(async (tx) => {
      await tx.nodeClaims.insert([aClaim(a, 'x')]);
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await read(a)).toBe(before);
  });

  it('count each of two transactions that change the same clusters in opposite orders', async () => {
    const before = [await read(a), await read(b)];
    const [seen, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write = (order: readonly string[], name: string, isFirst: boolean) =>
      store.transaction(async (tx) => {
        for (const clusterId of order) await tx.nodeClaims.insert([aClaim(clusterId, name)]);
        (isFirst ? seen : ready).resolve();
        await (isFirst ? ready : seen).promise;
      });
    await Promise.all([write([a, b], 'x', true), write([b, a], 'y', false)]);
    expect([await read(a), await read(b)]).toEqual(before.map((revision) => revision + 2));
  });

  it('are removed with their clusters', async () => {
    await store.nodeClaims.insert([aClaim(a, 'x')]);
    await store.clusters.remove(a);
    expect(await read(a)).toBe(0);
    const { rows } = await run(`SELECT 1 FROM cluster_revisions WHERE cluster_id = '${a}'`);
    expect(rows).toEqual([]);
  });

  it('are told to the workers when they have grown', async () => {
    const feed = await openChangeFeed(database.url, 'spec');
    try {
      const told: string[] = [];
      feed.events.on('revision', (clusterId) => told.push(clusterId));
      await store.nodeClaims.insert([aClaim(a, 'x'), aClaim(a, 'y')]);
      await store.clusters.touchSynced(a, 5);
      await store.nodeClaims.insert([aClaim(b, 'x')]);
      await expect.poll(() => told).toEqual([a, b]);
    } finally {
      await feed.close();
    }
  });
});

it('gives the clusters of a database of an earlier version a revision', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerf-migrations-'));
  try {
    const all = readdirSync(migrations).toSorted();
    const earlier = all.slice(
      0,
      all.findIndex((name) => name.endsWith('_cluster-revisions')),
    );
    for (const name of earlier)
      cpSync(join(migrations, name), join(folder, name), { recursive: true });
    const old = await openFreshDatabase(inject('databaseUrl'), folder);
    try {
      await createPrismaStore(old).clusters.insert(aCluster({ id: 'clu_old', name: 'old' }));
      await migrate(old.pool, migrations);
      const upgraded = createPrismaStore(old);
      expect(await upgraded.clusters.revision('clu_old')).toBe(1);
      await upgraded.nodeClaims.insert([aNodeClaimRecord({ id: 'ncl_1', clusterId: 'clu_old' })]);
      expect(await upgraded.clusters.revision('clu_old')).toBe(2);
    } finally {
      await old.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
