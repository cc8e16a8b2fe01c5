import { setTimeout as sleep } from 'node:timers/promises';
import { done, type JobOutcome, type OutboxMessage, waitFor } from '@kerf/application';
import { AppError, invariant } from '@kerf/core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  clusterQueue,
  connectQueues,
  createJobQueues,
  type JobHandlers,
  type JobQueues,
  type QueueConnection,
} from './index.js';
import { jobCatalog } from './jobs/catalog.js';
import type { JobFailure } from './processor.js';

/** `.ci/run` runs the same suite on Redis. */
const redisUrl = process.env['REDIS_URL'];
const clusterId = 'clu_a';
let connection: QueueConnection;
let queues: JobQueues;
let failures: JobFailure[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  connection = await connectQueues(
    redisUrl === undefined
      ? { kind: 'Postgres', url: inject('databaseUrl'), maxConnections: 10 }
      : { kind: 'Redis', url: redisUrl },
  );
  // Retries are faster than in production.
  queues = createJobQueues(connection, { retryCapMs: 100 });
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await queues.removeCluster(clusterId);
  failures = [];
});

afterAll(() => queues.close());

function answersAll(handlers: Readonly<Record<string, unknown>>): handlers is JobHandlers {
  return Object.keys(jobCatalog).every((name) => typeof handlers[name] === 'function');
}

/** Handlers that return `done`, except the given ones. */
function handlersWith(some: Partial<JobHandlers>): JobHandlers {
  const given: Readonly<Record<string, unknown>> = some;
  const all: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.keys(jobCatalog).map((name) => [name, given[name] ?? (() => Promise.resolve(done))]),
  );
  invariant(answersAll(all), 'every job has a handler');
  return all;
}

async function run(handlers: Partial<JobHandlers>): Promise<void> {
  const worker = await queues.runCluster(clusterId, handlersWith(handlers), (failure) =>
    failures.push(failure),
  );
  stops.push(() => worker.stop());
}

const launch = (id: string, nodeClaimId = 'ncl_1', deliverAt = 0) => ({
  id,
  deliverAt,
  message: { type: 'node-claim.register' as const, clusterId, nodeClaimId },
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 10) {
    expect(waited, 'waited too long').toBeLessThan(10_000);
    await sleep(10);
  }
}

