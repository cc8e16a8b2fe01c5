import type { Decision, Interruption, NodeClaim } from '@kerf/application';
import { aCluster, aDecision, aNodeClaimRecord, anInterruption, recordedAt } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { decisionOrderFields } from './decisions.js';
import { interruptionOrderFields } from './interruptions.js';
import type { ListOrder, Page, PageRequest } from './keyset.js';
import { nodeClaimOrderFields } from './node-claims.js';
import { createReadQueries, type ReadQueries } from './read-queries.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterId = 'clu_1';
const day = 86_400_000;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let queries: ReadQueries;

const decision = (id: string, fields: Partial<Decision>) =>
  store.decisions.insert(aDecision({ clusterId, id: `dec_${id}`, ...fields }), []);
const claim = (id: string, fields: Partial<NodeClaim>) =>
  aNodeClaimRecord({ clusterId, id: `ncl_${id}`, name: id, ...fields });
const interruption = (id: string, fields: Partial<Interruption>) =>
  store.interruptions.insert(anInterruption({ clusterId, id: `int_${id}`, ...fields }));

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  queries = createReadQueries(database);
  await store.clusters.insert(aCluster({ id: clusterId, name: 'b-cluster' }));
  await store.clusters.insert(aCluster({ id: 'clu_2', name: 'a-cluster' }));
  await storeDecisions();
  await storeClaims();
  await storeInterruptions();
});
afterAll(() => database.close());

async function storeDecisions(): Promise<void> {
  await decision('1', {
    state: 'Executed',
    nodePools: [],
    podCount: 7,
    decidedBy: 'ada',
    proposedAt: recordedAt - 2 * day,
  });
  await decision('2', { kind: 'Provision', costChangeMicroUsdPerHour: 5_000, nodeCount: 3 });
  await decision('3', { clusterId: 'clu_2', costChangeMicroUsdPerHour: null, decidedBy: 'bob' });
}

async function storeClaims(): Promise<void> {
  const { instance } = claim('b', {});
  const cheap = { instanceType: 'a1.large', priceMicroUsdPerHour: 900, zone: 'us-east-1z' };
  await store.nodeClaims.insert([
    claim('c', {
      state: 'Initialized',
      initializedAt: recordedAt,
      requestedAt: recordedAt - 2 * day,
    }),
    claim('b', { instance: instance && { ...instance, ...cheap }, nodePool: 'a' }),
    claim('a', {
      instance: null,
      state: 'LaunchFailed',
      nodePool: null,
      failure: { code: 'INSUFFICIENT_CAPACITY', offerings: 3, detail: 'no room' },
    }),
  ]);
}

async function storeInterruptions(): Promise<void> {
  await interruption('1', { drainedAt: recordedAt, receivedAt: recordedAt - 2 * day });
  await interruption('2', {
    kind: 'RebalanceRecommended',
    action: 'None',
    nodeName: null,
    deadline: null,
    podUids: [],
  });
  await interruption('3', { clusterId: 'clu_2', nodePool: null, instanceType: 'a1.large' });
}

/** Every row of a list, read page by page. */
async function readThrough<T>(
  edge: 'first' | 'last',
  read: (page: PageRequest) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const pages: T[][] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: Page<T> = await read({ size: 1, edge, cursor });
    pages.push(page.items.map(({ value }) => value));
    if (!(edge === 'first' ? page.hasNextPage : page.hasPreviousPage)) break;
    cursor = page.items[0]?.cursor ?? null;
  }
  return (edge === 'first' ? pages : pages.reverse()).flat();
}

const lists = {
  decisions: (page: PageRequest, order: ListOrder<(typeof decisionOrderFields)[number]>) =>
    queries.decisions.page({}, page, order),
  NodeClaims: (page: PageRequest, order: ListOrder<(typeof nodeClaimOrderFields)[number]>) =>
    queries.nodeClaims.page(clusterId, {}, page, order),
  interruptions: (page: PageRequest, order: ListOrder<(typeof interruptionOrderFields)[number]>) =>
    queries.interruptions.page({}, page, order),
};

const all: PageRequest = { size: 9, edge: 'first', cursor: null };
const idsOf = (rows: readonly { readonly id: string }[]): string =>
  rows.map(({ id }) => id.slice(4)).join('');
const directions = ['ASC', 'DESC'] as const;
const inBothDirections = <Field extends string>(fields: readonly Field[]) =>
  fields.flatMap((field) => directions.map((direction) => ({ field, direction })));

/** The IDs of a list that is read at once, forwards page by page, and backwards. */
async function readThreeTimes(read: (page: PageRequest) => Promise<Page<{ readonly id: string }>>) {
  const whole = (await read(all)).items.map(({ value }) => value);
  return [whole, await readThrough('first', read), await readThrough('last', read)].map(idsOf);
}

