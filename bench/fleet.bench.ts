// Many equal clusters on two workers: what they take at rest, and what happens when one of them is
// ended. KERF_BENCH_FLEET sets the size (default 50x200: clusters x nodes). With REDIS_URL the queue
// is on Redis.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { connect, instances } from './connect.ts';
import type { Figure } from './figure.ts';
import { cpuSeconds, pidsOf, residentMiB } from './processes.ts';
import { type RunningStack, startStack, withFolder } from './stack.ts';

const size = process.env['KERF_BENCH_FLEET'] ?? '50x200';
const [clusterCount = 0, nodesPerCluster = 0] = size.split('x').map(Number);
/** Limit of the heap of the sandbox, which has all nodes and pods in one process. */
const heapMiB = 512 + Math.ceil(clusterCount * nodesPerCluster * 0.6);
/** Clusters that launch nodes while the worker is ended. */
const busyClusters = 4;
/** More than the free capacity of their nodes; 500 is the maximum of the scenario. */
const podsPerCluster = Math.min(500, nodesPerCluster * 4);
const secondName = 'bench-second';
const restMs = 60_000;
const measureMs = 60_000;
/** Two cores also simulate the clusters. */
const timeoutMs = 3_600_000;
const progressMs = 30_000;
const nodeClaimTag = 'karpenter.sh/nodeclaim';

interface MeasuredWorker {
  readonly name: string;
  readonly pid: number;
  readonly metrics: string;
}

interface SecondWorker extends MeasuredWorker {
  readonly child: ChildProcess;
}

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const stack = await startStack(folder, ['--fleet', size, '--day-speed', '0'], {
      KERF_STACK_HEAP_MB: String(heapMiB),
    });
    const startedAt = Date.now();
    const [firstPid = 0] = pidsOf(folder).get('worker')!;
    const env = environmentOf(firstPid);
    const pool = new Pool({ connectionString: env['DATABASE_URL']!, max: 1 });
    const second = await startSecond(env, heapOptionsOf(firstPid));
    try {
      const first = { name: 'npm-start', pid: firstPid, metrics: stack.info.metrics.at(-1)! };
      return await measure({ stack, pool, first, second, startedAt, env });
    } finally {
      second.child.kill('SIGKILL');
      await pool.end();
      await stack.stop();
    }
  });
}

async function measure(parts: {
  readonly stack: RunningStack;
  readonly pool: Pool;
  readonly first: MeasuredWorker;
  readonly second: SecondWorker;
  readonly startedAt: number;
  readonly env: NodeJS.ProcessEnv;
}): Promise<readonly Figure[]> {
  const { stack, pool, first, second, startedAt, env } = parts;
  let nextProgressAt = startedAt + progressMs;
  const syncedMs = await elapsed(startedAt, async () => {
    const held = await heldBy(pool);
    const synced = await syncedSince(pool, startedAt);
    if (Date.now() >= nextProgressAt) {
      nextProgressAt += progressMs;
      const shares = [...held.values()].join(' and ');
      process.stderr.write(`${synced} of ${clusterCount} clusters are synced; held: ${shares}\n`);
    }
    return synced === clusterCount && held.size === 2;
  });
  await sleep(restMs);
  const before = await heldBy(pool);
  const atRest = await measureRest([first, second], before);
  const connections = [
    figure('connections to Postgres', await postgresConnections(pool), 'connections'),
    ...(await redisConnections(env['REDIS_URL'])),
  ];
  const names = stack.info.clusters.slice(-busyClusters).map(({ name }) => name);
  for (const cluster of names) {
    await control(stack, 'scenarios/inflate', { cluster, size: podsPerCluster });
  }
  // The batch window is one second, so that launches are under way.
  await sleep(1_500);
  const endedAt = Date.now();
  second.child.kill('SIGKILL');
  const heldMs = await elapsed(
    endedAt,
    async () => (await heldBy(pool)).get(first.name) === clusterCount,
  );
  const resyncedMs = await elapsed(
    endedAt,
    async () => (await syncedSince(pool, endedAt + heldMs)) === clusterCount,
  );
  await sleep(restMs);
  return [
    figure('all clusters synced, shared by two workers', syncedMs / 1_000, 's', 'from their start'),
    ...atRest,
    ...connections,
    figure('all clusters held after a worker was ended', heldMs / 1_000, 's'),
    figure('all clusters synced after that', resyncedMs / 1_000, 's'),
    mib('the remaining worker', first),
    ...(await launches(stack, names)),
  ];
}

