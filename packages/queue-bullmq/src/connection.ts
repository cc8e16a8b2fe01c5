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

/** Where jobs are kept: the same Postgres as the ledger, or Redis. */
export type QueueLocation =
  | { readonly kind: 'Postgres'; readonly url: string; readonly maxConnections: number }
  | { readonly kind: 'Redis'; readonly url: string };

/** What Kerf uses of BullMQ's Queue, whichever place it is bound to. */
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

/** What Kerf uses of BullMQ's Worker. */
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

/** BullMQ's classes bound to one place, and the connection they share. */
export interface QueueConnection {
  openQueue(name: string): OpenQueue;
  openWorker(name: string, process: ProcessJob, options: WorkerSettings): OpenWorker;
  /** Resolves if jobs can be stored and fetched. @throws the error of the connection */
  ping(): Promise<void>;
  /** Calls the listener when the connection is restored after an outage, in which jobs may have been lost. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

export interface WorkerSettings {
  readonly concurrency: number;
  readonly locks: LockSettings;
  readonly backoffMs: (attemptsMade: number) => number;
}

/** A worker locks each job that it runs, so that no other takes it for abandoned. */
export interface LockSettings {
  /** A job whose lock was not renewed for so long counts as abandoned. */
  readonly durationMs: DurationMs;
  readonly renewalMs: DurationMs;
  /** Interval of checks for abandoned jobs; a job is restarted at the second check. */
  readonly stallCheckMs: DurationMs;
}

const schema = 'bullmq';

/** Connects, and makes BullMQ's tables where they are missing: a worker without them never rests. */
export async function connectQueues(location: QueueLocation): Promise<QueueConnection> {
  return location.kind === 'Redis' ? connectRedis(location.url) : connectPostgres(location);
}

const toOptions = (settings: WorkerSettings) => ({
  autorun: false,
  concurrency: settings.concurrency,
  lockDuration: settings.locks.durationMs,
  lockRenewTime: settings.locks.renewalMs,
  stalledInterval: settings.locks.stallCheckMs,
  // A job whose worker died is run again; how often is the row's business, not the queue's.
  maxStalledCount: 1_000,
  settings: { backoffStrategy: settings.backoffMs },
});

async function connectPostgres(location: {
  readonly url: string;
  readonly maxConnections: number;
}): Promise<QueueConnection> {
  // Each worker keeps one connection of the pool to be told of new jobs.
  const pool = new Pool({
    connectionString: location.url,
    max: location.maxConnections,
    application_name: 'kerf-queue',
    options: `-c search_path=${schema}`,
    keepAlive: true,
  });
  pool.on('error', () => undefined);
  // One that breaks while BullMQ has it.
  pool.on('connect', (made) => made.on('error', () => undefined));
  pool.setMaxListeners(0);
  const client = await pool.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    client.release();
  }
  // BullMQ describes a pool in its own words; this is its own question whether ours is one.
  invariant(isPgPool(pool), 'a pg.Pool is what BullMQ calls a pool');
  const connection: PgPool = pool;
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  return {
    openQueue: (name) => new PgQueue(name, { connection }),
    openWorker: (name, process, settings) =>
      new PgWorker(name, process, { connection, ...toOptions(settings) }),
    ping: async () => {
      await pool.query('SELECT 1');
    },
    // The ledger's Postgres: what is lost with it is told by whoever watches the ledger.
    onReturn: () => undefined,
    close: () => pool.end(),
  };
}

async function connectRedis(url: string): Promise<QueueConnection> {
  // `null`: commands wait for Redis to come back instead of failing, as BullMQ asks of its workers.
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