describe('pages follow one another and meet from both ends', () => {
  it.each(inBothDirections(decisionOrderFields))(
    'of decisions by $field $direction',
    async (order) => {
      const [whole = '', ...paged] = await readThreeTimes((page) => lists.decisions(page, order));
      expect(whole).toHaveLength(3);
      expect(paged).toEqual([whole, whole]);
    },
  );

  it.each(inBothDirections(nodeClaimOrderFields))(
    'of NodeClaims by $field $direction',
    async (order) => {
      const [whole = '', ...paged] = await readThreeTimes((page) => lists.NodeClaims(page, order));
      expect(whole).toHaveLength(3);
      expect(paged).toEqual([whole, whole]);
    },
  );

  it.each(inBothDirections(interruptionOrderFields))(
    'of interruptions by $field $direction',
    async (order) => {
      const [whole = '', ...paged] = await readThreeTimes((page) =>
        lists.interruptions(page, order),
      );
      expect(whole).toHaveLength(3);
      expect(paged).toEqual([whole, whole]);
    },
  );
});

describe('records without a value come first in ascending order', () => {
  it.each([
    ['PROPOSED_AT', '123'],
    ['STATE', '231'],
    ['KIND', '213'],
    ['CLUSTER', '312'],
    ['NODE_POOLS', '123'],
    ['NODES', '132'],
    ['PODS', '231'],
    ['COST_CHANGE', '312'],
    ['DECIDED_BY', '213'],
  ] as const)('as decisions by %s', async (field, ids) => {
    const page = await lists.decisions(all, { field, direction: 'ASC' });
    expect(idsOf(page.items.map(({ value }) => value))).toBe(ids);
  });

  it.each([
    ['REQUESTED_AT', 'abc'],
    ['NAME', 'abc'],
    ['NODE_POOL', 'abc'],
    ['STATE', 'bca'],
    ['INSTANCE_TYPE', 'abc'],
    ['ZONE', 'acb'],
    ['PRICE', 'abc'],
    ['READY_IN', 'abc'],
    ['STATUS', 'bca'],
  ] as const)('as NodeClaims by %s', async (field, ids) => {
    const page = await lists.NodeClaims(all, { field, direction: 'ASC' });
    expect(idsOf(page.items.map(({ value }) => value))).toBe(ids);
  });

  it.each([
    ['OUTCOME', '231'],
    ['NODE', '213'],
    ['KIND', '132'],
    ['CLUSTER', '312'],
    ['NODE_POOL', '312'],
    ['INSTANCE_TYPE', '312'],
    ['DEADLINE', '213'],
    ['PODS', '213'],
  ] as const)('as interruptions by %s', async (field, ids) => {
    const page = await lists.interruptions(all, { field, direction: 'ASC' });
    expect(idsOf(page.items.map(({ value }) => value))).toBe(ids);
  });
});

describe('a period', () => {
  const [from, to] = [recordedAt - 3 * day, recordedAt - day];

  it('selects records by their time, its end excluded', async () => {
    expect(await queries.decisions.count({ proposedFrom: from, proposedTo: to })).toBe(1);
    expect(await queries.decisions.count({ proposedFrom: recordedAt })).toBe(2);
    expect(await queries.decisions.count({ proposedTo: recordedAt })).toBe(1);
    expect(
      await queries.nodeClaims.count(clusterId, { requestedFrom: from, requestedTo: to }),
    ).toBe(1);
    expect(await queries.nodeClaims.count(clusterId, { requestedTo: recordedAt - 2 * day })).toBe(
      0,
    );
  });

  it.each([
    ['decisions', 'proposed_at', 'dec_1', {}],
    ['interruptions', 'received_at', 'int_1', {}],
    ['node_claims', 'requested_at', 'ncl_c', { provider_id: null, state: 'Terminated' }],
  ])('of %s is read by an index, so older ones cost nothing', async (table, time, id, fields) => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      // Three months of records, of which a week is sorted.
      await client.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(r, $2::jsonb || jsonb_build_object(
           'id', r.id || '_' || n, 'event_id', n, '${time}', now() - n * interval '1 hour'))).*
         FROM ${table} r, generate_series(1, 2160) n WHERE r.id = $1`,
        [id, JSON.stringify(fields)],
      );
      await client.query(`ANALYZE ${table}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT * FROM ${table}
         WHERE cluster_id = 'clu_1' AND ${time} >= now() - interval '7 days' ORDER BY md5(id) LIMIT 9`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(new RegExp(`Index Cond: .*${time} >=`));
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('of interruptions of all clusters is read by an index', async () => {
    const client = await database.pool.connect();
    try {
      // The planner reads a table of three rows as a whole, unless that is forbidden.
      await client.query('BEGIN; SET LOCAL enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        'EXPLAIN SELECT id FROM interruptions WHERE received_at >= now() ORDER BY md5(id) LIMIT 1',
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
        /Index Cond: .*received_at >=/,
      );
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