async function measureRest(
  workers: readonly MeasuredWorker[],
  held: ReadonlyMap<string, number>,
): Promise<readonly Figure[]> {
  const before = workers.map(({ pid }) => cpuSeconds([pid]));
  await sleep(measureMs);
  const figures: Figure[] = [];
  for (const [index, worker] of workers.entries()) {
    const seconds = cpuSeconds([worker.pid]) - (before[index] ?? 0);
    const label = `worker ${index + 1}`;
    figures.push(
      figure(`${label}: clusters`, held.get(worker.name) ?? 0, 'clusters'),
      mib(label, worker),
      figure(`${label}: CPU at rest`, (seconds / measureMs) * 100_000, '% of a core'),
      figure(`${label}: event loop delay, p99`, await lagMs(worker.metrics), 'ms'),
    );
  }
  return figures;
}

/** Counts instances, and those launched a second time for the same NodeClaim. */
async function launches(stack: RunningStack, names: readonly string[]): Promise<readonly Figure[]> {
  let launched = 0;
  let twice = 0;
  for (const name of names) {
    const { ec2 } = await connect(stack, name);
    const claims = (await instances(ec2)).flatMap(({ Tags = [] }) =>
      Tags.flatMap(({ Key, Value }) => (Key === nodeClaimTag ? [Value] : [])),
    );
    launched += claims.length;
    twice += claims.length - new Set(claims).size;
  }
  return [
    figure('instances launched meanwhile', launched, 'instances'),
    { ...figure('instances launched twice', twice, 'instances'), goal: { atMost: 0 } },
  ];
}

async function startSecond(
  env: NodeJS.ProcessEnv,
  heapOptions: readonly string[],
): Promise<SecondWorker> {
  const port = await freePort();
  const child = spawn(process.execPath, [...heapOptions, 'apps/worker/bundle/main.js'], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { ...env, KERF_WORKER_ID: secondName, KERF_WORKER_HEALTH_PORT: String(port) },
    stdio: 'ignore',
  });
  return { child, pid: child.pid!, name: secondName, metrics: `http://127.0.0.1:${port}/metrics` };
}

/** Returns the limits of the heap that a process was started with. */
function heapOptionsOf(pid: number): readonly string[] {
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return line.filter((argument) => argument.startsWith('--max-'));
}

/** Returns the environment of a process. */
function environmentOf(pid: number): NodeJS.ProcessEnv {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** Returns the number of clusters by worker, without expired leases. */
async function heldBy(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ readonly owner: string; readonly count: number }>(
    'SELECT owner, count(*)::int FROM cluster_leases WHERE expires_at > now() GROUP BY owner',
  );
  return new Map(rows.map(({ owner, count }) => [owner, count]));
}

/** Returns the number of clusters whose cache was compared with the cluster since then. */
async function syncedSince(pool: Pool, at: number): Promise<number> {
  const { rows } = await pool.query<{ readonly count: number }>(
    'SELECT count(*)::int FROM clusters WHERE synced_at > $1',
    [new Date(at)],
  );
  return rows[0]?.count ?? 0;
}

async function postgresConnections(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ readonly count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE application_name IN ('kerf-worker', 'kerf-worker-feed', 'kerf-queue')",
  );
  return rows[0]?.count ?? 0;
}

async function redisConnections(url: string | undefined): Promise<readonly Figure[]> {
  if (url === undefined) return [];
  const redis = new Redis(url);
  const list = String(await redis.call('CLIENT', 'LIST'));
  await redis.quit();
  const count = list.split('\n').filter((line) => line.startsWith('id=')).length - 1;
  return [figure('connections to Redis, with those of the API', count, 'connections')];
}

async function lagMs(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(text)?.[1]) * 1_000;
}

/** Returns the time in milliseconds from the start until the condition holds. */
async function elapsed(startedAt: number, isMet: () => Promise<boolean>): Promise<number> {
  while (!(await isMet())) {
    if (Date.now() - startedAt > timeoutMs) throw new Error('the condition is never met');
    await sleep(250);
  }
  return Date.now() - startedAt;
}

async function control({ info }: RunningStack, path: string, body: object): Promise<void> {
  const response = await fetch(new URL(`/${path}`, info.sandboxControl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

const figure = (name: string, value: number, unit: string, note = `fleet ${size}`): Figure => ({
  name,
  value,
  unit,
  note,
});

const mib = (name: string, { pid }: MeasuredWorker): Figure =>
  figure(`${name}: memory`, residentMiB([pid]), 'MiB');
