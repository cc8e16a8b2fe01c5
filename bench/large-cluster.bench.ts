// One worker with one cluster of 5,000 nodes and 100,000 pods: the first sync, memory, and the delay of
// its event loop. KERF_BENCH_NODES and KERF_BENCH_PODS set the size, KERF_BENCH_MINUTES how long 1 % of
// the pods are replaced each minute (default 2; the goal is for 60). KERF_BENCH_WORKER_ARGS are options
// of Node for the worker, such as `--cpu-prof`. The simulated cluster is part of this process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LargeCluster } from '@kerf/sandbox';
import type { Figure } from './figure.ts';
import {
  churnForAMinute,
  count,
  countPods,
  type Database,
  isSynced,
  type Measured,
  type MeasuredWorker,
  nodes,
  until,
  withLargeCluster,
} from './large-cluster.ts';

const minutes = Number(process.env['KERF_BENCH_MINUTES'] ?? 2);
const batchPods = 1_000;
/** Longer than an engine thread lives without a call, and several polls for disruption. */
const restMs = 40_000;

export const run = (): Promise<readonly Figure[]> => withLargeCluster(measure);

async function measure({ worker, database, cluster }: Measured): Promise<readonly Figure[]> {
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
  for (let minute = 1; minute <= minutes; minute += 1) {
    await churnForAMinute(cluster);
    byMinute.push(worker.residentMiB());
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
