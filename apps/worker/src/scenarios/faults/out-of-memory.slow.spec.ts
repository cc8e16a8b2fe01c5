import { invariant } from '@kerf/core';
import { aCluster } from '@kerf/testing';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { EndlessPodsServer } from '../../testing/endless-pods-server.js';
import { LiveCluster } from '../../testing/live-cluster.js';
import { describeLong } from '../../testing/long-scenario.js';

const limitMs = 1_500_000;
vi.setConfig({ testTimeout: limitMs, hookTimeout: 120_000 });
const patience = { timeout: 600_000, interval: 250 };

const poisonedId = 'clu_a_poisoned';
let live: LiveCluster;
let server: EndlessPodsServer;

beforeAll(async () => {
  server = await EndlessPodsServer.start();
  live = await LiveCluster.open(inject('databaseUrl'), {
    workerId: 'w1',
    // By default, a cluster may take 512 MiB, which this heap does not have.
    workerEnv: {
      KERF_SUSPECT_AFTER_DEATHS: '2',
      NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=160',
    },
  });
  const other = live.fleet.info.clusters.find(({ name }) => name !== live.cluster.name);
  invariant(other !== undefined, 'the fleet has two clusters');
  const { name, region, roleArn, externalId } = other;
  const { url, certificateAuthority } = server;
  const endpoint = { endpoint: url, certificateAuthority, endpointIsGiven: true };
  const poisoned = { id: poisonedId, name, region, roleArn, externalId, ...endpoint };
  await live.store.clusters.insert(aCluster(poisoned));
  await live.create('exercise/node-class.yaml');
  await live.create('exercise/node-pool.yaml');
});
afterAll(async () => {
  await live.close();
  await server.close();
});

const lease = (clusterId: string) =>
  live.database.prisma.clusterLease.findUnique({ where: { clusterId } });
const connection = async () => (await live.store.clusters.find(poisonedId))?.connection;

/** Number of processes of trials that the worker has seen die of their heaps. */
const heapDeaths = (): number =>
  live.worker.log.match(/"signal":"SIGABRT".*the process of the trials has ended/g)?.length ?? 0;

async function startUntilOutOfMemory(): Promise<void> {
  live.worker.start();
  await vi.waitFor(() => expect(live.worker.isRunning).toBe(false), patience);
  expect(live.worker.log).toMatch(/FATAL ERROR: .*heap/);
}

async function expectRunningPods(app: string): Promise<void> {
  await live.create('exercise/inflate.yaml', (text) => text.replaceAll('inflate', app));
  await vi.waitFor(async () => expect(await live.runningPods(app)).toHaveLength(5), patience);
}

describeLong('a cluster whose objects are more than the heap of its worker', () => {
  it('ends the worker twice, and then only the process of the trials, while others get nodes', async () => {
    await startUntilOutOfMemory();
    await startUntilOutOfMemory();
    live.worker.start();
    await vi.waitFor(async () => {
      expect(await connection()).toMatchObject({
        state: 'Unreachable',
        problem: expect.stringMatching(
          /^\d workers ended one after the other while they read the cluster; the last one was w1\/trials\. Kerf tries it again at .* apart from others\.$/,
        ),
      });
    }, patience);
    const found = heapDeaths();
    expect(found).toBeGreaterThanOrEqual(1);
    await expectRunningPods('first');
    // Its next trial ends another process.
    await live.database.prisma.clusterLease.update({
      where: { clusterId: poisonedId },
      data: { retryAt: new Date(0) },
    });
    await vi.waitFor(
      async () => expect((await lease(poisonedId))?.owner).toBe('w1/trials'),
      patience,
    );
    await Promise.all([
      expectRunningPods('second'),
      vi.waitFor(() => expect(heapDeaths()).toBe(found + 1), patience),
    ]);
    expect(live.worker.isRunning).toBe(true);
  });
});
