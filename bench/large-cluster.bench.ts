// One worker with one cluster of 5,000 nodes and 100,000 pods: the first sync, memory, and the delay of
// its event loop. KERF_BENCH_NODES and KERF_BENCH_PODS set the size, KERF_BENCH_MINUTES how long 1 % of
// the pods are replaced each minute (default 2; the goal is for 60). KERF_BENCH_WORKER_ARGS are options
// of Node for the worker, such as `--cpu-prof`. The simulated cluster is part of this process.
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

type Database = Awaited<ReturnType<typeof openFreshDatabase>>;

const nodes = Number(process.env['KERF_BENCH_NODES'] ?? 5_000);
const pods = Number(process.env['KERF_BENCH_PODS'] ?? 100_000);
const minutes = Number(process.env['KERF_BENCH_MINUTES'] ?? 2);
const workerArgs = (process.env['KERF_BENCH_WORKER_ARGS'] ?? '').split(' ').filter(Boolean);
const root = new URL('..', import.meta.url).pathname;
const clusterId = 'clu_large';
const batchPods = 1_000;
const churnShare = 0.01;
const heartbeatEverySeconds = 300;
/** Longer than an engine thread lives without a call, and several polls for disruption. */
const restMs = 40_000;
const timeoutMs = 240_000;

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const options = { folder, durable: false, createsDatabases: true };
    const postgres = await startEmbeddedPostgres(options);
    try {
      const database = await openFreshDatabase(postgres.url, join(root, 'prisma/migrations'));
      try {
        return await measureWith(database, folder);
      } finally {
        await database.close();
      }
    } finally {
      await postgres.stop();
      await removeEmbeddedPostgres(folder);
    }
  });
}

async function measureWith(database: Database, folder: string): Promise<readonly Figure[]> {
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
      return await measure(worker, database, cluster);
    } finally {
      await worker.stop();
    }
  } finally {
    await cluster.close();
  }
}

async function measure(
  worker: MeasuredWorker,
  database: Database,
  cluster: LargeCluster,
): Promise<readonly Figure[]> {
  const from = performance.now();
  await until(() => isSynced(database));
  const syncMs = performance.now() - from;
  await until(async () => (await countPods(database)) === cluster.pods);
  const writtenMs = performance.now() - from;
  const sync = await worker.takeDelays('first sync');
  const syncPeak = worker.peakMiB();
  const rest = await restFigures(worker);
  const evaluation = await evaluationFigures(worker, database, cluster);
  const batch = await batchFigures(worker, database, cluster);
  const churn = await churnFigures(worker, cluster);
  return [
    {
      name: 'first sync of the cluster cache',
      value: syncMs / 1_000,
      unit: 's',
      goal: { atMost: 60 },
      note: `${nodes} nodes, ${cluster.pods} pods; from the start of the process`,
    },
    { name: 'first sync, with the read model', value: writtenMs / 1_000, unit: 's' },
    { name: 'memory, highest during the first sync', value: syncPeak, unit: 'MiB' },
    ...sync,
    ...rest,
    ...evaluation,
    ...batch,
    ...churn,
  ];
}

async function restFigures(worker: MeasuredWorker): Promise<readonly Figure[]> {
  worker.resetPeak();
  await sleep(restMs);
  await worker.takeDelays('');
  const cpuBefore = worker.cpuSeconds();
  await sleep(restMs);
  const delays = await worker.takeDelays('at rest');
  return [
    { name: 'memory at rest', value: worker.residentMiB(), unit: 'MiB', goal: { atMost: 400 } },
    { name: 'heap of the main thread at rest', value: await worker.heapMiB(), unit: 'MiB' },
    {
      name: 'CPU at rest',
      value: ((worker.cpuSeconds() - cpuBefore) / restMs) * 100_000,
      unit: '% of a core',
    },
    ...delays,
  ];
}

async function evaluationFigures(
  worker: MeasuredWorker,
  database: Database,
  cluster: LargeCluster,
): Promise<readonly Figure[]> {
  const evaluatedAt = async () =>
    (await database.pool.query('SELECT max(as_of)::text AS at FROM budget_statuses')).rows[0].at;
  worker.resetPeak();
  await worker.takeDelays('');
  cluster.replacePods(batchPods);
  // The evaluation that runs now may have begun before.
  for (let turn = 0; turn < 2; turn += 1) {
    const before = await evaluatedAt();
    await until(async () => (await evaluatedAt()) !== before);
  }
  return [
    { name: 'memory, highest during an evaluation', value: worker.peakMiB(), unit: 'MiB' },
    ...(await worker.takeDelays('during an evaluation')),
  ];
}

async function batchFigures(
  worker: MeasuredWorker,
  database: Database,
  cluster: LargeCluster,
): Promise<readonly Figure[]> {
  await sleep(restMs / 2);
  worker.resetPeak();
  await worker.takeDelays('');
  const from = performance.now();
  cluster.addPendingPods(batchPods);
  await until(async () => (await count(database, `decisions WHERE kind = 'Provision'`)) > 0);
  const plannedMs = performance.now() - from;
  const figures = [
    { name: `${batchPods} pods pending → decision`, value: plannedMs, unit: 'ms' },
    { name: 'memory, highest during a batch', value: worker.peakMiB(), unit: 'MiB' },
    ...(await worker.takeDelays('during a batch')),
  ];
  cluster.removePendingPods();
  return figures;
}

async function churnFigures(
  worker: MeasuredWorker,
  cluster: LargeCluster,
): Promise<readonly Figure[]> {
  await sleep(restMs / 2);
  worker.resetPeak();
  await worker.takeDelays('');
  const byMinute = [worker.residentMiB()];
  const perSecond = (cluster.pods * churnShare) / 60;
  let owed = 0;
  for (let second = 1; second <= minutes * 60; second += 1) {
    owed += perSecond;
    cluster.replacePods(Math.floor(owed));
    owed -= Math.floor(owed);
    cluster.renewNodes(Math.ceil(nodes / heartbeatEverySeconds));
    await sleep(1_000);
    if (second % 60 === 0) byMinute.push(worker.residentMiB());
  }
  const [first = 0] = byMinute;
  const note = `${minutes} min of 1 % a minute; by minute: ${byMinute.map(Math.round).join(', ')}`;
  return [
    {
      name: 'memory, growth during changes',
      value: worker.residentMiB() - first,
      unit: 'MiB',
      note,
    },
    { name: 'memory, highest during changes', value: worker.peakMiB(), unit: 'MiB' },
    ...(await worker.takeDelays('during changes')),
  ];
}

/** The worker as a process of its own, as in the image. */
class MeasuredWorker {
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
    const main = join(root, 'apps/worker/dist/main.js');
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

async function isSynced(database: Database): Promise<boolean> {
  const cluster = await createPrismaStore(database).clusters.find(clusterId);
  return cluster?.connection.state === 'Connected';
}

const countPods = (database: Database): Promise<number> => count(database, 'pod_rows');

async function count(database: Database, from: string): Promise<number> {
  const { rows } = await database.pool.query(`SELECT count(*)::integer AS n FROM ${from}`);
  return rows[0].n;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(100)) {
    if (await condition()) return;
  }
  throw new Error(`the condition was not met within ${timeoutMs / 1_000} s`);
}
