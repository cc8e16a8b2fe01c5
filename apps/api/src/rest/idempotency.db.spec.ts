import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Answer, ApiUnderTest, at } from '../testing/api-under-test.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const post = (path: string, key: string, body?: unknown) =>
  api.send('POST', `/api/v1/${path}`, { ...api.writer, 'idempotency-key': key }, body);
const team = { owns: [], members: [] };
const replayOf = ({ headers }: Answer) => headers.get('idempotency-replayed');

describe('a POST with an idempotency key', () => {
  it('is done once, and its response is sent again with a mark', async () => {
    const first = await post('teams', 'team-1', { ...team, name: 'shop' });
    const again = await post('teams', 'team-1', { ...team, name: 'shop' });
    expect(first).toMatchObject({ status: 201, body: { name: 'shop' } });
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect([first, again].map(replayOf)).toEqual([null, 'true']);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    const { body } = await api.send('GET', '/api/v1/teams', api.writer);
    expect(at(body, 'items')).toHaveLength(1);
  });

  it('is a conflict for another request with the same key', async () => {
    expect(await post('teams', 'team-1', { ...team, name: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
    // The key belongs to this operation only.
    expect((await post('roles', 'team-1', { name: 'r', actions: ['NODE_READ'] })).status).toBe(201);
  });

  it('can be sent again with the same key after it was refused', async () => {
    const { cluster } = storedFleet;
    const limit = (hourly: string) => ({
      scope: { kind: 'CLUSTER', clusterId: cluster },
      hourly,
    });
    expect((await post('spend-limits', 'limit-1', limit('-1'))).status).toBe(400);
    const done = await post('spend-limits', 'limit-1', limit('5'));
    expect(done.status).toBe(201);
    expect(replayOf(done)).toBeNull();
    expect(replayOf(await post('spend-limits', 'limit-1', limit('5')))).toBe('true');
  });

  it('can be sent again with the same key after an error of the server', async () => {
    const { pool } = api.api.parts.database;
    const body = { ...team, name: 'after-500' };
    await pool.query('ALTER TABLE audit_entries RENAME TO audit_entries_lost');
    const failed = await post('teams', 'team-2', body);
    await pool.query('ALTER TABLE audit_entries_lost RENAME TO audit_entries');
    expect(failed.status).toBeGreaterThanOrEqual(500);
    const done = await post('teams', 'team-2', body);
    expect(done).toMatchObject({ status: 201, body });
    expect(replayOf(done)).toBeNull();
  });

  it('has a Location and a status like the first one', async () => {
    const path = `clusters/${storedFleet.clusterName}/recheck`;
    const [first, again] = [await post(path, 'check-1'), await post(path, 'check-1')];
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(replayOf(again)).toBe('true');
  });

  it.each(['', 'x'.repeat(256), 'tab\there'])('refuses the key %j', async (key) => {
    expect(await post('teams', key, { ...team, name: 'never' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('1 to 255 printable ASCII characters') },
    });
  });
});
