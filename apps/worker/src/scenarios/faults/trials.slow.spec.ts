import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { LiveCluster } from '../../testing/live-cluster.js';
import { describeLong } from '../../testing/long-scenario.js';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 });
const patience = { timeout: 240_000, interval: 250 };

let live: LiveCluster;

beforeAll(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), {
    workerId: 'w1',
    workerEnv: { KERF_SUSPECT_AFTER_DEATHS: '3' },
  });
});
afterAll(() => live.close());

const lease = () =>
  live.database.prisma.clusterLease.findUniqueOrThrow({ where: { clusterId: live.cluster.id } });
const connection = async () => (await live.store.clusters.find(live.cluster.id))?.connection;

/** Returns the process that tries suspects, as the worker logged it last. */
function trialsPid(): number {
  const pids = [...live.worker.log.matchAll(/"trialsPid":(\d+)/g)];
  return Number(pids.at(-1)?.[1]);
}

describeLong('a cluster that is suspected to end its worker', () => {
  it('is tried in a process of its own, whose end leaves the worker and costs the cluster a pause', async () => {
    await live.store.leases.acquire(live.cluster.id, 'w0', Date.now(), 1);
    const data = { deaths: 3, expiresAt: new Date(0) };
    await live.database.prisma.clusterLease.updateMany({ data });
    live.worker.start();
    await vi.waitFor(async () => expect((await lease()).owner).toBe('w1/trials'), patience);
    await vi.waitFor(async () => {
      expect(await connection()).toMatchObject({ state: 'Connected' });
    }, patience);
    process.kill(trialsPid(), 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await connection()).toMatchObject({
        state: 'Unreachable',
        problem: expect.stringMatching(/^4 workers ended .* w1\/trials\. .* apart from others\.$/),
      });
    }, patience);
    expect(live.worker.isRunning).toBe(true);
    // Its next trial is in another process.
    await live.database.prisma.clusterLease.updateMany({ data: { retryAt: new Date(0) } });
    await vi.waitFor(
      async () => expect((await lease()).expiresAt.getTime()).toBeGreaterThan(0),
      patience,
    );
    // It ends with its worker, and releases what it held.
    await live.worker.kill();
    await vi.waitFor(async () => expect((await lease()).expiresAt.getTime()).toBe(0), patience);
  });
});
