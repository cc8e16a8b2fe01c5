import { type NodeCostSpan } from '@kerf/application';
import { aDecision, aMeasuredCost, aNodeClaimRecord, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

const hour = 3_600_000;
const { cluster, clusterName, otherCluster } = storedFleet;
const iso = (instant: number): string => new Date(instant).toISOString();

let api: ApiUnderTest;
/** Two days ago, when the cluster was measured first. */
let began = 0;
let ofPool: Sender;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store, clock } = api.api.parts.ports;
  await storeFleet(store);
  began = Math.floor(clock.now() / hour) * hour - 48 * hour;
  await store.decisions.insert(
    aDecision({
      clusterId: cluster,
      id: 'dec_moved',
      kind: 'Consolidate',
      state: 'Executed',
      nodeClaimIds: ['ncl_gone'],
    }),
    [],
  );
  await store.nodeClaims.insert([
    aNodeClaimRecord({
      clusterId: cluster,
      id: 'ncl_gone',
      name: 'default-gone',
      state: 'Terminated',
      termination: {
        step: 'InstanceGone',
        reason: 'Underutilized',
        startedAt: began,
        deadline: null,
        waitingFor: null,
        stepAt: began,
      },
    }),
  ]);
  const span = (name: string, from: number, to: number | null, price: number): Span => ({
    nodeUid: name,
    nodeName: name,
    providerId: `aws:///us-east-1a/i-ncl_${name}`,
    nodePool: name === 'unmanaged' ? '' : 'default',
    instanceType: 'm5.large',
    capacityType: 'spot',
    zone: 'us-east-1a',
    priceMicroUsdPerHour: price,
    startedAt: began + from * hour,
    endedAt: to === null ? null : began + to * hour,
  });
  const first = { from: began, until: clock.now(), isFirst: true };
  const gap = { from: began + 30 * hour, until: began + 31 * hour };
  const started = [
    span('stays', 0, 36, 40_000),
    span('stays', 36, null, 50_000),
    span('gone', 0, 40, 96_000),
    span('unmanaged', 41, null, 20_000),
  ];
  const second = { ...first, from: began + 44 * hour };
  await store.transaction(async (tx) => {
    await tx.cost.add(cluster, aMeasuredCost(first, [], { started, gaps: [gap] }));
    await tx.cost.add(
      otherCluster,
      aMeasuredCost(second, [], { started: [{ ...span('lab', 44, null, 7), nodePool: 'lab' }] }),
    );
  });
  ofPool = await api.senderOf({
    name: 'pool',
    role: 'viewer',
    scope: { kind: 'NodePool', clusterId: cluster, nodePool: 'default' },
  });
});
afterAll(() => api.close());

type Span = NodeCostSpan & { readonly endedAt: number | null };

const ask = (query: string, sender: Sender = api.reader) => api.send('GET', query, sender);
const change = async (query = '', sender: Sender = api.reader) => {
  const answer = await ask(`/api/v1/cost/change${query}`, sender);
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('the change of the cost', () => {
  it('is of the last day, with drivers that add up to it', async () => {
    expect(await change()).toMatchObject({
      knownFrom: iso(began),
      before: '0.136',
      after: '0.070007',
      change: '-0.065993',
      increase: '0.030007',
      decrease: '-0.096',
      nodesBefore: 2,
      nodesAfter: 3,
      unpricedNodesAfter: 0,
      drivers: [
        {
          kind: 'CONSOLIDATE',
          message: 'Consolidation',
          clusterName,
          change: '-0.096',
          nodesRemoved: 1,
          nodePools: ['default'],
          decisionIds: ['dec_moved'],
          nodeClaims: ['default-gone'],
        },
        { kind: 'UNMANAGED', instanceType: 'm5.large', change: '0.02', nodePools: [] },
        { kind: 'PRICE', capacityType: 'SPOT', change: '0.01', nodesRepriced: 1 },
        { kind: 'CLUSTER_ADDED', clusterId: otherCluster, change: '0.000007' },
      ],
      gaps: [{ clusterName, from: iso(began + 30 * hour), to: iso(began + 31 * hour) }],
    });
  });

  it('is the same in GraphQL, between two times and of a part of the fleet', async () => {
    const [from, to] = [iso(began + 35 * hour), iso(began + 37 * hour)];
    const rest = await change(`?cluster=${clusterName}&nodePool=default&from=${from}&to=${to}`);
    const fields =
      'from to knownFrom before after change drivers { kind message change workload { name } }';
    const answer = await api.graphql(
      api.reader,
      `{ costChange(from: "${from}", to: "${to}",
        filter: { clusterId: "${cluster}", nodePools: ["default"] }) { ${fields} gaps { from } } }`,
    );
    const data = at(answer.body, 'data.costChange');
    expect(data).toMatchObject({ from, to, before: '0.136', after: '0.146', gaps: [] });
    expect(at(data, 'drivers')).toEqual([
      { kind: 'PRICE', message: 'New price of spot m5.large', change: '0.01', workload: null },
    ]);
    expect(rest).toMatchObject({ from, to, change: '0.01', drivers: [{ kind: 'PRICE' }] });
  });

  it('has only nodes that the caller may see', async () => {
    expect(await change('', ofPool)).toMatchObject({
      before: '0.136',
      after: '0.05',
      drivers: [{ kind: 'CONSOLIDATE' }, { kind: 'PRICE' }],
    });
  });

  it('has only nodes of the team that is named', async () => {
    await api.api.parts.ports.store.access.insertTeam({
      id: 'tea_lab',
      name: 'lab-team',
      owns: [{ kind: 'NodePool', clusterId: otherCluster, nodePool: 'lab' }],
      members: [],
      createdAt: began,
      version: 1,
    });
    expect(await change('?team=lab-team')).toMatchObject({
      from: iso(began + 44 * hour + 60_000),
      before: '0.000007',
      after: '0.000007',
      drivers: [],
    });
    expect(await change('?team=nobody')).toMatchObject({ knownFrom: null, drivers: [] });
  });

  it('is refused before the costs of nodes are known, with the time since when they are', async () => {
    const answer = await ask(`/api/v1/cost/change?from=${iso(began - 1)}`);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        detail: `from is too early: the costs of nodes are known since ${iso(began)}. Choose that time or a later one.`,
        errors: [{ parameter: 'from' }],
      },
    });
  });
});
