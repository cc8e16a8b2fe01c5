import { setTimeout as sleep } from 'node:timers/promises';
import { invariant } from '@kerf/core';
import { openDatabase } from '@kerf/db';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { allAre, readAllSides } from './testing/all-sides.js';
import type { KillableWorker } from './testing/killable-worker.js';
import { LiveCluster } from './testing/live-cluster.js';

const limitMs = 180_000;
vi.setConfig({ testTimeout: limitMs, hookTimeout: 120_000 });

/** Leases have to run out for it, which takes a minute each. */
const isAsked = process.env['KERF_FAULTS'] === 'all';
const whyNot = isAsked
  ? ''
  : ' (only with KERF_FAULTS=all, as .ci/run has it: it takes two minutes)';

let live: LiveCluster;
let workers: readonly KillableWorker[];

beforeEach(async () => {
  live = await LiveCluster.open(inject('databaseUrl'), { workerId: 'first' });
  workers = [live.worker, live.anotherWorker('second')];
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

const allGone = async (): Promise<boolean> =>
  (await live.database.prisma.nodeClaim.count({ where: { state: { not: 'Terminated' } } })) === 0;

async function untilBought(): Promise<void> {
  await until('all pods run', allRun);
  await until(
    'all nodes are ready',
    async () => (await claimsIn('Requested', 'Launching', 'Launched', 'Registered')) === 0,
  );
}

async function removePods(): Promise<void> {
  for (const object of live.read('exercise/inflate.yaml')) await live.objects.delete(object);
}

function expectNoBug(worker: KillableWorker): void {
  expect(worker.isRunning).toBe(true);
  expect(worker.log).not.toMatch(/nhandled|BUG\.|TypeError|ReferenceError/);
}

/** Nobody gets in, and whoever is in is thrown out: what a restart of Postgres is for its clients. */
async function takeDatabaseAwayFor(ms: number): Promise<void> {
  const name = new URL(live.database.url).pathname.slice(1);
  const admin = openDatabase({
    url: inject('databaseUrl'),
    maxConnections: 1,
    applicationName: 'kerf-spec-admin',
  });
  await admin.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
    [name],
  );
  await sleep(ms);
  await admin.pool.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await admin.close();
}

describe.runIf(isAsked)(`a worker whose Postgres restarts${whyNot}`, () => {
  it('buys each node once and takes it away again, without being started anew', async () => {
    live.worker.start();
    await live.create('exercise/inflate.yaml');
    await until('a node is bought', async () => (await claimsIn('Launching', 'Launched')) > 0);
    await takeDatabaseAwayFor(4_000);
    await untilBought();
    const sides = await readAllSides(live);
    expect(sides.instances).toHaveLength(await live.database.prisma.nodeClaim.count());
    expect(sides).toEqual(allAre(sides.instances));

    await removePods();
    await until('a node leaves', async () => (await claimsIn('Terminating')) > 0);
    await takeDatabaseAwayFor(4_000);
    await until('all nodes are gone', allGone);
    expect(await readAllSides(live)).toEqual(allAre([]));
    expectNoBug(live.worker);
  });
});

describe.runIf(isAsked)(`two workers and one cluster${whyNot}`, () => {
  const holder = async (): Promise<string | null> => {
    const lease = await live.database.prisma.clusterLease.findFirst();
    return lease === null || lease.expiresAt.getTime() < Date.now() ? null : lease.owner;
  };

  it('hand it over when one is paused, and the one that wakes up does nothing twice', async () => {
    const [first, second] = workers;
    invariant(first !== undefined && second !== undefined, 'there are two');
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
    await untilBought();
    const sides = await readAllSides(live);
    expect(sides.instances).toHaveLength(await live.database.prisma.nodeClaim.count());
    expect(sides).toEqual(allAre(sides.instances));

    await removePods();
    await until('a node leaves', async () => (await claimsIn('Terminating')) > 0);
    second.freeze();
    await until('the first holds it again', async () => (await holder()) === 'first');
    second.thaw();
    await until('all nodes are gone', allGone);
    expect(await readAllSides(live)).toEqual(allAre([]));
    for (const worker of workers) expectNoBug(worker);
  });
});
