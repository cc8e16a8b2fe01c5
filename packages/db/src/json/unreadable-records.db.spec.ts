import { type AuditEntry, defaultBrakeSettings } from '@kerf/application';
import {
  aDecision,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aPause,
  aRevisionOf,
  aSpendLimit,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { AuditQueries } from '../queries/audit-entries.js';
import type { PageRequest } from '../queries/keyset.js';
import { createReadQueries, type ReadQueries } from '../queries/read-queries.js';
import { drainOutbox, type PendingOutboxEntry } from '../stores/outbox.store.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const all: PageRequest = { size: 50, edge: 'first', cursor: null };
const { cluster: clusterId, clusterName } = storedFleet;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let queries: ReadQueries;
let audit: AuditQueries;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  queries = createReadQueries(database);
  audit = new AuditQueries(database.pool);
  await storeFleet(store);
  // Append-only, except in this spec.
  await database.pool.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
  await database.pool.query('ALTER TABLE decision_events DISABLE TRIGGER USER');
});
afterAll(() => database.close());

interface JsonColumn {
  readonly table: string;
  readonly column: string;
}

async function jsonColumns(): Promise<readonly JsonColumn[]> {
  const { rows } = await database.pool.query<Record<string, string>>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'jsonb' ORDER BY 1, 2`,
  );
  return rows.map((row) => ({ table: row['table_name'] ?? '', column: row['column_name'] ?? '' }));
}

/** All reads of JSON columns by lists and stores. */
async function readEverything(): Promise<unknown> {
  const { clusters, nodes, pods, nodeClaims, definitions, decisions } = queries;
  const claims = await nodeClaims.page(clusterId, {}, all);
  const { items } = await decisions.page({}, all);
  const decisionIds = items.map(({ value }) => value.id);
  const { items: pools } = await definitions.nodePools({ clusterId: null }, all);
  return {
    clusters: await clusters.page({}, { field: 'NAME', direction: 'ASC' }, all),
    storedClusters: await store.clusters.list(),
    overlays: await clusters.nodeOverlays([clusterId]),
    buffers: await clusters.capacityBuffers([clusterId]),
    nodes: await nodes.page(clusterId, {}, { field: 'NAME', direction: 'ASC' }, all),
    details: await nodes.details([{ clusterId, name: storedFleet.node }]),
    pods: await pods.onNodes([{ clusterId, name: storedFleet.node }]),
    pending: await pods.pendingPage({ clusterId }, all),
    claims,
    storedClaims: await store.nodeClaims.findAll(claims.items.map(({ value }) => value.id)),
    pools,
    classes: await definitions.nodeClasses({ clusterId: null }, all),
    revisions: await definitions.revisions(
      pools.map(({ value }) => value.id),
      5,
    ),
    budgets: await definitions.budgetStatuses(null),
    decisions: items,
    bodies: await decisions.bodies(decisionIds),
    events: await decisions.events(decisionIds),
    audit: await audit.page({}, all),
    allocatable: await queries.nodeMetrics.allocatable([clusterId]),
  };
}

const findings = async (): Promise<readonly string[]> =>
  (await queries.clusters.findings([clusterId, storedFleet.otherCluster])).flatMap(
    ({ code, object, message }) => (code === 'RECORD_UNREADABLE' ? [`${object}: ${message}`] : []),
  );

const change = (statement: string, ...values: readonly string[]) =>
  database.pool.query(statement, [...values]);

describe('rows from before values had versions', () => {
  it('are readable in every table', async () => {
    const before = await readEverything();
    const columns = await jsonColumns();
    for (const { table, column } of columns) {
      await change(`
        UPDATE ${table} SET ${column} = CASE
          WHEN ${column} ? 'v' AND ${column} ? 'value' THEN ${column}->'value'
          WHEN jsonb_typeof(${column}) = 'object' THEN ${column} - 'v' ELSE ${column} END`);
      const { rows } = await database.pool.query(`SELECT 1 FROM ${table} WHERE ${column} ? 'v'`);
      expect(rows).toEqual([]);
    }
    expect(await readEverything()).toEqual(before);
    expect(await findings()).toEqual([]);
  });
});

describe('an unreadable row', () => {
  it('is omitted from its list, and becomes a finding', async () => {
    await store.nodeClaims.insert([aNodeClaimRecord({ clusterId, id: 'ncl_torn', name: 'torn' })]);
    const before = await store.nodeClaims.inStates(clusterId, ['Launched']);
    const page = await queries.nodeClaims.page(clusterId, {}, all);
    await change(`UPDATE node_claims SET instance = '{"v": 1}' WHERE id = 'ncl_torn'`);
    const others = before.filter(({ id }) => id !== 'ncl_torn');
    expect(await store.nodeClaims.inStates(clusterId, ['Launched'])).toEqual(others);
    expect(await queries.nodeClaims.page(clusterId, {}, all)).toEqual({
      ...page,
      items: page.items.filter(({ value }) => value.id !== 'ncl_torn'),
    });
    await expect
      .poll(findings)
      .toContainEqual(
        expect.stringMatching(
          /^NodeClaim\/torn: node_claims\.instance cannot be read: instanceId: /,
        ),
      );
  });

  it.each(['first', 'last'] as const)('alone on a page is passed over (%s)', async (edge) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let turn = 0; turn < 10; turn += 1) {
      const page = await queries.nodeClaims.page(clusterId, {}, { size: 1, edge, cursor });
      seen.push(...page.items.map(({ value }) => value.id));
      cursor = page.items[0]?.cursor ?? null;
      if (cursor === null || !(edge === 'first' ? page.hasNextPage : page.hasPreviousPage)) break;
    }
    const { items } = await queries.nodeClaims.page(clusterId, {}, all);
    const ids = items.map(({ value }) => value.id);
    expect(ids).not.toContain('ncl_torn');
    expect(seen).toEqual(edge === 'first' ? ids : ids.toReversed());
  });

  it('is a failure when it is read alone', async () => {
    const unreadable = { code: 'DB.UNREADABLE', meta: { clusterId, object: 'NodeClaim/torn' } };
    await expect(store.nodeClaims.find('ncl_torn')).rejects.toMatchObject(unreadable);
    await expect(
      store.transaction((tx) => tx.nodeClaims.findByName(clusterId, 'torn')),
    ).rejects.toMatchObject(unreadable);
  });

  it('is reported by queries that read it without its JSON', async () => {
    const providerId = 'aws:///us-east-1a/i-ncl_torn';
    const ids = await store.nodeClaims.idsByProviderId(clusterId, [providerId]);
    expect([...ids.values()]).toEqual(['ncl_torn']);
    expect(await store.nodeClaims.progressOf(['ncl_torn'])).toMatchObject([{ state: 'Launched' }]);
  });

  it('of a newer version is omitted as well', async () => {
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_newer' }), []);
    await change(`UPDATE decisions SET body = body || '{"v": 2}' WHERE id = 'dec_newer'`);
    expect((await store.decisions.open(clusterId)).map(({ id }) => id)).not.toContain('dec_newer');
    expect(await queries.decisions.bodies(['dec_newer'])).toEqual([]);
    expect(await queries.decisions.find('dec_newer')).toMatchObject({ id: 'dec_newer' });
    await expect
      .poll(findings)
      .toContainEqual(expect.stringContaining('written by a newer version of Kerf'));
  });

  it('with an unknown enum value is omitted from its page', async () => {
    await change(`UPDATE node_rows SET state = 'Asleep' WHERE name = 'ip-10-0-0-2'`);
    const order = { field: 'NAME', direction: 'ASC' } as const;
    const { items } = await queries.nodes.page(clusterId, {}, order, all);
    expect(items.map(({ value }) => value.name)).toEqual([storedFleet.node]);
    await expect
      .poll(findings)
      .toContainEqual(expect.stringMatching(/^Node\/ip-10-0-0-2: .*Asleep is not one of NotReady/));
  });

  it.each([
    ['clusters', 'settings', `name = 'lab'`],
    ['definition_revisions', 'findings', 'true'],
    ['pod_rows', 'requests', `uid = 'waits-2'`],
    ['pod_verdicts', 'verdict', `pod_uid = 'waits-1'`],
    ['budget_statuses', 'status', 'true'],
    ['decision_events', 'data', 'true'],
    ['audit_entries', 'before', 'true'],
    ['node_pools', 'spec', `name = 'default'`],
    ['node_classes', 'spec', `name = 'default'`],
  ])('does not fail what reads %s.%s', async (table, column, where) => {
    await change(`UPDATE ${table} SET ${column} = '"text"' WHERE ${where}`);
    await readEverything();
    // Any JSON is a value of the audit log.
    if (table === 'audit_entries') return;
    await expect.poll(findings).toContainEqual(expect.stringContaining(`${table}.${column}`));
  });

  it('is a pause of everything that it may be about, if it is a pause', async () => {
    const scope = { kind: 'NodePool', clusterId, nodePool: 'default' } as const;
    await store.pauses.insert(aPause({ id: 'pau_newer', scope, stops: 'Consolidation' }));
    await store.pauses.insert(aPause({ id: 'pau_wide', scope: { kind: 'Organization' } }));
    await change(`UPDATE pauses SET stops = 'Evictions' WHERE id = 'pau_newer'`);
    await change(`UPDATE pauses SET scope_kind = 'Region' WHERE id = 'pau_wide'`);
    expect(await store.pauses.ofCluster(clusterId, null)).toMatchObject([
      { id: 'pau_newer', scope: { kind: 'Cluster', clusterId }, stops: 'DisruptionAndLaunches' },
      { id: 'pau_wide', scope: { kind: 'Organization' }, stops: 'DisruptionAndLaunches' },
    ]);
    await expect
      .poll(findings)
      .toContainEqual(expect.stringMatching(/^Pause\/pau_newer: .*Evictions/));
  });

  it('has default thresholds, if it has the thresholds of brakes', async () => {
    const settings = { ...defaultBrakeSettings, launchFailures: 99 };
    expect(await store.brakes.saveSettings(clusterId, settings, 0)).toMatchObject({ version: 1 });
    await change(`UPDATE brake_settings SET settings = '"text"' WHERE cluster_id = '${clusterId}'`);
    expect(await store.brakes.settings(clusterId)).toMatchObject({
      settings: defaultBrakeSettings,
      version: 1,
    });
    await expect.poll(findings).toContainEqual(expect.stringMatching(/^BrakeSettings: /));
  });

  it('limits the spending of all that it may be about, if it is a spend limit', async () => {
    const scope = { kind: 'NodePool', clusterId, nodePool: 'default' } as const;
    await store.spendLimits.insert(aSpendLimit({ id: 'spl_newer', scope, hourlyMicroUsd: 7 }));
    await change(`UPDATE spend_limits SET scope_kind = 'Zone' WHERE id = 'spl_newer'`);
    expect(await store.spendLimits.list()).toContainEqual(
      expect.objectContaining({
        id: 'spl_newer',
        scope: { kind: 'Cluster', clusterId },
        hourlyMicroUsd: 7,
      }),
    );
  });

  it('has no resolution if only the resolution is unreadable, so that it is resolved again', async () => {
    const nodeClass = aNodeClassDefinition({ clusterId, name: 'torn' });
    await store.definitions.insert(nodeClass, aRevisionOf(nodeClass));
    await change(`UPDATE node_classes SET resolution = '{"v": 1}' WHERE name = 'torn'`);
    const expected = { ...nodeClass, resolution: null };
    expect(await store.definitions.find(clusterId, 'EC2NodeClass', 'torn')).toEqual(expected);
    expect(await store.definitions.nodeClasses(clusterId)).toContainEqual(expected);
  });

  it('is reported once by many readers, and hidden after an hour without a read', async () => {
    const torn = () =>
      database.prisma.finding.findFirst({
        where: { code: 'RECORD_UNREADABLE', object: 'NodeClaim/torn' },
      });
    expect(await torn()).toMatchObject({ count: 1, clusterId });
    await change(`UPDATE findings SET last_seen_at = last_seen_at - interval '2 hours'`);
    expect(await findings()).toEqual([]);
  });
});

describe('the outbox', () => {
  it('delivers other entries, and drops an unreadable one', async () => {
    const message = { type: 'cluster.check-registration', clusterId } as const;
    await drainOutbox(database.pool, 50, () => Promise.resolve());
    await store.outbox.add([
      { message, deliverAt: 1 },
      { message, deliverAt: 2 },
    ]);
    await change(`
      UPDATE outbox SET message = message || '{"type": "cluster.unknown"}'
      WHERE id = (SELECT min(id) FROM outbox)`);
    const delivered: PendingOutboxEntry[] = [];
    const drain = () =>
      drainOutbox(database.pool, 50, (entries) => {
        delivered.push(...entries);
        return Promise.resolve();
      });
    expect(await drain()).toBe(2);
    expect(delivered).toMatchObject([{ message, deliverAt: 2 }]);
    expect(await drain()).toBe(0);
    await expect
      .poll(findings)
      .toContainEqual(expect.stringMatching(/^OutboxEntry\/\d+: outbox\.message cannot be read/));
  });
});

describe('the audit log', () => {
  it('omits an unreadable entry without a cluster', async () => {
    const entry: AuditEntry = {
      id: 'aud_0',
      at: 1_000,
      actor: { kind: 'User', id: 'usr_1', name: clusterName },
      action: 'user.create',
      object: { kind: 'User', id: 'usr_2', name: 'bob' },
      clusterId: null,
      outcome: 'Done',
      comment: null,
      before: null,
      after: null,
      requestId: null,
    };
    await store.audit.add(entry);
    expect(await audit.find('aud_0')).toMatchObject(entry);
    await change(`UPDATE audit_entries SET actor_kind = 'Robot' WHERE id = 'aud_0'`);
    const { items } = await audit.page({}, all);
    expect(items.map(({ value }) => value.id)).not.toContain('aud_0');
  });
});
