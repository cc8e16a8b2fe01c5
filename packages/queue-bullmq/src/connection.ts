import { type DurationMs, invariant } from '@kerf/core';
import {
  createPostgresBackend,
  isPgPool,
  type Job,
  type PgPool,
  Queue,
  runMigrations,
  Worker,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import { Pool } from 'pg';

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

/** Connects, and creates BullMQ's missing tables: without them a worker loops without a pause. */
export async function connectQueues(location: QueueLocation): Promise<QueueConnection> {
  return location.kind === 'Redis' ? connectRedis(location.url) : connectPostgres(location);
}

/**
 * Time in seconds after which an idle worker on Postgres checks its queue, in case a notification
 * was lost. New jobs are notified, and the due time of a delayed job ends the wait; BullMQ's default
 * of 5 s only takes CPU time. A lost connection ends the wait too.
 */
const drainDelay = 60;

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
  // Each worker keeps one connection of the pool to listen for new jobs.
  const pool = new Pool({
    connectionString: location.url,
    max: location.maxConnections,
    application_name: 'kerf-queue',
    options: `-c search_path=${schema}`,
    keepAlive: true,
  });
  pool.on('error', () => undefined);
  // Handles errors of a connection while BullMQ uses it.
  pool.on('connect', (made) => made.on('error', () => undefined));
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
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  return {
    openQueue: (name) => new PgQueue(name, { connection }),
    openWorker: (name, process, settings) =>
      new PgWorker(name, process, { connection, drainDelay, ...toOptions(settings) }),
    ping: async () => {
      await pool.query('SELECT 1');
    },
    // Jobs are stored in the ledger's Postgres, whose outages are detected elsewhere.
    onReturn: () => undefined,
    close: () => pool.end(),
  };
}

async function connectRedis(url: string): Promise<QueueConnection> {
  // `null`: commands wait until Redis is available again instead of failing, as BullMQ requires for
  // workers.
  const redis = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  redis.on('error', () => undefined);
  await redis.connect();
  return {
    openQueue: (name) => new Queue(name, { connection: redis }),
    openWorker: (name, process, settings) =>
      new Worker(name, process, { connection: redis, ...toOptions(settings) }),
    ping: async () => {
      await redis.ping();
    },
    onReturn: (listener) => redis.on('ready', listener),
    close: async () => {
      await redis.quit();
    },
  };
}
