import { shownLists } from '@kerf/application';
import { openChangeFeed } from '@kerf/db';
import { aPause, aSpendLimit, Dice } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ClusterSimulation } from '../testing/cluster-simulation.js';
import { recordsInPostgres } from '../testing/simulation-records.js';
import { openTestDatabase } from '../testing/test-database.js';
import { createHandlers } from './job-handlers.js';
import { type JobAfterChanges, JobsAfterChanges } from './jobs-after-changes.js';

/** Each has its own: the lease, the revision, the log of changes, and findings that are recorded once. */
const bookkeeping = ['change_log', 'cluster_leases', 'cluster_revisions', 'findings'];
/** Spending: a job that reads it is due again at a time while there are limits or alerts, and each minute. */
const spending = ['cost_samples', 'node_rows'];

/**
 * The tables that jobs after changes read and whose changes do not request them. All others count for the
 * revision of their clusters, so a change of any of their rows has every job run again.
 */
const uncounted: Readonly<Record<JobAfterChanges, readonly string[]>> = {
  'brake.check': spending,
  'cost.report': spending,
  'definition.publish-status': [],
  'disruption.plan': spending,
};

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  const { store } = recordsInPostgres(database);
  const scope = { kind: 'Organization' } as const;
  await store.pauses.insert(aPause({ id: 'pau_1', scope, stops: 'Consolidation' }));
  await store.spendLimits.insert(
    aSpendLimit({ id: 'spl_1', scope, monthlyMicroUsd: 10 ** 12, blocksLaunches: true }),
  );
  const thresholds = { nodes: 100, spendMicroUsdPerHour: 10 ** 9, changesPerMinute: 100 };
  await store.alertThresholds.save({ scope, thresholds, activeAlerts: [], version: 0 });
});
afterAll(() => database.close());

async function namesOf(sql: string): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ readonly name: string }>(sql);
  return rows.map(({ name }) => name);
}

/** Returns the texts of all statements of the work, whoever sends them. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const client = await database.pool.connect();
  const prototype: { query(...args: readonly unknown[]): unknown } = Object.getPrototypeOf(client);
  client.release();
  const spy = vi.spyOn(prototype, 'query');
  try {
    await work();
    return spy.mock.calls.map(([query]) => JSON.stringify(query));
  } finally {
    spy.mockRestore();
  }
}

const readIn = (statement: string): readonly string[] =>
  Array.from(
    statement.matchAll(/\b(?:(?<!DELETE )FROM|JOIN)\s+(?:\\?"public\\?"\.)?\\?"?([a-z_]+)/gi),
    ([, table = '']) => table,
  );

/** Returns ports whose view tells which of its fields are read. */
function recordingView({ cluster, ports }: ClusterSimulation) {
  const fields = new Set<string>();
  const view = () =>
    new Proxy(cluster.view(), {
      get: (content, field, receiver): unknown => {
        fields.add(String(field));
        return Reflect.get(content, field, receiver);
      },
    });
  const clockAheadMs = () => cluster.clockAheadMs();
  return { ports: { ...ports, cache: { view, clockAheadMs } }, fields };
}

/** Opens a cluster whose pods run, with a worker that has just started. */
async function openRunning(): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'approve' });
  simulation.cluster.addPendingPods(3, { cpu: 500, memory: 1024 ** 3 });
  await simulation.until(() => Promise.resolve(simulation.cluster.pending.size === 0));
  simulation.ports.memory.forget(simulation.clusterId);
  return simulation;
}

const jobs = [
  'definition.publish-status',
  'brake.check',
  'disruption.plan',
  'cost.report',
] as const;
const allTables = `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
const countedTables = `
  SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'revision_bumped'`;

describe('a job after changes', () => {
  it.each(jobs)('%s reads no table whose changes do not count for its cluster', async (job) => {
    const { ports, clusterId } = await openRunning();
    const handlers = createHandlers(ports);
    const statements = await statementsOf(() => handlers[job]({ clusterId }));
    const tables = new Set(await namesOf(allTables));
    const counted = new Set([...(await namesOf(countedTables)), ...bookkeeping]);
    const read = new Set(statements.flatMap(readIn).filter((table) => tables.has(table)));
    expect(read).toContain('clusters');
    const left = [...read].filter((table) => !counted.has(table));
    expect(left.toSorted()).toEqual(uncounted[job]);
  });

  it('reads only lists of the cluster cache whose changes request it', async () => {
    const simulation = await openRunning();
    const { ports, fields } = recordingView(simulation);
    const { clusterId } = simulation;
    const handlers = createHandlers(ports);
    await handlers['brake.check']({ clusterId });
    expect([...fields]).toEqual([]);
    await handlers['definition.publish-status']({ clusterId });
    expect(fields).toEqual(new Set(shownLists));
  });

  it('is requested after a change of any row that counts', async () => {
    const { clusterId, cluster } = await openRunning();
    const changes = await changesOf(await namesOf(countedTables));
    const dice = new Dice(7);
    const requests = new JobsAfterChanges({ disruptionPollMs: 10_000 });
    const feed = await openChangeFeed(database.url, 'spec');
    try {
      let told = 0;
      feed.events.on('revision', (id) => {
        if (id !== clusterId) return;
        told += 1;
        requests.markRecordsChanged();
      });
      let now = 0;
      const requested = (): readonly string[] => {
        now += 60_000;
        return requests.takeDue(cluster.view(), now).map(({ name }) => name);
      };
      expect(requested()).toEqual(jobs);
      for (let count = 1; count <= 40; count += 1) {
        expect(requested()).toEqual([]);
        const change = dice.pick(changes);
        await database.pool.query(change);
        await expect.poll(() => told, { message: change }).toBe(count);
        expect([change, requested()]).toEqual([change, jobs]);
      }
    } finally {
      await feed.close();
    }
  });
});

/** Returns statements of which each changes one column of all rows of a table. */
async function changesOf(tables: readonly string[]): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    const rows = await namesOf(`SELECT 'row' AS name FROM ${table} LIMIT 1`);
    if (rows.length > 0) filled.push(`'${table}'`);
  }
  const change = (value: string): string =>
    `'UPDATE ' || table_name || ' SET ' || column_name || ' = ' || ${value} AS name
    FROM information_schema.columns WHERE table_name IN (${filled.join()})`;
  return namesOf(`
    SELECT ${change(`'coalesce(' || column_name || ', now()) + interval ''1 second'''`)}
      AND data_type LIKE 'timestamp%' AND column_name NOT IN ('last_pod_event_at', 'synced_at', 'spot_fetched_at')
    UNION ALL
    SELECT ${change(`'jsonb_build_object(''n'', random())'`)} AND data_type = 'jsonb'
    ORDER BY 1`);
}
