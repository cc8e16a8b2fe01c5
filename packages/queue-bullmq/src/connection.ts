import { AppError, type DurationMs, invariant, messageOf } from '@kerf/core';
import { isPgPool, type Job, type PgPool, type Queue, runMigrations, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { createPostgresFactory } from './postgres-backend.js';
import { createRedisFactory } from './redis-backend.js';

/** Location of the job storage: the ledger's Postgres, or Redis. */
export type QueueLocation =
  | { readonly kind: 'Postgres'; readonly url: string; readonly maxConnections: number }
  | { readonly kind: 'Redis'; readonly url: string };

/** The parts of BullMQ's Queue that Kerf uses, independent of the storage. */
export type OpenQueue = Pick<
  Queue,
  | 'name'
  | 'addBulk'
  | 'getJobs'
  | 'getJobSchedulers'
  | 'removeJobScheduler'
  | 'upsertJobScheduler'
  | 'obliterate'
  | 'close'
> & { on(event: 'error', listener: (error: Error) => void): unknown };

/** The parts of BullMQ's Worker that Kerf uses. */
export interface OpenWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'failed', listener: (job: Job | undefined, error: Error) => void): unknown;
  on(event: 'stalled', listener: (jobId: string) => void): unknown;
  on(event: 'lockRenewalFailed', listener: (jobIds: string[]) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  run(): Promise<void>;
  close(): Promise<void>;
}

export type ProcessJob = (job: Job, token?: string) => Promise<void>;

/** BullMQ's classes for one storage, and their shared connection. */
export interface QueueConnection {
  openQueue(name: string): OpenQueue;
  openWorker(name: string, process: ProcessJob, options: WorkerSettings): OpenWorker;
  /**
   * Resolves if jobs can be stored and fetched.
   * @throws the error of the connection
   */
  ping(): Promise<void>;
  /**
   * Calls the listener when the connection is restored after an outage, in which jobs may have been
   * lost.
   */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

export interface WorkerSettings {
  readonly concurrency: number;
  readonly locks: LockSettings;
  readonly backoffMs: (attemptsMade: number) => number;
}

/**
 * Settings of the lock that a worker holds on each running job, so that no other worker runs it.
 */
export interface LockSettings {
  /** A job whose lock was not renewed for this long counts as stalled. */
  readonly durationMs: DurationMs;
  readonly renewalMs: DurationMs;
  /** Interval of checks for stalled jobs; a job is restarted at the second check. */
  readonly stallCheckMs: DurationMs;
}

const schema = 'bullmq';

/**
 * Connects, and creates BullMQ's missing tables: without them a worker loops without a pause.
 * @throws QUEUE.UNAVAILABLE if Redis cannot be used; the driver's error for Postgres
 */
export async function connectQueues(location: QueueLocation): Promise<QueueConnection> {
  return location.kind === 'Redis' ? connectRedis(location.url) : connectPostgres(location);
}

/**
 * Time in seconds after which an idle worker checks its queue, in case a notification was lost. New
 * jobs are notified, and the due time of a delayed job ends the wait; BullMQ's default of 5 s only
 * takes CPU time. A notification of Redis has one receiver, so that of a paused worker is lost.
 */
const drainDelay = { Postgres: 60, Redis: 15 };

const toOptions = (settings: WorkerSettings) => ({
  autorun: false,
  concurrency: settings.concurrency,
  lockDuration: settings.locks.durationMs,
  lockRenewTime: settings.locks.renewalMs,
  stalledInterval: settings.locks.stallCheckMs,
  // A job whose worker died is run again; its row in the ledger, not the queue, limits attempts.
  maxStalledCount: 1_000,
  settings: { backoffStrategy: settings.backoffMs },
});

async function connectPostgres(location: {
  readonly url: string;
  readonly maxConnections: number;
}): Promise<QueueConnection> {
  // One connection of the pool listens for new jobs of all queues.
  const pool = new Pool({
    connectionString: location.url,
    max: location.maxConnections,
    application_name: 'kerf-queue',
    options: `-c search_path=${schema}`,
    keepAlive: true,
  });
  pool.on('error', () => undefined);
  // Handles errors of a connection while BullMQ uses it.
  pool.on('connect', (made) => {
    made.on('error', () => undefined);
    // Each waiting worker adds a listener.
    made.setMaxListeners(0);
  });
  pool.setMaxListeners(0);
  const client = await pool.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    client.release();
  }
  // BullMQ has its own type for pools; this is its own type guard.
  invariant(isPgPool(pool), 'a pg.Pool is what BullMQ calls a pool');
  const connection: PgPool = pool;
  const backend = createPostgresFactory(connection);
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(backend.factory);
  return {
    openQueue: (name) => new PgQueue(name, { connection }),
    openWorker: (name, process, settings) =>
      new PgWorker(name, process, {
        connection,
        drainDelay: drainDelay.Postgres,
        ...toOptions(settings),
      }),
    ping: async () => {
      await pool.query('SELECT 1');
    },
    // Jobs are stored in the ledger's Postgres, whose outages are detected elsewhere.
    onReturn: () => undefined,
    close: async () => {
      await backend.close();
      await pool.end();
    },
  };
}

async function connectRedis(url: string): Promise<QueueConnection> {
  // `null`: commands wait until Redis is available again instead of failing, as BullMQ requires for
  // workers.
  const redis = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  let problem: Error | null = null;
  redis.on('error', (error) => {
    problem = error;
  });
  // Each queue and each worker adds listeners.
  redis.setMaxListeners(0);
  await redis.connect().catch((error: unknown) => {
    redis.disconnect();
    throw unavailable(url, problem ?? error);
  });
  const backend = createRedisFactory(redis);
  const { Queue: RedisQueue, Worker: RedisWorker } = withBackend(backend.factory);
  return {
    openQueue: (name) => new RedisQueue(name, { connection: redis }),
    openWorker: (name, process, settings) =>
      new RedisWorker(name, process, {
        connection: redis,
        drainDelay: drainDelay.Redis,
        ...toOptions(settings),
      }),
    ping: async () => {
      await redis.ping();
    },
    onReturn: (listener) => redis.on('ready', listener),
    close: async () => {
      await backend.close();
      await redis.quit();
    },
  };
}

/** The driver rejects a connection without its cause, which it emits before. */
function unavailable(url: string, cause: unknown): AppError {
  return new AppError({
    code: 'QUEUE.UNAVAILABLE',
    message: `Redis at ${new URL(url).host} cannot be used: ${messageOf(cause)}. Start it, or correct REDIS_URL.`,
    retry: { kind: 'backoff' },
  });
}
