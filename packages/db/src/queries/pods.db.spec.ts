import { aCluster, aDecision, aNodeRow, anApproval, anEmptyCommand, aPodRow } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../client.js';
import { openFreshDatabase } from '../fresh-database.js';
import { createPrismaStore } from '../prisma-store.js';
import { createReadQueries, type ReadQueries } from './read-queries.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const clusterId = 'clu_prod';
const ofDeployment = { ownerName: 'web-7c9f', deployment: 'web' } as const;

let database: Database;
let queries: ReadQueries;
beforeAll(async () => {
  database = await openFreshDatabase(inject('databaseUrl'), migrations);
  queries = createReadQueries(database);
  const store = createPrismaStore(database);
  await store.clusters.insert(aCluster({ id: clusterId, name: 'prod' }));
  const allocatable = { cpu: 4_000, memory: 16_000, pods: 29 };
  await store.readModel.applyNodes(
    clusterId,
    [
      aNodeRow({ clusterId, name: 'n1', allocatable, priceMicroUsdPerHour: 80_000 }),
      aNodeRow({ clusterId, name: 'n2', allocatable, priceMicroUsdPerHour: null }),
    ],
    [],
  );
  const pod = (name: string, fields: Partial<Parameters<typeof aPodRow>[0]> = {}) =>
    aPodRow({ clusterId, uid: `uid-${name}`, name, ...ofDeployment, ...fields });
  await store.readModel.applyPods(
    clusterId,
    [
      pod('web-b', { phase: 'Bound', nodeName: 'n1', requests: { cpu: 1_000, memory: 4_000 } }),
      pod('web-c', { phase: 'Bound', nodeName: 'n1', requests: { cpu: 2_000 } }),
      pod('web-d', { phase: 'Bound', nodeName: 'n2', requests: { cpu: 2_000 } }),
      pod('web-a', { requests: { cpu: 500 } }),
      pod('web-old', { ownerName: 'web-5d44', phase: 'Bound', nodeName: 'n1', requests: {} }),
      pod('web-x', { namespace: 'stage' }),
      pod('db-0', { ownerKind: 'StatefulSet', ownerName: 'db', deployment: null }),
    ],
    [],
  );
});
afterAll(() => database.close());

const web = { clusterId, namespace: 'shop', ownerKind: 'Deployment', ownerName: 'web' };

describe('a pod', () => {
  it('costs the mean of its shares of the CPU and the memory of its node', async () => {
    const find = async (name: string) =>
      (await queries.pods.find({ clusterId, namespace: 'shop', name }))?.priceMicroUsdPerHour;
    expect(await find('web-b')).toBe(20_000);
    expect(await find('web-c')).toBe(20_000);
    expect(await find('web-old')).toBe(0);
  });

  it('has no cost while it is pending, and where the price of its node is unknown', async () => {
    const find = async (name: string) => queries.pods.find({ clusterId, namespace: 'shop', name });
    expect(await find('web-a')).toMatchObject({ phase: 'Pending', priceMicroUsdPerHour: null });
    expect(await find('web-d')).toMatchObject({ nodeName: 'n2', priceMicroUsdPerHour: null });
  });

  it('is found by cluster, namespace and name only', async () => {
    const { pods } = queries;
    expect(await pods.find({ clusterId, namespace: 'stage', name: 'web-b' })).toBeNull();
    expect(await pods.find({ clusterId: 'clu_x', namespace: 'shop', name: 'web-b' })).toBeNull();
  });
});

describe('the pods of an owner', () => {
  const names = async (filter: typeof web) =>
    (await queries.pods.page(filter, { size: 9, edge: 'first', cursor: null })).items.map(
      ({ value }) => value.name,
    );

  it('are those of all ReplicaSets of a Deployment, by name', async () => {
    expect(await names(web)).toEqual(['web-a', 'web-b', 'web-c', 'web-d', 'web-old']);
  });

  it('are those of one template for a ReplicaSet', async () => {
    const ofSet = { ...web, ownerKind: 'ReplicaSet', ownerName: 'web-5d44' };
    expect(await names(ofSet)).toEqual(['web-old']);
    expect(await names({ ...web, ownerKind: 'StatefulSet', ownerName: 'db' })).toEqual(['db-0']);
  });

  it('are summed, and those of unknown price are counted', async () => {
    expect(await queries.pods.totals(web)).toEqual({
      pods: 5,
      pendingPods: 1,
      nodes: 2,
      priceMicroUsdPerHour: 40_000,
      unpricedPods: 1,
    });
    expect(await queries.pods.totals({ ...web, ownerName: 'none' })).toMatchObject({ pods: 0 });
  });
});

describe('decisions by what they move', () => {
  const moved = async (name: string, cluster = clusterId) =>
    (
      await queries.decisions.page(
        { clusterId: cluster, moved: name },
        { size: 9, edge: 'first', cursor: null },
      )
    ).items.map(({ value }) => value.id);

  beforeAll(async () => {
    const store = createPrismaStore(database);
    const move = { podUid: 'u1', pod: 'shop/web-b', from: 'n1', to: 'n2' };
    const facts = {
      ...anApproval().facts,
      labelSets: [{ 'pod-template-hash': '7c9f' }],
      pods: [
        {
          podUid: 'u1',
          pod: 'shop/web-b',
          from: 'n1',
          owner: 'ReplicaSet/web-7c9f',
          replicas: 3,
          persistentVolumes: 0,
          gracePeriodMs: 30_000,
          budget: null,
          labelSet: 0,
        },
      ],
    };
    await store.decisions.insert(
      aDecision({
        clusterId,
        id: 'dec_1',
        body: { type: 'Disrupt', command: anEmptyCommand({ moves: [move] }), budgets: [] },
        approval: { ...anApproval(), facts },
      }),
      [],
    );
    await store.decisions.insert(
      aDecision({
        clusterId,
        id: 'dec_2',
        kind: 'Interrupt',
        body: {
          type: 'Remove',
          reason: 'Interrupted',
          candidates: [],
          pods: [
            { podUid: 'u1', pod: 'shop/web-b', from: 'n1', owner: 'Deployment/web' },
            { podUid: 'u2', pod: 'shop/bare', from: 'n1' },
          ],
          interruption: null,
          deadline: null,
        },
      }),
      [],
    );
    await store.decisions.insert(aDecision({ clusterId, id: 'dec_3' }), []);
  });

  it('are found by the pod, newest first', async () => {
    expect(await moved('shop/web-b')).toEqual(['dec_2', 'dec_1']);
    expect(await moved('shop/bare')).toEqual(['dec_2']);
    expect(await moved('shop/web')).toEqual([]);
    expect(await moved('shop/web-b', 'clu_other')).toEqual([]);
  });

  it('are found by the Deployment and by the ReplicaSet that owned the pod', async () => {
    expect(await moved('shop/Deployment/web')).toEqual(['dec_2', 'dec_1']);
    expect(await moved('shop/ReplicaSet/web-7c9f')).toEqual(['dec_1']);
    expect(await moved('stage/Deployment/web')).toEqual([]);
  });

  it('are found through their index', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('SET enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT id FROM decisions d
          WHERE moved_by_decision(d.body, d.approval) @> ARRAY['shop/web-b']::text[]`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('decisions_moved');
    } finally {
      await client.query('RESET enable_seqscan');
      client.release();
    }
  });
});
