import { type Interruption } from '@kerf/application';
import { aNodeRow, anInterruption, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, type Sender } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
const clusterId = storedFleet.cluster;
const from = '2026-11-21T00:00:00Z';
const to = '2026-11-22T00:00:00Z';

const interrupted = (id: string, fields: Partial<Interruption> = {}) =>
  anInterruption({ clusterId, id, instanceId: `i-${id}`, ...fields });

const spotNode = (name: string, fields: object = {}) =>
  aNodeRow({
    clusterId,
    name,
    nodePool: 'default',
    capacityType: 'spot',
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    priceMicroUsdPerHour: 30_000,
    podCount: 6,
    ...fields,
  });

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  await store.readModel.applyNodes(
    clusterId,
    [
      spotNode('spot-1'),
      spotNode('spot-2'),
      spotNode('spot-3'),
      spotNode('spot-4', { nodePool: 'batch', zone: 'us-east-1b', podCount: 2 }),
    ],
    ['ip-10-0-0-2'],
  );
  await store.interruptions.insert(interrupted('int_1'));
  await store.interruptions.insert(interrupted('int_2', { lostPods: ['shop/web'] }));
  // The second notice about one instance.
  await store.interruptions.insert(interrupted('int_3', { instanceId: 'i-int_1' }));
  await store.interruptions.insert(
    interrupted('int_4', { kind: 'RebalanceRecommended', action: 'None' }),
  );
  await store.interruptions.insert(interrupted('int_5', { capacityType: 'on-demand' }));
  await store.interruptions.insert(interrupted('int_6', { receivedAt: Date.parse(to) }));
  await store.interruptions.insert(
    interrupted('int_7', { nodePool: 'batch', instanceType: 'c5.large' }),
  );
});
afterAll(() => api.close());

const get = (query: string, sender: Sender = api.reader) =>
  api.send('GET', `/api/v1/interruptions/spot-pools?${query}`, sender);

const tokenOfPool = (nodePool: string): Promise<Sender> =>
  api.senderOf({
    name: nodePool,
    role: 'viewer',
    scope: { kind: 'NodePool', clusterId, nodePool },
  });

describe('the spot pools', () => {
  it('have the interrupted nodes of the period and the share of the nodes of now', async () => {
    const { status, body } = await get(`from=${from}&to=${to}&cluster=${clusterId}`);
    expect(status).toBe(200);
    expect(at(body, 'items')).toEqual([
      {
        instanceType: 'm5.large',
        zone: 'us-east-1a',
        interruptedNodes: 2,
        nodesWithLostPods: 1,
        rebalanceRecommendations: 1,
        ranNodes: null,
        interruptedRatio: null,
        nodes: 3,
        unpricedNodes: 0,
        price: '0.09',
        pods: 18,
        nodeShare: 0.75,
        priceShare: 0.75,
        podShare: 0.9,
      },
      expect.objectContaining({ instanceType: 'c5.large', interruptedNodes: 1, nodes: 0 }),
      expect.objectContaining({ zone: 'us-east-1b', interruptedNodes: 0, nodes: 1, podShare: 0.1 }),
    ]);
  });

  it('are the same by GraphQL, and a CSV file', async () => {
    const answer = await api.graphql(
      api.reader,
      `{ spotPools(from: "${from}", to: "${to}") { instanceType zone interruptedNodes nodeShare price } }`,
    );
    expect(at(answer.body, 'data.spotPools.0')).toEqual({
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      interruptedNodes: 2,
      nodeShare: 0.75,
      price: '0.09',
    });
    const csv = await get(`from=${from}&to=${to}&format=csv`);
    expect(String(csv.body).trim().split('\n')).toHaveLength(4);
  });

  it('have only the nodes and interruptions that the caller sees', async () => {
    const { body } = await get(`from=${from}&to=${to}`, await tokenOfPool('batch'));
    expect(at(body, 'items')).toMatchObject([
      { instanceType: 'c5.large', interruptedNodes: 1 },
      { zone: 'us-east-1b', nodes: 1, nodeShare: 1 },
    ]);
  });

  it('have the share of the nodes that ran, where nodes were recorded for the whole period', async () => {
    const { database } = api.api.parts;
    await database.pool.query(
      `INSERT INTO cost_accounts (cluster_id, accounted_from, accounted_until, spans_from)
       VALUES ($1, $2, $3, $2) ON CONFLICT (cluster_id) DO UPDATE SET spans_from = $2`,
      [clusterId, '2026-11-20T00:00:00Z', to],
    );
    for (const node of [1, 2, 3, 4]) {
      await database.pool.query(
        `INSERT INTO node_cost_spans (cluster_id, node_uid, started_at, ended_at, node_name,
           node_pool, instance_type, capacity_type, zone, price_micro_usd_per_hour)
         VALUES ($1, $2, $3, NULL, $2, 'default', 'm5.large', 'spot', 'us-east-1a', 30000)`,
        [clusterId, `uid-${node}`, from],
      );
    }
    const whole = await get(`from=${from}&to=${to}`);
    expect(at(whole.body, 'items.0')).toMatchObject({ ranNodes: 4, interruptedRatio: 0.5 });
    const earlier = await get(`from=2026-11-19T00:00:00Z&to=${to}`);
    expect(at(earlier.body, 'items.0')).toMatchObject({ ranNodes: null, interruptedRatio: null });
  });

  it.each([
    [to, from, 'to must be after from.'],
    [
      from,
      '2026-12-23T00:00:00Z',
      'to must be at most 31 days after from; request a shorter period.',
    ],
  ])('refuse the period from %s to %s', async (start, end, detail) => {
    expect(await get(`from=${start}&to=${end}`)).toMatchObject({ status: 400, body: { detail } });
  });
});
