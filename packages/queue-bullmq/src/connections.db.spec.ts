import { setTimeout as sleep } from 'node:timers/promises';
import { done } from '@kerf/application';
import { invariant } from '@kerf/core';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  connectQueues,
  createJobQueues,
  type JobHandlers,
  type JobQueues,
  type RunningWorker,
} from './index.js';
import { jobCatalog } from './jobs/catalog.js';

/** `.ci/run` runs the same suite on Redis. */
const redisUrl = process.env['REDIS_URL'];
const maxConnections = 6;
const connectionName = 'kerf-connections-spec';
const clusterIds = Array.from({ length: 20 }, (_, index) => `clu_connections_${index}`);
let queues: JobQueues;

beforeAll(async () => {
  const connection = await connectQueues(
    redisUrl === undefined
      ? {
          kind: 'Postgres',
          url: named(inject('databaseUrl'), 'application_name'),
          maxConnections,
        }
      : { kind: 'Redis', url: named(redisUrl, 'connectionName') },
  );
  queues = createJobQueues(connection, { retryCapMs: 100 });
});

afterAll(async () => {
  for (const clusterId of clusterIds) await queues.removeCluster(clusterId);
  await queues.close();
});

function named(location: string, parameter: string): string {
  const url = new URL(location);
  url.searchParams.set(parameter, connectionName);
  return url.href;
}

function answersAll(handlers: Readonly<Record<string, unknown>>): handlers is JobHandlers {
  return Object.keys(jobCatalog).every((name) => typeof handlers[name] === 'function');
}

/** Handlers that report the cluster of each job. */
function handlersThat(see: (clusterId: string) => void): JobHandlers {
  const handle = ({ clusterId }: { readonly clusterId: string }): Promise<typeof done> => {
    see(clusterId);
    return Promise.resolve(done);
  };
  const all: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.keys(jobCatalog).map((name) => [name, handle]),
  );
  invariant(answersAll(all), 'every job has a handler');
  return all;
}

const messageOf = (id: string, clusterId: string) => ({
  id,
  deliverAt: 0,
  message: { type: 'node-claim.register' as const, clusterId, nodeClaimId: 'ncl_1' },
});

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo(); waited += 10) {
    expect(waited).toBeLessThan(20_000);
    await sleep(10);
  }
}

/** Reads or ends the connections of this spec, which have its name. */
async function connections(action: 'count' | 'end'): Promise<number> {
  if (redisUrl === undefined) {
    const pool = new Pool({ connectionString: inject('databaseUrl'), max: 1 });
    const ending = action === 'end' ? 'pg_terminate_backend(pid)' : 'pid';
    const { rows } = await pool.query(
      `SELECT ${ending} FROM pg_stat_activity WHERE application_name = $1`,
      [connectionName],
    );
    await pool.end();
    return rows.length;
  }
  const redis = new Redis(redisUrl);
  const list = String(await redis.call('CLIENT', 'LIST'));
  const ids = list
    .split('\n')
    .filter((line) => line.includes(` name=${connectionName} `))
    .map((line) => /^id=(\d+)/.exec(line)?.[1] ?? '');
  if (action === 'end') for (const id of ids) await redis.call('CLIENT', 'KILL', 'ID', id);
  await redis.quit();
  return ids.length;
}

describe(`queues of many clusters on ${redisUrl === undefined ? 'Postgres' : 'Redis'}`, () => {
  it('need no connection per cluster, also after all connections were lost', async () => {
    const seen = new Set<string>();
    const handlers = handlersThat((clusterId) => seen.add(clusterId));
    const workers: RunningWorker[] = [];
    for (const clusterId of clusterIds) {
      workers.push(await queues.runCluster(clusterId, handlers, () => undefined));
    }
    const deliver = async (round: string): Promise<void> => {
      seen.clear();
      await queues.publish(
        clusterIds.map((clusterId) => messageOf(round, clusterId)),
        0,
      );
      await until(() => seen.size === clusterIds.length);
    };
    await deliver('1');
    // The workers are idle now, and notified of new jobs.
    await sleep(300);
    await deliver('2');
    const limit = redisUrl === undefined ? maxConnections : 2;
    expect(await connections('count')).toBeLessThanOrEqual(limit);
    expect(await connections('end')).toBeGreaterThan(0);
    await sleep(1_000);
    await deliver('3');
    await sleep(300);
    await deliver('4');
    for (const worker of workers) await worker.stop();
  });
});