describe(`job queues on ${redisUrl === undefined ? 'Postgres' : 'Redis'}`, () => {
  it('deliver a published message to its handler', async () => {
    const seen: unknown[] = [];
    await run({
      'node-claim.register': (payload) => {
        seen.push(payload);
        return Promise.resolve(done);
      },
    });
    await queues.publish([launch('1')], 0);
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ clusterId, nodeClaimId: 'ncl_1' }]);
  });

  it('create one job for a message that is published twice', async () => {
    await queues.publish([launch('1'), launch('2', 'ncl_2')], 0);
    await queues.publish([launch('1')], 0);
    const seen: string[] = [];
    await run({
      'node-claim.register': ({ nodeClaimId }) => {
        seen.push(nodeClaimId);
        return Promise.resolve(done);
      },
    });
    await until(() => seen.length >= 2);
    await sleep(300);
    expect(seen.sort()).toEqual(['ncl_1', 'ncl_2']);
  });

  it('call a handler again after Wait, without counting an attempt', async () => {
    const outcomes: JobOutcome[] = [waitFor(20), waitFor(20), done];
    let calls = 0;
    await run({
      'node-claim.terminate': () => {
        calls += 1;
        return Promise.resolve(outcomes.shift() ?? done);
      },
    });
    await queues.publish(
      [
        {
          id: '1',
          deliverAt: 0,
          message: { type: 'node-claim.terminate', clusterId, nodeClaimId: 'ncl_1' },
        },
      ],
      0,
    );
    await until(() => calls === 3);
    expect(failures).toEqual([]);
  });

  it('retry a retryable failure, and no other', async () => {
    const answers = [
      new AppError({ code: 'CLOUD.RATE_LIMITED', message: 'slow', retry: { kind: 'backoff' } }),
      new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'no' }),
    ];
    let calls = 0;
    await run({
      'node-claim.register': () => {
        calls += 1;
        const [error] = answers.splice(0, 1);
        return error === undefined ? Promise.resolve(done) : Promise.reject(error);
      },
    });
    await queues.publish([launch('1')], 0);
    await until(() => failures.length === 2);
    expect(calls).toBe(2);
    expect(failures.map(({ willRetry }) => willRetry)).toEqual([true, false]);
    expect(failures[1]?.error.message).toBe('CLOUD.UNAUTHORIZED: no');
  });

  it('report pending jobs, without finished ones', async () => {
    const register = (nodeClaimId: string): OutboxMessage => ({
      type: 'node-claim.register',
      clusterId,
      nodeClaimId,
    });
    const launchOf = (...nodeClaimIds: readonly string[]): OutboxMessage => ({
      type: 'node-claim.launch',
      clusterId,
      nodeClaimIds,
    });
    await queues.publish(
      [
        launch('1', 'ncl_waits'),
        launch('2', 'ncl_later', 3_600_000),
        launch('3', 'ncl_fails'),
        launch('4', 'ncl_ends'),
        { id: '5', deliverAt: 3_600_000, message: launchOf('ncl_a', 'ncl_b') },
      ],
      0,
    );
    expect((await queues.pending(clusterId)).has(register('ncl_waits'))).toBe(true);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await run({
      'node-claim.register': async ({ nodeClaimId }) => {
        if (nodeClaimId === 'ncl_fails') throw new TypeError('a bug');
        if (nodeClaimId === 'ncl_waits') await released;
        return done;
      },
    });
    await until(() => failures.length === 1);
    const ended = async (): Promise<boolean> =>
      !(await queues.pending(clusterId)).has(register('ncl_ends'));
    await until(ended);
    const pending = await queues.pending(clusterId);
    // One runs, two are delayed.
    expect(pending.has(register('ncl_waits'))).toBe(true);
    expect(pending.has(register('ncl_later'))).toBe(true);
    expect(pending.has(launchOf('ncl_b'))).toBe(true);
    expect(pending.has(launchOf('ncl_a', 'ncl_c'))).toBe(false);
    expect(pending.has(register('ncl_fails'))).toBe(false);
    expect(pending.has(register('ncl_unknown'))).toBe(false);
    expect(
      pending.has({ type: 'node-claim.initialize', clusterId, nodeClaimId: 'ncl_later' }),
    ).toBe(false);
    release();
  });

  it('refuse an invalid payload', async () => {
    await run({});
    await queues.publish([launch('1', '')], 0);
    await until(() => failures.length === 1);
    expect(failures[0]).toMatchObject({
      jobName: 'node-claim.register',
      willRetry: false,
      unreadable: expect.stringContaining('nodeClaimId'),
    });
  });

  it('drop the recurring jobs that an earlier version kept in them', async () => {
    const queue = connection.openQueue(clusterQueue(clusterId, 'lifecycle'));
    const schedulers = async () => (await queue.getJobSchedulers()).map(({ key }) => key);
    await queue.upsertJobScheduler(
      'disruption.plan',
      { every: 60_000 },
      { name: 'disruption.plan' },
    );
    expect(await schedulers()).toEqual(['disruption.plan']);
    await run({});
    expect(await schedulers()).toEqual([]);
    await queue.close();
  });

  it('run the jobs of a stopped worker', async () => {
    await queues.publish([launch('1')], 0);
    const seen: string[] = [];
    await run({
      'node-claim.register': ({ nodeClaimId }) => {
        seen.push(nodeClaimId);
        return Promise.resolve(done);
      },
    });
    await until(() => seen.length === 1);
    expect(seen).toEqual(['ncl_1']);
  });
});
