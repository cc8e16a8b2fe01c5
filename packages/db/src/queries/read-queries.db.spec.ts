import type {
  AuditEntry,
  Cluster,
  Decision,
  NodeClaim,
  NodePoolDefinition,
  NodeRow,
  PodRow,
} from '@kerf/application';
import { compareText } from '@kerf/core';
import {
  aCluster,
  aDecision,
  aNodeClaimRecord,
  aNodePoolDefinition,
  aNodeRow,
  aPodRow,
  aRevisionOf,
  recordedAt,
} from '@kerf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { AuditQueries } from './audit-entries.js';
import type { ClusterFilter } from './clusters.js';
import type { Page, PageRequest } from './keyset.js';
import { type NodeOrder, nodeOrderFields } from './nodes.js';
import { groupOfPending } from './pods.js';
import { createReadQueries, type ReadQueries } from './read-queries.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
let database: Database;
let store: ReturnType<typeof createPrismaStore>;
let queries: ReadQueries;
let audit: AuditQueries;
let number = 0;
let cluster: Cluster;

beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  store = createPrismaStore(database);
  queries = createReadQueries(database);
  audit = new AuditQueries(database.pool);
});
afterAll(() => database.close());

beforeEach(async () => {
  cluster = await addCluster();
});

const minute = 60_000;
const syncedAt = recordedAt;

async function addCluster(fields: Partial<Cluster> = {}): Promise<Cluster> {
  number += 1;
  const padded = String(number).padStart(3, '0');
  const added = aCluster({
    id: `clu_${padded}`,
    name: `cluster-${padded}`,
    createdAt: recordedAt + number,
    ...fields,
  });
  await store.clusters.insert(added);
  return added;
}

const node = (name: string, fields: Partial<NodeRow> = {}) =>
  aNodeRow({ clusterId: cluster.id, name, ...fields });
const pod = (uid: string, fields: Partial<PodRow> = {}) =>
  aPodRow({ clusterId: cluster.id, uid, ...fields });
const claim = (id: string, fields: Partial<NodeClaim> = {}) =>
  aNodeClaimRecord({ clusterId: cluster.id, id, ...fields });
const decision = (id: string, fields: Partial<Decision> = {}) =>
  aDecision({ clusterId: cluster.id, id, ...fields });
const nodePool = (name: string) => aNodePoolDefinition({ clusterId: cluster.id, name });
const addPool = (definition: NodePoolDefinition) =>
  store.definitions.insert(definition, aRevisionOf(definition));

const firstPage = (size: number): PageRequest => ({ size, edge: 'first', cursor: null });

/** Every row of a list, read page by page. */
async function readThrough<T>(
  edge: 'first' | 'last',
  read: (page: PageRequest) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const pages: T[][] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: Page<T> = await read({ size: 2, edge, cursor });
    pages.push(page.items.map(({ value }) => value));
    const more = edge === 'first' ? page.hasNextPage : page.hasPreviousPage;
    if (!more) break;
    cursor = page.items.at(edge === 'first' ? -1 : 0)?.cursor ?? null;
  }
  return (edge === 'first' ? pages : pages.reverse()).flat();
}

