// Memory of the product's processes with the three clusters of the sandbox: while the simulated day
// runs, at rest, and while 1,000 pods get nodes; and the worker's CPU time at rest. KERF_BENCH_MINUTES
// sets how long the day runs (default 2; the goals are for 60).
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
const restMs = 90_000;
const measureRestMs = 60_000;

export async function run(): Promise<readonly Figure[]> {
  return withFolder(async (folder) => {
    const stack = await startStack(folder);
    try {
      return await measure(stack);
    } finally {
      await stack.stop();
    }
  });
}

async function measure({ info, folder }: RunningStack): Promise<readonly Figure[]> {
  const day = await runDay(info, pidsOf(folder));
  const pids = pidsOf(folder);
  const worker = pids.get('worker')!;
  await control(info, 'pause');
  await sleep(restMs);
  const restMiB = residentMiB(worker);
  const cpuBefore = cpuSeconds(worker);
  await sleep(measureRestMs);
  const cpu = ((cpuSeconds(worker) - cpuBefore) / measureRestMs) * 100_000;
  resetPeak(worker);
  for (const cluster of clusters) {
    await control(info, 'scenarios/inflate', { cluster, size: pods / clusters.length });
  }
  await sleep(60_000);
  return [
    ...day,
    { ...mib('worker at rest', restMiB), note: 'the simulated day is paused for 90 s' },
    {
      name: 'CPU of the worker at rest',
      value: cpu,
      unit: '% of a core',
      goal: { atMost: 2 },
    },
    {
      ...mib('worker, highest during 1,000 pods', peakMiB(worker)),
      goal: { atMost: 257 },
      note: 'two clusters, for a minute',
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
