import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { invariant } from '@kerf/core';
import { openDatabase } from '@kerf/db';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { runsAllFaults } from '../../testing/fault-selection.js';
import { KillableRedis } from '../../testing/killable-redis.js';
import type { KillableWorker } from '../../testing/killable-worker.js';
import { LiveCluster } from '../../testing/live-cluster.js';
import { inAllSources, readProviderIds } from '../../testing/provider-ids.js';

const limitMs = 180_000;
vi.setConfig({ testTimeout: limitMs, hookTimeout: 120_000 });

/** Leases must expire in it, which takes a minute each. */
const skipReason = runsAllFaults
  ? ''
  : ' (only with KERF_FAULTS=all, as .ci/run has it: it takes some minutes)';
const hasRedis = KillableRedis.isInstalled();
const skipReasonOnRedis = hasRedis ? skipReason : ' (there is no redis-server on the PATH)';
const awayMs = 4_000;

let live: LiveCluster;
let workers: readonly KillableWorker[];

beforeEach(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), {
    workerId: 'first',
    hasInterruptionQueue: true,
  });
  workers = [live.worker];
  for (const [name, value] of Object.entries(live.fleet.awsEnvironment)) vi.stubEnv(name, value);
  await live.create('exercise/node-class.yaml');
  await live.create('exercise/node-pool.yaml', (text) =>
    text.replace('consolidateAfter: 30s', 'consolidateAfter: 1s'),
  );
});

afterEach(async () => {
  for (const worker of workers) await worker.kill();
  await live.close();
  vi.unstubAllEnvs();
});

function anotherWorker(workerId: string, env: NodeJS.ProcessEnv = {}): KillableWorker {
  const worker = live.createWorker(workerId, env);
  workers = [...workers, worker];
  return worker;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMs - 60_000;
  while (!(await isSo())) {
    invariant(Date.now() < deadline, `${what}:\n${workers.map(({ log }) => log).join('\n---\n')}`);
    await sleep(50);
  }
}

const claimsIn = (...states: readonly string[]): Promise<number> =>
  live.database.prisma.nodeClaim.count({ where: { state: { in: [...states] } } });

const allRun = async (): Promise<boolean> => (await live.runningPods('inflate')).length === 5;

async function untilLaunched(): Promise<void> {
  await until('all pods run', allRun);
  await until(
    'all claims are initialized',
    async () => (await claimsIn('Requested', 'Launching', 'Launched', 'Registered')) === 0,
  );
}

/** Each node was launched once, and all sources have the same ones. */
async function expectLaunchedOnce(): Promise<void> {
  const claims = await live.database.prisma.nodeClaim.count();
  await until('all sides agree', async () => {
    const sides = await readProviderIds(live);
    return isDeepStrictEqual(sides, inAllSources(sides.instances));
  });
  expect((await readProviderIds(live)).instances).toHaveLength(claims);
}

async function untilAllRemoved(): Promise<void> {
  const alive = { where: { state: { not: 'Terminated' } } };
  await until(
    'all claims have ended',
    async () => (await live.database.prisma.nodeClaim.count(alive)) === 0,
  );
  await until('all nodes are gone, for all sides', async () =>
    isDeepStrictEqual(await readProviderIds(live), inAllSources([])),
  );
}

async function removePods(): Promise<void> {
  for (const object of live.read('exercise/inflate.yaml')) await live.objects.delete(object);
}

/** Log lines that only a bug causes, and the end of the process, if any. */
const bugsOf = ({ isRunning, log }: KillableWorker): readonly string[] => [
  ...(isRunning ? [] : ['the worker has ended']),
  ...log.split('\n').filter((line) => /nhandled|BUG\.|TypeError|ReferenceError/.test(line)),
];

/** Launches nodes and removes them, with an outage during each. */
async function launchAndRemove(
  worker: KillableWorker,
  goAndComeBack: () => Promise<void>,
): Promise<void> {
  worker.start();
  await live.create('exercise/inflate.yaml');
  await until(
    'a node is asked for',
    async () => (await claimsIn('Requested', 'Launching', 'Launched')) > 0,
  );
  await goAndComeBack();
  await untilLaunched();
  await expectLaunchedOnce();

  await removePods();
  await until('a node leaves', async () => (await claimsIn('Terminating')) > 0);
  await goAndComeBack();
  await untilAllRemoved();
}