describe('pages', () => {
  beforeEach(async () => {
    await store.readModel.applyNodes(
      cluster.id,
      [
        node('a', { nodePool: null, priceMicroUsdPerHour: null, podCount: 9 }),
        node('b', { instanceType: 'c7a.large', priceMicroUsdPerHour: 50_000 }),
        node('c', { requested: { cpu: 1_900, memory: 1 }, createdAt: syncedAt - 3 * minute }),
        node('d', { allocatable: {}, requested: {}, instanceType: null }),
        node('e', { nodePool: 'general', podCount: 0 }),
      ],
      [],
    );
  });

  it.each(
    nodeOrderFields.flatMap((field) => [
      { field, direction: 'ASC' as const },
      { field, direction: 'DESC' as const },
    ]),
  )('follow one another and meet from both ends, by $field $direction', async (order) => {
    const read = (page: PageRequest) => queries.nodes.page(cluster.id, {}, order, page);
    const whole = (await read(firstPage(100))).items.map(({ value }) => value.name);
    const forward = await readThrough('first', read);
    const backward = await readThrough('last', read);
    expect([...whole].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(forward.map(({ name }) => name)).toEqual(whole);
    expect(backward.map(({ name }) => name)).toEqual(whole);
  });

  it('are sorted by each field, nodes without a value first', async () => {
    const namesBy = async (field: NodeOrder['field']) => {
      const page = await queries.nodes.page(
        cluster.id,
        {},
        { field, direction: 'ASC' },
        firstPage(9),
      );
      return page.items.map(({ value }) => value.name).join('');
    };
    expect(await namesBy('PRICE')).toBe('abcde');
    expect(await namesBy('CPU')).toBe('dabec');
    expect(await namesBy('NODE_POOL')).toBe('abcde');
    expect(await namesBy('CREATED_AT')).toBe('cabde');
    expect(await namesBy('PODS')).toBe('ebcda');
    // c has 0 of its CPU free, e and b have half of it, d has no resources.
    expect(await namesBy('WASTE')).toBe('acbed');
  });

  it('have the price of what no pod requests: of the smaller of the free shares of CPU and memory', async () => {
    const wasteOf = async (name: string) =>
      (await queries.nodes.find({ clusterId: cluster.id, name }))?.wasteMicroUsdPerHour;
    const requested = { cpu: 475, memory: 5_250 };
    await store.readModel.applyNodes(cluster.id, [node('a', { requested }), node('f')], []);
    expect(await wasteOf('a')).toBe(24_000);
    expect(await wasteOf('f')).toBe(48_000);
    expect(await wasteOf('c')).toBe(0);
    expect(await wasteOf('d')).toBe(96_000);
    await store.readModel.applyNodes(cluster.id, [node('a', { priceMicroUsdPerHour: null })], []);
    expect(await wasteOf('a')).toBeNull();
  });

  it("have the cluster's sync time, also for rows that did not change", async () => {
    const later = syncedAt + 60 * minute;
    await store.clusters.touchSynced(cluster.id, later);
    const byName = { field: 'NAME', direction: 'ASC' } as const;
    const page = await queries.nodes.page(cluster.id, {}, byName, firstPage(1));
    expect(page.items.map(({ value }) => value.asOf)).toEqual([later]);
    expect((await queries.nodes.find({ clusterId: cluster.id, name: 'a' }))?.asOf).toBe(later);
  });

  it('keep their position when earlier rows are deleted', async () => {
    const byName = { field: 'NAME', direction: 'ASC' } as const;
    const first = await queries.nodes.page(cluster.id, {}, byName, firstPage(2));
    await store.readModel.applyNodes(cluster.id, [], ['a', 'b']);
    const next = await queries.nodes.page(cluster.id, {}, byName, {
      size: 2,
      edge: 'first',
      cursor: first.items.at(-1)?.cursor ?? null,
    });
    expect(next.items.map(({ value }) => value.name)).toEqual(['c', 'd']);
  });

  it.each([
    'no cursor at all',
    Buffer.from('["nodes PRICE ASC","x","a"]').toString('base64url'),
    Buffer.from('["nodes PRICE ASC","1"]').toString('base64url'),
    Buffer.from('["nodes NAME ASC","a"]').toString('base64url'),
    Buffer.from('["nodes PRICE ASC","1","a\\u0000"]').toString('base64url'),
    Buffer.from('{}').toString('base64url'),
  ])('refuse a cursor that is not theirs: %s', async (cursor) => {
    await expect(
      queries.nodes.page(
        cluster.id,
        {},
        { field: 'PRICE', direction: 'ASC' },
        { size: 1, edge: 'first', cursor },
      ),
    ).rejects.toMatchObject({ code: 'INPUT.INVALID', fields: [{ path: 'cursor' }] });
  });

  it('are filtered by each field, with totals of the filtered rows', async () => {
    const names = async (filter: Parameters<typeof queries.nodes.page>[1]) => {
      const order = { field: 'NAME', direction: 'ASC' } as const;
      const page = await queries.nodes.page(cluster.id, filter, order, firstPage(9));
      const totals = await queries.nodes.totals(cluster.id, filter);
      expect(totals.nodes).toBe(page.items.length);
      return page.items.map(({ value }) => value.name).join('');
    };
    expect(await names({ search: 'C7A' })).toBe('b');
    expect(await names({ nodePools: ['general'] })).toBe('e');
    expect(await names({ capacityTypes: ['spot'] })).toBe('');
    expect(await names({ states: ['Ready'], zones: ['us-east-1a'] })).toBe('abcde');
    expect(await names({ instanceTypes: ['m5.large'], managed: true })).toBe('ace');
    expect(await names({ managed: false })).toBe('');
    expect(await queries.nodes.totals(cluster.id, {})).toEqual({
      nodes: 5,
      pods: 18,
      pendingPods: 0,
      priceMicroUsdPerHour: 338_000,
      unpricedNodes: 1,
      cpuRequestedMilli: 4_750,
      cpuAllocatableMilli: 7_600,
      memoryRequestedBytes: 2_101,
      memoryAllocatableBytes: 28_000,
    });
  });
});

describe('clusters', () => {
  it('have totals of nodes, pods and decisions', async () => {
    await store.readModel.applyNodes(
      cluster.id,
      [
        node('a', { capacityType: 'spot', priceMicroUsdPerHour: 40_000 }),
        node('b', { priceMicroUsdPerHour: null, nodeClaimId: null }),
      ],
      [],
    );
    await store.readModel.applyPods(
      cluster.id,
      [pod('u1', { createdAt: 5_000 }), pod('u2'), pod('u3', { phase: 'Bound', nodeName: 'a' })],
      [],
    );
    await store.decisions.insert(decision(`dec_${cluster.id}`), []);
    const empty = await addCluster({
      connection: { state: 'Checking', problem: null, syncedAt: null, changedAt: 1 },
    });
    const summaries = await queries.clusters.summaries([cluster.id, empty.id]);
    expect(summaries.find(({ clusterId }) => clusterId === cluster.id)).toEqual({
      clusterId: cluster.id,
      asOf: syncedAt,
      nodes: 2,
      managedNodes: 1,
      pods: 6,
      pendingPods: 2,
      oldestPendingAt: 5_000,
      priceMicroUsdPerHour: 40_000,
      unpricedNodes: 1,
      spotPriceMicroUsdPerHour: 40_000,
      cpuRequestedMilli: 1_900,
      cpuAllocatableMilli: 3_800,
      memoryRequestedBytes: 1_400,
      memoryAllocatableBytes: 14_000,
      awaitingDecisions: 1,
      oldestAwaitingAt: recordedAt,
      possibleSavingMicroUsdPerHour: null,
      lowerBoundAt: null,
    });
    expect(summaries.find(({ clusterId }) => clusterId === empty.id)).toMatchObject({
      asOf: null,
      nodes: 0,
      priceMicroUsdPerHour: 0,
      oldestPendingAt: null,
      oldestAwaitingAt: null,
    });
    expect((await queries.clusters.summaries(null)).length).toBeGreaterThanOrEqual(2);
  });

  it('are found by ID first, then by name', async () => {
    const impostor = await addCluster({ name: cluster.id });
    expect((await queries.clusters.find(cluster.id))?.id).toBe(cluster.id);
    expect((await queries.clusters.find(cluster.name))?.id).toBe(cluster.id);
    expect((await queries.clusters.locate(impostor.name))?.id).toBe(cluster.id);
    expect(await queries.clusters.find('nobody')).toBeNull();
  });

  it('are filtered by part of the name, mode and state', async () => {
    const other = await addCluster({
      mode: 'auto',
      connection: { state: 'Unreachable', problem: 'x', syncedAt, changedAt: 1 },
    });
    const filter: ClusterFilter = {
      search: other.name.toUpperCase(),
      modes: ['auto'],
      states: ['Unreachable'],
    };
    const page = await queries.clusters.page(
      filter,
      { field: 'CREATED_AT', direction: 'DESC' },
      firstPage(5),
    );
    expect(page.items.map(({ value }) => value)).toEqual([other]);
    expect(await queries.clusters.count(filter)).toBe(1);
  });

  it('have findings with their number of occurrences', async () => {
    const finding = { clusterId: cluster.id, code: 'CATALOG_STALE', object: 'Region/x' } as const;
    await store.findings.record({ ...finding, message: 'once', at: 1_000 });
    const last = { message: 'twice', remedy: 'allow it' };
    await store.findings.record({ ...finding, ...last, at: 2_000 });
    expect(await queries.clusters.findings([cluster.id])).toEqual([
      { ...finding, ...last, count: 2, firstSeenAt: 1_000, lastSeenAt: 2_000 },
    ]);
  });

  it('have a finding while they are unreachable, after a minute', async () => {
    const lostAt = async (changedAt: number) => {
      const connection = { state: 'Unreachable', problem: 'no response', syncedAt } as const;
      const { id, name } = await addCluster({ connection: { ...connection, changedAt } });
      // The stored one, which sends the event, is not shown a second time.
      await store.findings.record({
        clusterId: id,
        code: 'CLUSTER_UNREACHABLE',
        object: `Cluster/${name}`,
        message: 'stored',
        at: changedAt,
      });
      return queries.clusters.findings([id]);
    };
    expect(await lostAt(Date.now() - 30_000)).toEqual([]);
    expect(await lostAt(Date.now() - 90_000)).toMatchObject([
      { code: 'CLUSTER_UNREACHABLE', message: expect.stringContaining('no response') },
    ]);
  });
});

describe('pods', () => {
  it('are grouped by owner while pending, oldest first', async () => {
    await store.readModel.applyPods(
      cluster.id,
      [
        pod('u1', { createdAt: 3_000 }),
        pod('u2', { createdAt: 2_000 }),
        pod('u3', { ownerName: 'batch', ownerKind: 'Job', createdAt: 1_000 }),
        pod('u4', { phase: 'Terminating' }),
      ],
      [],
    );
    await store.readModel.saveVerdicts([
      {
        clusterId: cluster.id,
        podUid: 'u1',
        batchId: 'bat_1',
        evaluatedAt: 9_000,
        verdict: { kind: 'ExistingNode', nodeName: 'a' },
      },
    ]);
    const groups = await readThrough('first', (page) =>
      queries.pods.pendingGroups({ clusterId: cluster.id }, page),
    );
    expect(groups).toMatchObject([
      { ownerName: 'batch', count: 1, oldestCreatedAt: 1_000, lastEvaluatedAt: null },
      { ownerName: 'web', count: 2, oldestCreatedAt: 2_000, lastEvaluatedAt: 9_000 },
    ]);
    expect(await queries.pods.pendingCounts({ clusterId: cluster.id })).toEqual({
      groups: 2,
      pods: 3,
    });
    const members = await queries.pods.pendingOfGroups(groups, 1);
    expect(members.map(({ uid }) => uid).sort()).toEqual(['u2', 'u3']);
    const flat = await readThrough('first', (page) =>
      queries.pods.pendingPage({ clusterId: cluster.id }, page),
    );
    expect(flat.map(({ uid }) => uid)).toEqual(['u3', 'u2', 'u1']);
    expect(await queries.pods.findPending(cluster.id, 'u1')).toMatchObject({
      verdict: { kind: 'ExistingNode', nodeName: 'a' },
      evaluatedAt: 9_000,
    });
    expect(await queries.pods.findPending(cluster.id, 'u4')).toBeNull();
  });

  it('without an owner are groups of their own', async () => {
    const alone = { ownerName: '', ownerKind: 'None' };
    const pods = [
      pod('u1', { ...alone, name: 'debug', createdAt: 1_000 }),
      pod('u2', { ...alone, name: 'shell', createdAt: 2_000 }),
      pod('u3', { ownerName: 'debug', ownerKind: 'Job', createdAt: 3_000 }),
    ];
    await store.readModel.applyPods(cluster.id, pods, []);
    const groups = await readThrough('first', (page) =>
      queries.pods.pendingGroups({ clusterId: cluster.id }, page),
    );
    expect(groups).toMatchObject([
      { ownerKind: 'None', ownerName: 'debug', count: 1 },
      { ownerKind: 'None', ownerName: 'shell', count: 1 },
      { ownerKind: 'Job', ownerName: 'debug', count: 1 },
    ]);
    expect(await queries.pods.pendingCounts({ clusterId: cluster.id })).toEqual({
      groups: 3,
      pods: 3,
    });
    const members = await queries.pods.pendingOfGroups(groups.slice(0, 1), 10);
    expect(members.map(({ uid }) => uid)).toEqual(['u1']);
    expect(members.map(groupOfPending)).toEqual([
      { clusterId: cluster.id, namespace: 'shop', ownerKind: 'None', ownerName: 'debug' },
    ]);
  });

  it('of many nodes are returned together, daemons last', async () => {
    await store.readModel.applyPods(
      cluster.id,
      [
        pod('u1', { phase: 'Bound', nodeName: 'a', isDaemon: true, name: 'agent' }),
        pod('u2', { phase: 'Bound', nodeName: 'a', name: 'zebra' }),
        pod('u3', { phase: 'Bound', nodeName: 'b' }),
        pod('u4', { phase: 'Bound', nodeName: 'c' }),
      ],
      [],
    );
    const pods = await queries.pods.onNodes([
      { clusterId: cluster.id, name: 'a' },
      { clusterId: cluster.id, name: 'b' },
    ]);
    expect(pods.map(({ uid }) => uid)).toEqual(['u3', 'u2', 'u1']);
  });
});

describe('claims', () => {
  it('add up to the usage of limits, without ended and unlaunched ones', async () => {
    await store.nodeClaims.insert([
      claim(`ncl_${cluster.id}_1`),
      claim(`ncl_${cluster.id}_2`),
      claim(`ncl_${cluster.id}_3`, { state: 'Terminated' }),
      claim(`ncl_${cluster.id}_4`, { state: 'Requested', instance: null }),
    ]);
    const key = { clusterId: cluster.id, nodePool: 'default' };
    expect(await queries.nodeClaims.usage([key, { ...key, nodePool: 'none' }])).toEqual([
      { ...key, usage: { cpu: 4_000, memory: 16_000, nodes: 2 } },
    ]);
  });

  it('are listed newest first, filtered by state and NodePool', async () => {
    await store.nodeClaims.insert([
      claim(`ncl_${cluster.id}_1`),
      claim(`ncl_${cluster.id}_2`, { state: 'Terminated', nodePool: 'other' }),
    ]);
    const all = await readThrough('first', (page) => queries.nodeClaims.page(cluster.id, {}, page));
    expect(all.map(({ id }) => id.at(-1))).toEqual(['2', '1']);
    const filter = { states: ['Terminated' as const], nodePools: ['other'] };
    expect(await queries.nodeClaims.count(cluster.id, filter)).toBe(1);
    const [one] = await queries.nodeClaims.byIds([`ncl_${cluster.id}_1`]);
    expect(one).toMatchObject({
      instance: { instanceId: `i-ncl_${cluster.id}_1` },
      launchedAt: recordedAt - 1_000,
    });
  });
});

describe('definitions', () => {
  it('have their nodes, newest findings and revisions', async () => {
    const pool = nodePool('default');
    await addPool(pool);
    await store.readModel.applyNodes(
      cluster.id,
      [node('a'), node('b', { priceMicroUsdPerHour: null })],
      [],
    );
    const page = await queries.definitions.nodePools({ clusterId: cluster.id }, firstPage(5));
    expect(page.items.map(({ value }) => value)).toEqual([{ ...pool, clusterName: cluster.name }]);
    expect(await queries.definitions.findNodePool(pool.id)).toMatchObject({ id: pool.id });
    expect(await queries.definitions.countNodePools({ clusterId: cluster.id })).toBe(1);
    const key = { clusterId: cluster.id, nodePool: 'default' };
    expect(await queries.definitions.nodePoolNodes([key])).toEqual([
      { ...key, nodes: 2, unpricedNodes: 1, priceMicroUsdPerHour: 96_000 },
    ]);
    await store.definitions.save(
      { ...pool, revision: 2 },
      { revision: 2, spec: pool.spec, savedAt: syncedAt + minute, savedBy: 'bob', findings: [] },
    );
    expect(await queries.definitions.revisions([pool.id], 1)).toMatchObject([
      { definitionId: pool.id, revision: 2, savedBy: 'bob', findings: [] },
    ]);
    expect(await queries.definitions.nodeClassUsers([cluster.id])).toEqual([
      { ...key, nodeClass: 'default' },
    ]);
  });

  it('have the limiting budget now, and the manifest at an earlier time', async () => {
    await addPool(nodePool('default'));
    const status = {
      nodePool: 'default',
      reason: 'Empty',
      nodes: 4,
      disrupting: 0,
      allowed: 0,
      limitingBudget: 1,
      changesAt: syncedAt + minute,
    } as const;
    await store.readModel.saveBudgets(cluster.id, syncedAt, [
      status,
      { ...status, reason: 'Drifted', limitingBudget: null },
    ]);
    const budgets = await queries.definitions.budgetStatuses(cluster.id);
    expect(budgets).toEqual([
      {
        ...status,
        reason: 'Drifted',
        limitingBudget: null,
        clusterId: cluster.id,
        asOf: syncedAt,
        budget: null,
      },
      {
        ...status,
        clusterId: cluster.id,
        asOf: syncedAt,
        budget: { nodes: '0', schedule: '@daily', duration: '1h' },
      },
    ]);
    const key = { clusterId: cluster.id, nodePool: 'default' };
    expect(await queries.definitions.budgetStatusesOf([key])).toEqual(budgets);
    const then = { ...key, at: syncedAt };
    expect(await queries.definitions.nodePoolsAt([{ ...key, at: syncedAt - 1 }, then])).toEqual([
      { ...then, spec: nodePool('x').spec },
    ]);
  });
});

describe('cost', () => {
  it('is grouped in four ways that add up, with a count of unpriced nodes', async () => {
    await store.readModel.applyNodes(
      cluster.id,
      [
        node('a', { capacityType: 'spot', priceMicroUsdPerHour: 30_000 }),
        node('b'),
        node('c', {
          nodePool: null,
          instanceType: null,
          capacityType: null,
          priceMicroUsdPerHour: null,
        }),
      ],
      [],
    );
    const cost = await queries.cost.now(cluster.id);
    expect(cost).toMatchObject({
      asOf: syncedAt,
      nodes: 3,
      unpricedNodes: 1,
      priceMicroUsdPerHour: 126_000,
    });
    expect(cost.byCluster).toMatchObject([{ key: cluster.id, label: cluster.name, nodes: 3 }]);
    expect(cost.byCapacityType.map(({ key }) => key)).toEqual(['on-demand', 'spot', '']);
    for (const cut of [cost.byCluster, cost.byNodePool, cost.byInstanceType, cost.byCapacityType]) {
      expect(cut.reduce((sum, share) => sum + share.priceMicroUsdPerHour, 0)).toBe(126_000);
      expect(cut.reduce((sum, share) => sum + share.nodes, 0)).toBe(3);
      expect(cut.reduce((sum, share) => sum + share.unpricedNodes, 0)).toBe(1);
    }
    expect((await queries.cost.now(null)).nodes).toBeGreaterThanOrEqual(3);
  });
});

describe('decisions and audit entries', () => {
  it('are listed newest first, without bodies', async () => {
    const id = (suffix: string) => `dec_${cluster.id}_${suffix}`;
    await store.decisions.insert(decision(id('1')), [
      { at: 1_000, kind: 'Proposed', actor: 'kerf', data: {} },
    ]);
    await store.decisions.insert(
      decision(id('2'), { kind: 'Provision', state: 'Executed', nodePools: ['a', 'b'] }),
      [],
    );
    const list = (filter: object) =>
      readThrough('first', (page) =>
        queries.decisions.page({ clusterId: cluster.id, ...filter }, page),
      );
    expect((await list({})).map((row) => row.id)).toEqual([id('2'), id('1')]);
    expect((await list({ states: ['Executed'], kinds: ['Provision'] })).length).toBe(1);
    expect((await list({ nodePools: ['b', 'x'] })).map((row) => row.id)).toEqual([id('2')]);
    expect(await queries.decisions.count({ clusterId: cluster.id })).toBe(2);
    expect(await queries.decisions.find(id('1'))).toMatchObject({
      clusterName: cluster.name,
      costChangeMicroUsdPerHour: -96_000,
      expiresAt: decision(id('1')).expiresAt,
    });
    expect(await queries.decisions.bodies([id('1')])).toMatchObject([
      { id: id('1'), body: { type: 'Disrupt' } },
    ]);
    expect(await queries.decisions.events([id('1')])).toMatchObject([
      { decisionId: id('1'), kind: 'Proposed', at: 1_000 },
    ]);
  });

  it('have the outcome of their nodes', async () => {
    const id = (suffix: string) => `dec_${cluster.id}_${suffix}`;
    const claimsOf = async (suffix: string, states: readonly Partial<NodeClaim>[]) => {
      const claims = states.map((fields, index) =>
        aNodeClaimRecord({
          clusterId: cluster.id,
          id: `ncl_${cluster.id}_${suffix}${index}`,
          instance: null,
          ...fields,
        }),
      );
      await store.nodeClaims.insert(claims);
      return claims.map(({ id: claimId }) => claimId);
    };
    const ready = { state: 'Initialized', initializedAt: syncedAt } as const;
    const gone = { ...ready, state: 'Terminated', terminatedAt: syncedAt } as const;
    await store.decisions.insert(
      decision(id('launch'), {
        kind: 'Provision',
        state: 'Executed',
        nodeClaimIds: await claimsOf('launch', [
          ready,
          gone,
          { state: 'LaunchFailed' },
          { state: 'Terminated', terminatedAt: syncedAt },
          { state: 'Launching' },
        ]),
      }),
      [],
    );
    const removed = await claimsOf('remove', [gone, ready]);
    await store.decisions.insert(
      decision(id('remove'), { state: 'Executing', nodeClaimIds: removed }),
      [],
    );
    await store.decisions.insert(
      decision(id('stopped'), { kind: 'Drift', state: 'Failed', nodeClaimIds: removed }),
      [],
    );
    const ids = [id('launch'), id('remove'), id('stopped'), id('none')];
    const outcomes = await queries.decisions.outcomes(ids);
    const none = { succeededNodes: 0, launchFailedNodes: 0, notReadyNodes: 0, remainingNodes: 0 };
    expect(outcomes.toSorted((a, b) => compareText(a.decisionId, b.decisionId))).toEqual([
      {
        decisionId: id('launch'),
        ...none,
        succeededNodes: 2,
        launchFailedNodes: 1,
        notReadyNodes: 1,
      },
      { decisionId: id('remove'), ...none, succeededNodes: 1 },
      { decisionId: id('stopped'), ...none, succeededNodes: 1, remainingNodes: 1 },
    ]);
  });

  it('are filtered by actor, action, object, outcome and time', async () => {
    const entry = (suffix: string, fields: Partial<AuditEntry>): AuditEntry => ({
      id: `aud_${cluster.id}_${suffix}`,
      at: syncedAt,
      actor: { kind: 'User', id: 'usr_1', name: 'Ada' },
      action: 'decision.approve',
      object: { kind: 'Decision', id: 'dec_1', name: 'Empty dec_1' },
      clusterId: cluster.id,
      outcome: 'Done',
      comment: null,
      before: null,
      after: { state: 'Approved' },
      requestId: 'r1',
      ...fields,
    });
    await store.audit.add(entry('1', {}));
    await store.audit.add(
      entry('2', {
        at: syncedAt + minute,
        actor: { kind: 'ApiToken', id: 'tok_1', name: 'ci' },
        action: 'cluster.update',
        outcome: 'Refused',
      }),
    );
    const found = async (filter: object) => {
      const page = await audit.page({ clusterId: cluster.id, ...filter }, firstPage(9));
      expect(await audit.count({ clusterId: cluster.id, ...filter })).toBe(page.items.length);
      return page.items.map(({ value }) => value.id.at(-1)).join('');
    };
    expect(await found({})).toBe('21');
    expect(await found({ actor: 'ADA' })).toBe('1');
    expect(await found({ action: 'decision.' })).toBe('1');
    expect(await found({ action: 'decision' })).toBe('');
    expect(await found({ object: 'dec_1' })).toBe('21');
    expect(await found({ outcome: 'Refused' })).toBe('2');
    expect(await found({ from: syncedAt + 1 })).toBe('2');
    expect(await found({ to: syncedAt + minute })).toBe('1');
    expect(await audit.find(`aud_${cluster.id}_1`)).toMatchObject({
      actor: { name: 'Ada' },
      clusterName: cluster.name,
      after: { state: 'Approved' },
    });
  });
});
