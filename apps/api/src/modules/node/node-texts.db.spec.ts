import type { NodeRow } from '@kerf/application';
import { aNodeRow, recordedAt, storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at, unauthenticated } from '../../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const clusterId = storedFleet.cluster;
const get = (path: string, sender = api.reader) =>
  api.send('GET', `/api/v1/clusters/${path}`, sender);
const allNodes = async () => (await get(`${clusterId}/all-nodes`)).body;

/** As the worker writes a change: rows and notice in one transaction. */
const apply = (changed: readonly NodeRow[], gone: readonly string[]) =>
  api.api.parts.ports.store.transaction(async (tx) => {
    await tx.readModel.applyNodes(clusterId, changed, gone);
    await tx.changes.publish({ topic: 'nodes', clusterId, id: null, version: recordedAt });
  });

describe('all nodes at once', () => {
  it('are equal to those of the pages', async () => {
    const all = await get('prod-eu-1/all-nodes');
    const page = await get('prod-eu-1/nodes?limit=100');
    expect(all.headers.get('content-type')).toContain('application/json');
    expect(at(all.body, 'items.length')).toBe(2);
    expect(all.body).toEqual(page.body);
  });

  it('include more nodes than one read returns, in the order of their names', async () => {
    const names = Array.from(
      { length: 1_001 },
      (_, index) => `n-${String(index).padStart(4, '0')}`,
    );
    await apply(
      names.map((name) => aNodeRow({ clusterId, name })),
      [],
    );
    await expect.poll(async () => at(await allNodes(), 'items.length')).toBe(1_003);
    expect(at(await allNodes(), 'items.1002.name')).toBe('n-1000');
    await apply([], names);
    await expect.poll(async () => at(await allNodes(), 'items.length')).toBe(2);
  });

  it('change when a node does', async () => {
    await allNodes();
    await apply([aNodeRow({ clusterId, name: 'a', podCount: 7 })], []);
    await expect.poll(async () => at(await allNodes(), 'items.0.podCount')).toBe(7);
  });

  it('are refused to anonymous callers and for unknown clusters', async () => {
    expect((await get(`${clusterId}/all-nodes`, unauthenticated)).status).toBe(401);
    expect((await get('none/all-nodes')).status).toBe(404);
  });
});
