// Memory of the product's processes with the three clusters of the sandbox while the simulated day
// runs and while 1,000 pods get nodes; then memory and CPU time of a second start without a simulated
// day, after its clusters have settled. KERF_BENCH_MINUTES sets how long the day runs (default 2; the
// goals are for 60).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import {
  cpuSeconds,
  type Pids,
  peakMiB,
  pidsOf,
  resetPeak,
  residentMiB,
  totalMiB,
} from './processes.ts';
import { type RunInfo, type RunningStack, startStack, withFolder } from './stack.ts';

const minutes = Number(process.env['KERF_BENCH_MINUTES'] ?? 2);
const pods = 1_000;
const clusters = ['shop-staging-use1', 'shop-prod-use1'];
/** Longer than an engine thread lives without a call. */
const pauseMs = 90_000;
/** Until the clusters have got nodes for their pods and are consolidated. */
const settleMs = 180_000;
const measureRestMs = 300_000;

export async function run(): Promise<readonly Figure[]> {
  const busy = await inStack([], measureBusy);
  return [...busy, ...(await inStack(['--day-speed', '0'], measureRest))];
}

async function inStack(
  sandboxArgs: readonly string[],
  measure: (stack: RunningStack) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const stack = await startStack(folder, sandboxArgs);
    try {
      return await measure(stack);
    } finally {
      await stack.stop();
    }
  });
}

async function measureBusy({ info, folder }: RunningStack): Promise<readonly Figure[]> {
  const day = await runDay(info, pidsOf(folder));
  const worker = pidsOf(folder).get('worker')!;
  await control(info, 'pause');
  await sleep(pauseMs);
  resetPeak(worker);
  for (const cluster of clusters) {
    await control(info, 'scenarios/inflate', { cluster, size: pods / clusters.length });
  }
  await sleep(60_000);
  return [
    ...day,
    {
      name: 'worker, highest during 1,000 pods',
      value: peakMiB(worker),
      unit: 'MiB',
      goal: { atMost: 257 },
      note: 'two clusters, for a minute',
    },
  ];
}

async function measureRest({ folder }: RunningStack): Promise<readonly Figure[]> {
  await sleep(settleMs);
  const pids = pidsOf(folder);
  const worker = pids.get('worker')!;
  const before = cpuSeconds(worker);
  await sleep(measureRestMs);
  const cpu = ((cpuSeconds(worker) - before) / measureRestMs) * 100_000;
  const note = 'three quiet clusters, minutes 3 to 8';
  return [
    {
      name: 'worker at rest',
      value: residentMiB(worker),
      unit: 'MiB',
      goal: { atMost: 300 },
      note,
    },
    {
      name: 'API at rest',
      value: residentMiB(pids.get('api')!),
      unit: 'MiB',
      goal: { atMost: 150 },
      note,
    },
    {
      name: 'CPU of the worker at rest',
      value: cpu,
      unit: '% of a core',
      goal: { atMost: 2 },
      note,
    },
  ];
}

async function runDay(info: RunInfo, pids: Pids): Promise<readonly Figure[]> {
  await sleep(minutes * 60_000);
  const lag = await readLagMs(info);
  return [
    { ...mib('worker', residentMiB(pids.get('worker')!)), goal: { atMost: 300 } },
    { ...mib('API', residentMiB(pids.get('api')!)), goal: { atMost: 150 } },
    mib('sandbox', residentMiB(pids.get('sandbox')!)),
    mib('supervisor', residentMiB(pids.get('supervisor')!)),
    { ...mib('everything, shared pages once', totalMiB(pids)), goal: { atMost: 1_024 } },
    { name: 'event loop delay of the worker, p99', value: lag, unit: 'ms', goal: { atMost: 50 } },
  ];
}

const mib = (name: string, value: number): Figure => ({
  name,
  value,
  unit: 'MiB',
  note: `after ${minutes} min with three clusters`,
});

async function readLagMs({ metrics }: RunInfo): Promise<number> {
  const texts = await Promise.all(metrics.map(async (url) => (await fetch(url)).text()));
  // The API's metrics are first.
  const seconds = /^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(texts.at(-1) ?? '')?.[1];
  return Number(seconds) * 1_000;
}

async function control(info: RunInfo, path: string, body: object = {}): Promise<void> {
  const response = await fetch(new URL(`/${path}`, info.sandboxControl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}
