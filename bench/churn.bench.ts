// Memory of one worker while 1 % of the pods of a large cluster are replaced each minute. `--minutes`
// sets how long (default 5; the goal is for 60), KERF_BENCH_NODES and KERF_BENCH_PODS the size. Each
// minute is printed when it ends; a minute includes one scrape of the metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import {
  churnForAMinute,
  countPods,
  type Measured,
  until,
  withLargeCluster,
} from './large-cluster.ts';
import { fitLine, verdictOf } from './trend.ts';

const minutes = Number(process.env['KERF_BENCH_MINUTES'] ?? 5);
/** Longer than an engine thread lives without a call. */
const restMs = 40_000;

interface Sample {
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly cpuPercent: number;
}

export const run = (): Promise<readonly Figure[]> => withLargeCluster(measure);

async function measure({ worker, database, cluster }: Measured): Promise<readonly Figure[]> {
  await until(async () => (await countPods(database)) === cluster.pods);
  await sleep(restMs);
  const restMiB = worker.residentMiB();
  worker.resetPeak();
  const samples: Sample[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const cpuBefore = worker.cpuSeconds();
    await churnForAMinute(cluster);
    const sample = {
      rssMiB: worker.residentMiB(),
      heapMiB: await worker.heapMiB(),
      cpuPercent: ((worker.cpuSeconds() - cpuBefore) / 60) * 100,
    };
    samples.push(sample);
    print(minute, sample);
  }
  const note = `${minutes} min of 1 % a minute, ${cluster.pods} pods`;
  return [
    { name: 'memory before the changes', value: restMiB, unit: 'MiB' },
    { name: 'memory, highest during changes', value: worker.peakMiB(), unit: 'MiB', note },
    ...trend(
      'memory',
      samples.map(({ rssMiB }) => rssMiB),
    ),
    ...trend(
      'heap of the main thread',
      samples.map(({ heapMiB }) => heapMiB),
    ),
  ];
}

/** The first minute is left out, because the worker grows from its rest. */
function trend(what: string, values: readonly number[]): readonly Figure[] {
  const line = fitLine(values.length > 1 ? values.slice(1) : values);
  return [
    { name: `${what}, mean during changes`, value: line.mean, unit: 'MiB' },
    {
      name: `${what}, growth`,
      value: line.slope * 60,
      unit: 'MiB/h',
      note: `${verdictOf(line)}; standard error ${(line.slopeError * 60).toFixed(1)}`,
    },
  ];
}

function print(minute: number, { rssMiB, heapMiB, cpuPercent }: Sample): void {
  const text = `${rssMiB.toFixed(0)} MiB, heap ${heapMiB.toFixed(0)} MiB, CPU ${cpuPercent.toFixed(0)} %`;
  process.stdout.write(`  minute ${minute}: ${text}\n`);
}
