import { aSimulation, aSimulationResult, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
const clusterId = storedFleet.cluster;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const simulate = async (input: object = {}, sender = api.writer): Promise<unknown> =>
  (
    await api.graphql(
      sender,
      `mutation ($input: SimulateDisruptionInput!) { simulateDisruption(input: $input) {
        simulation { id clusterId nodeNames requestedBy state problem result { evaluatedAt } }
        userErrors { code field message } } }`,
      { input: { clusterId, nodeNames: [storedFleet.node], ...input } },
    )
  ).body;
const post = (body: unknown, headers: object = {}, cluster: string = storedFleet.clusterName) =>
  api.send(
    'POST',
    `/api/v1/clusters/${cluster}/disruption-simulations`,
    { ...api.writer, ...headers },
    body,
  );
const get = (id: string) =>
  api.send('GET', `/api/v1/disruption-simulations/${id}`, { ...api.reader });

describe('a simulation of the removal of nodes', () => {
  it('is requested by GraphQL: the worker gets a job', async () => {
    const answer = at(await simulate(), 'data.simulateDisruption');
    expect(answer).toMatchObject({
      simulation: {
        clusterId,
        nodeNames: [storedFleet.node],
        requestedBy: 'writer',
        state: 'REQUESTED',
        problem: null,
        result: null,
      },
      userErrors: [],
    });
    const id = at(answer, 'simulation.id');
    const { rows } = await api.api.parts.database.pool.query(
      `SELECT message FROM outbox WHERE message->>'simulationId' = $1`,
      [id],
    );
    expect(rows).toEqual([
      { message: { v: 1, type: 'disruption.simulate', clusterId, simulationId: id } },
    ]);
  });

  it('is requested by REST: 202 with where it is, and once per idempotency key', async () => {
    const headers = { 'idempotency-key': 'key-1' };
    const body = { nodeNames: [storedFleet.node] };
    const first = await post(body, headers);
    expect(first).toMatchObject({ status: 202, body: { state: 'REQUESTED', result: null } });
    const location = `/api/v1/disruption-simulations/${String(at(first.body, 'id'))}`;
    expect(first.headers.get('content-location')).toBe(location);
    const again = await post(body, headers);
    expect(again.headers.get('content-location')).toBe(location);
    expect(await api.send('GET', location, api.reader)).toMatchObject({
      status: 200,
      body: { nodeNames: [storedFleet.node] },
    });
  });

  it('names the field of a wrong request, the cause and the fix', async () => {
    expect(await simulate({ nodeNames: ['gone'] })).toMatchObject({
      data: {
        simulateDisruption: {
          simulation: null,
          userErrors: [
            {
              code: 'INVALID',
              field: 'input.nodeNames',
              message: 'The cluster does not have these nodes: gone. Check the names.',
            },
          ],
        },
      },
    });
    expect(await simulate({ clusterId: 'clu_none' })).toMatchObject({
      data: { simulateDisruption: { userErrors: [{ code: 'NOT_FOUND' }] } },
    });
    expect(await post({ nodeNames: [] })).toMatchObject({ status: 400 });
    expect((await post({ nodeNames: ['a'] }, {}, 'none')).status).toBe(404);
    expect((await get('sim_none')).status).toBe(404);
  });

  it('is refused for too many nodes before any of them is looked up', async () => {
    const made = await api.send('POST', '/api/v1/api-tokens', api.writer, {
      name: 'of the pool',
      role: 'operator',
      scope: { kind: 'NODE_POOL', clusterId, nodePool: 'default' },
      expiresInDays: 1,
    });
    const ofPool = { authorization: `Bearer ${String(at(made.body, 'secret'))}` };
    const nodeNames = Array.from({ length: 101 }, (_, index) => `node-${index}`);
    expect(await simulate({ nodeNames }, ofPool)).toMatchObject({
      data: { simulateDisruption: { userErrors: [{ code: 'INVALID', field: 'input.nodeNames' }] } },
    });
  });

  it('requires the scope write to be requested', async () => {
    expect(await simulate({}, api.reader)).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    expect((await post({ nodeNames: [storedFleet.node] }, api.reader)).status).toBe(403);
  });

  it('is failed when no worker has answered in time', async () => {
    const { store } = api.api.parts.ports;
    await store.simulations.insert(aSimulation({ clusterId, id: 'sim_late' }));
    expect((await get('sim_late')).body).toMatchObject({
      state: 'FAILED',
      problem: expect.stringContaining('No worker has answered within 60 s.'),
    });
  });

  it('has the moves, replacements, cost and blockers when it is done', async () => {
    const { store } = api.api.parts.ports;
    const result = aSimulationResult();
    await store.simulations.insert(
      aSimulation({ clusterId, id: 'sim_done', state: 'Done', result }),
    );
    const { body } = await get('sim_done');
    expect(body).toMatchObject({
      state: 'DONE',
      result: {
        nodes: [
          {
            nodeName: 'ip-10-0-0-1',
            podsWithoutController: ['shop/debug'],
            blockers: [
              {
                disruptionReasons: ['UNDERUTILIZED'],
                reason: { code: 'CONSOLIDATE_AFTER' },
                until: expect.stringMatching(/Z$/),
              },
            ],
          },
        ],
        moves: [{ pod: 'shop/web-1', from: 'ip-10-0-0-1', to: 'claim-0001' }],
        unplaced: [{ pod: 'shop/huge', byNodePool: [{ nodePool: 'default' }] }],
        replacements: [
          {
            plannedId: 'claim-0001',
            nodeClaimId: null,
            optionCount: 3,
            pods: [{ namespace: 'shop', name: 'web-1' }],
          },
        ],
        costChange: null,
        consolidation: { isPossible: false, saving: null, blocker: { code: 'PRICE_UNKNOWN' } },
      },
    });
  });
});