/** Rejects and ends all connections, as a restart of Postgres does. */
async function stopDatabase(): Promise<void> {
  const name = new URL(live.database.url).pathname.slice(1);
  const admin = openDatabase({
    url: inject('databaseUrl'),
    maxConnections: 1,
    applicationName: 'kerf-spec-admin',
  });
  await admin.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  // Not autovacuum workers: only a superuser may end them.
  await admin.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = $1 AND usename = current_user`,
    [name],
  );
  await sleep(awayMs);
  await admin.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await admin.close();
}

describe.runIf(runsAllFaults)(`a worker whose Postgres restarts${skipReason}`, () => {
  it('launches each node once and removes it, without a restart', async () => {
    await launchAndRemove(live.worker, stopDatabase);
    expect(bugsOf(live.worker)).toEqual([]);
  });
});

describe.runIf(runsAllFaults && hasRedis)(
  `a worker whose Redis comes back without its jobs${skipReasonOnRedis}`,
  () => {
    let redis: KillableRedis;

    beforeEach(async () => {
      redis = await KillableRedis.start();
    });
    afterEach(() => redis.kill());

    it('launches each node once and removes it, without a restart', async () => {
      const worker = anotherWorker('on-redis', { REDIS_URL: redis.url });
      await launchAndRemove(worker, async () => {
        await redis.kill();
        await sleep(awayMs);
        await redis.start();
      });
      expect(bugsOf(worker)).toEqual([]);
    });
  },
);

describe.runIf(runsAllFaults)(`a worker whose SQS does not answer${skipReason}`, () => {
  const findings = () =>
    live.database.prisma.finding.findMany({ where: { code: 'INTERRUPTION_QUEUE_UNREADABLE' } });

  it('records a finding, and handles the messages afterwards', async () => {
    const { worker, cluster, fleet } = live;
    worker.start();
    await live.create('exercise/inflate.yaml');
    await untilLaunched();
    await fleet.control('scenarios/sqs-outage', { cluster: cluster.name, seconds: 600 });
    await until('the cluster’s page says so', async () => (await findings()).length > 0);
    // Its warning arrives after a second.
    await fleet.control('scenarios/spot-storm', { cluster: cluster.name, size: 1, seconds: 4 });
    await sleep(awayMs);
    expect(await live.database.prisma.interruption.count()).toBe(0);
    await fleet.control('calm');
    await until('the warning is acted on', async () => {
      const warned = { kind: 'SpotInterrupted', action: 'Drain' };
      return (await live.database.prisma.interruption.count({ where: warned })) === 1;
    });
    await until('it is said no more', async () => (await findings()).length === 0);
    await until('the warned node is gone', async () => (await claimsIn('Terminated')) === 1);
    await untilLaunched();
    expect(bugsOf(worker)).toEqual([]);
  });
});

describe.runIf(runsAllFaults)(`two workers for one cluster${skipReason}`, () => {
  const holder = async (): Promise<string | null> => {
    const lease = await live.database.prisma.clusterLease.findFirst();
    return lease === null || lease.expiresAt.getTime() < Date.now() ? null : lease.owner;
  };

  it('hand over the lease when one is paused; the paused one repeats nothing', async () => {
    const first = live.worker;
    const second = anotherWorker('second');
    first.start();
    await until('the first holds it', async () => (await holder()) === 'first');
    second.start();
    await live.create('exercise/inflate.yaml');
    await until(
      'a node is asked for',
      async () => (await claimsIn('Requested', 'Launching', 'Launched')) > 0,
    );
    first.freeze();
    await until('the second holds it', async () => (await holder()) === 'second');
    first.thaw();
    await untilLaunched();
    await expectLaunchedOnce();

    await removePods();
    await until('a node leaves', async () => (await claimsIn('Terminating')) > 0);
    second.freeze();
    await until('the first holds it again', async () => (await holder()) === 'first');
    second.thaw();
    await untilAllRemoved();
    expect(workers.flatMap(bugsOf)).toEqual([]);
  });
});
