// One cluster without controllers, and a worker that is a process of its own, for benchmarks of large
// clusters. The simulated cluster is part of the process of the benchmark.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultClusterSettings } from '@kerf/application';
import { createPrismaStore, openFreshDatabase } from '@kerf/db';
import { findFreePort, removeEmbeddedPostgres, startEmbeddedPostgres } from '@kerf/local-stack';
import { LargeCluster } from '@kerf/sandbox';
import type { Figure } from './figure.ts';
import { cpuSeconds, peakMiB, resetPeak, residentMiB } from './processes.ts';
import { withFolder } from './stack.ts';

export type Database = Awaited<ReturnType<typeof openFreshDatabase>>;

/** Nodes and pods; KERF_BENCH_NODES and KERF_BENCH_PODS set others. */
export const nodes = Number(process.env['KERF_BENCH_NODES'] ?? 5_000);
export const pods = Number(process.env['KERF_BENCH_PODS'] ?? 100_000);
const churnShare = 0.01;
const heartbeatEverySeconds = 300;
const workerArgs = (process.env['KERF_BENCH_WORKER_ARGS'] ?? '').split(' ').filter(Boolean);
const root = new URL('..', import.meta.url).pathname;
const clusterId = 'clu_large';
const timeoutMs = 600_000;

/** A worker that watches the cluster, and its database. */
export interface Measured {
  readonly worker: MeasuredWorker;
  readonly database: Database;
  readonly cluster: LargeCluster;
}

/** Calls `measure` after the start of the worker, and removes everything afterwards. */
export async function withLargeCluster(
  measure: (measured: Measured) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const options = { folder, durable: false, createsDatabases: true };
    const postgres = await startEmbeddedPostgres(options);
    try {
      const database = await openFreshDatabase(postgres.url, join(root, 'prisma/migrations'));
      try {
        return await measureWith(database, folder, measure);
      } finally {
        await database.close();
      }
    } finally {
      await postgres.stop();
      await removeEmbeddedPostgres(folder);
    }
  });
}

async function measureWith(
  database: Database,
  folder: string,
  measure: (measured: Measured) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const cluster = await LargeCluster.start({
    nodes,
    pods,
    manifests: ['crds', 'rbac'].map((name) => join(root, 'deploy', name)),
    onBug: (error) => process.emitWarning(String(error)),
  });
  try {
    await register(database, cluster);
    const worker = await MeasuredWorker.start(database, cluster, folder);
    try {
      return await measure({ worker, database, cluster });
    } finally {
      await worker.stop();
    }
  } finally {
    await cluster.close();
  }
}

/** Replaces 1 % of the pods per minute and renews the nodes, for one minute. */
export async function churnForAMinute(cluster: LargeCluster): Promise<void> {
  const perSecond = (cluster.pods * churnShare) / 60;
  let owed = 0;
  for (let second = 1; second <= 60; second += 1) {
    owed += perSecond;
    cluster.replacePods(Math.floor(owed));
    owed -= Math.floor(owed);
    cluster.renewNodes(Math.ceil(nodes / heartbeatEverySeconds));
    await sleep(1_000);
  }
}

/** The worker as a process of its own, as in the image. */
export class MeasuredWorker {
  readonly #process: ChildProcess;
  readonly #metrics: string;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#metrics = `http://127.0.0.1:${port}/metrics`;
  }

  static async start(
    database: Database,
    { awsEndpoint, hub }: LargeCluster,
    folder: string,
  ): Promise<MeasuredWorker> {
    const port = await findFreePort();
    const main = join(root, 'apps/worker/bundle/main.js');
    const child = spawn(process.execPath, ['--max-semi-space-size=8', ...workerArgs, main], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        MALLOC_ARENA_MAX: '2',
        MALLOC_TRIM_THRESHOLD_: '131072',
        MALLOC_MMAP_THRESHOLD_: '131072',
        DATABASE_URL: database.url,
        KERF_WORKER_ID: 'bench',
        KERF_WORKER_HEALTH_PORT: String(port),
        KERF_ALLOWED_CLUSTER_ENDPOINTS: '127.0.0.1',
        AWS_ENDPOINT_URL: awsEndpoint,
        AWS_REGION: hub.region,
        AWS_ACCESS_KEY_ID: hub.accessKeyId,
        AWS_SECRET_ACCESS_KEY: hub.secretAccessKey,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout?.pipe(createWriteStream(process.env['KERF_BENCH_LOG'] ?? join(folder, 'worker')));
    return new MeasuredWorker(child, port);
  }

  residentMiB = (): number => residentMiB(this.#pids);
  peakMiB = (): number => peakMiB(this.#pids);
  resetPeak = (): void => resetPeak(this.#pids);
  cpuSeconds = (): number => cpuSeconds(this.#pids);

  async heapMiB(): Promise<number> {
    return (await this.read('nodejs_heap_size_used_bytes')) / 2 ** 20;
  }

  /** Returns the first value of a metric; 0 if there is none. */
  async read(start: string): Promise<number> {
    return valueOf(await this.#text(), start);
  }

  /**
   * Returns the delays of the event loop since the last call; the worker's metrics begin anew with
   * each request.
   */
  async takeDelays(when: string): Promise<readonly Figure[]> {
    const text = await this.#text();
    const ms = (statistic: string) =>
      valueOf(text, `nodejs_eventloop_lag_${statistic}_seconds`) * 1_000;
    return [
      {
        name: `event loop delay ${when}, p99`,
        value: ms('p99'),
        unit: 'ms',
        goal: { atMost: 50 },
      },
      { name: `event loop delay ${when}, longest`, value: ms('max'), unit: 'ms' },
    ];
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }

  get #pids(): readonly number[] {
    return [this.#process.pid ?? 0];
  }

  async #text(): Promise<string> {
    if (this.#process.exitCode !== null)
      throw new Error(`the worker ended: ${this.#process.exitCode}`);
    const response = await fetch(this.#metrics).catch(() => null);
    return response === null ? '' : response.text();
  }
}

function valueOf(text: string, start: string): number {
  const line = text.split('\n').find((one) => one.startsWith(start));
  return Number(line?.split(' ').at(-1) ?? 0);
}

export async function isSynced(database: Database): Promise<boolean> {
  const cluster = await createPrismaStore(database).clusters.find(clusterId);
  return cluster?.connection.state === 'Connected';
}

export const countPods = (database: Database): Promise<number> => count(database, 'pod_rows');

export async function count(database: Database, from: string): Promise<number> {
  const { rows } = await database.pool.query(`SELECT count(*)::integer AS n FROM ${from}`);
  return rows[0].n;
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(100)) {
    if (await condition()) return;
  }
  throw new Error(`the condition was not met within ${timeoutMs / 1_000} s`);
}

async function register(database: Database, cluster: LargeCluster): Promise<void> {
  const { name, region, roleArn, externalId } = cluster;
  const now = Date.now();
  await createPrismaStore(database).clusters.insert({
    id: clusterId,
    name,
    region,
    endpoint: null,
    certificateAuthority: null,
    endpointIsGiven: false,
    roleArn,
    externalId,
    facts: null,
    interruptionQueue: null,
    settings: defaultClusterSettings,
    zonalShifts: [],
    connection: { state: 'Connecting', problem: null, syncedAt: null, changedAt: now },
    checks: [],
    createdAt: now,
    version: 1,
    configuredMode: 'approve',
    hold: null,
    mode: 'approve',
  });
}
