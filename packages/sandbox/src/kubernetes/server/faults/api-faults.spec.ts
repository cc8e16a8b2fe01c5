import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestCluster } from '../../../testing/test-cluster.js';
import { stringAt } from '../../json/json.js';

const cluster = new TestCluster();
beforeAll(() => cluster.start());
afterAll(() => cluster.close());

const pods = '/api/v1/pods';

describe('an API server with faults', () => {
  it('returns an error for a ratio of the requests, until it recovers', async () => {
    const { faults } = cluster.running;
    faults.set({ errors: 0.5, hangs: 0 });
    const codes = await Promise.all(
      Array.from({ length: 60 }, async () => (await cluster.call('GET', pods)).code),
    );
    const failed = codes.filter((code) => code === 500).length;
    expect(codes.filter((code) => code === 200).length + failed).toBe(60);
    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(45);
    faults.set({ errors: 1, hangs: 0 });
    expect((await cluster.call('GET', pods)).body).toMatchObject({
      kind: 'Status',
      message: 'etcdserver: request timed out',
      code: 500,
    });
    faults.clear();
    expect((await cluster.call('GET', pods)).code).toBe(200);
  });

  it('never responds to some clients, and still serves others', async () => {
    const { faults } = cluster.running;
    faults.set({ errors: 0, hangs: 1 });
    const unanswered = cluster.call('GET', pods).then(
      () => 'answered',
      () => 'broken off',
    );
    expect(await Promise.race([unanswered, sleep(300, 'still waiting')])).toBe('still waiting');
    faults.clear();
    expect((await cluster.call('GET', pods)).code).toBe(200);
  });

  it('interrupts watches, and returns 410 to those that continue', async () => {
    const maps = '/api/v1/namespaces/default/configmaps';
    const { body } = await cluster.call('GET', maps);
    const path = `${maps}?watch=1&resourceVersion=${stringAt(body, 'metadata', 'resourceVersion')}`;
    const watch = cluster.watch(path);
    await cluster.call('POST', maps, { metadata: { name: 'later' } });
    await vi.waitFor(() => expect(watch.events).toMatchObject([{ type: 'ADDED' }]), {
      timeout: 30_000,
    });
    cluster.running.cutWatches();
    await watch.ended;
    cluster.running.compact();
    const again = cluster.watch(path);
    await again.ended;
    expect(again.events).toMatchObject([
      { type: 'ERROR', object: { code: 410, reason: 'Expired' } },
    ]);
  });
});
