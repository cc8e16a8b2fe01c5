import { aSimulation, aSimulationResult, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../testing/api-under-test.js';

const { cluster: clusterId, node, clusterName } = storedFleet;

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const get = (path: string, sender = api.reader) => api.send('GET', path, sender);
const post = (path: string, body?: unknown) =>
  api.send('POST', `/api/v1/${path}`, api.writer, body);

describe('work that continues after the response', () => {
  it('is an operation until it has ended, and leads to its result', async () => {
    const path = `clusters/${clusterName}/disruption-simulations`;
    const { status, headers, body } = await post(path, { nodeNames: [node] });
    expect(status).toBe(202);
    const location = headers.get('location') ?? '';
    const id = String(at(body, 'id'));
    expect(location).toBe(`/api/v1/operations/op_${id}`);
    expect(headers.get('content-location')).toBe(`/api/v1/disruption-simulations/${id}`);
    expect((await get(location)).body).toMatchObject({
      kind: 'DISRUPTION_SIMULATION',
      state: 'RUNNING',
      finishedAt: null,
      object: `/api/v1/disruption-simulations/${id}`,
    });
    await api.api.parts.database.pool.query(
      `UPDATE disruption_simulations SET state = 'Failed', problem = 'no', finished_at = now() WHERE id = $1`,
      [id],
    );
    expect((await get(location)).body).toMatchObject({ state: 'FAILED', problem: 'no' });
  });

  it('has succeeded when its object has a result', async () => {
    const { simulations } = api.api.parts.ports.store;
    const result = aSimulationResult();
    await simulations.insert(aSimulation({ clusterId, id: 'sim_done', state: 'Done', result }));
    expect((await get('/api/v1/operations/op_sim_done')).body).toMatchObject({
      state: 'SUCCEEDED',
      problem: null,
    });
  });

  it('includes the check of a cluster', async () => {
    const { status, headers } = await post(`clusters/${clusterName}/recheck`);
    expect(status).toBe(202);
    const location = headers.get('location') ?? '';
    expect(await get(location)).toMatchObject({
      status: 200,
      body: { kind: 'CLUSTER_CHECK', state: 'RUNNING', object: `/api/v1/clusters/${clusterId}` },
    });
  });

  it.each(['op_none', 'op_sim_none', 'sim_done', `op_${storedFleet.nodePool}`])(
    'is not found as %s',
    async (id) => {
      expect((await get(`/api/v1/operations/${id}`)).status).toBe(404);
    },
  );
});
