// Price, lower bound and speed of the engine, for batches with known answers of Karpenter and for larger
// generated ones. Times are CPU time of this process, so that other work on the machine matters little.
import { type SchedulingResult, solve, verifyBound } from '@kerf/engine';
import { type KnownAnswer, knownAnswers } from '@kerf/testing';
import {
  diverseBatch,
  fewOf,
  hardBatches,
  itemAt,
  largeBatch,
  unschedulableBatch,
} from './engine-batches.ts';
import type { Figure } from './figure.ts';

export async function run(): Promise<readonly Figure[]> {
  const answers = knownAnswers();
  return [
    ...priceFigures(answers),
    ...smallBatchFigures(answers),
    ...(await speedFigures(answers)),
  ];
}

interface Measured {
  readonly answer: KnownAnswer;
  readonly result: SchedulingResult;
  readonly cpuMs: number;
}

/** Measures a long search for each batch, longer with constraints, and the default search. */
function priceFigures(answers: readonly KnownAnswer[]): readonly Figure[] {
  const runs = answers.map((answer): Measured => {
    const searchMs = answer.name.includes('constrained') ? 2_000 : 1_000;
    return { answer, ...timed(() => solve(answer.snapshot, { searchMs })) };
  });
  const quick = answers.map((answer) => ({ answer, ...timed(() => solve(answer.snapshot)) }));
  return [
    ...runs.flatMap(figuresOf),
    ...summary('1–2 s', runs, true),
    ...summary('250 ms', quick, false),
    figure('bounds that verifyBound proves', runs.filter(isProved).length, 'bounds', {
      goal: { atLeast: runs.length },
    }),
  ];
}

function isProved({ answer, result }: Measured): boolean {
  return verifyBound(answer.snapshot, result).isProved;
}

function figuresOf({ answer, result, cpuMs }: Measured): readonly Figure[] {
  const { name } = answer;
  const isTight = !name.includes('constrained') && !name.startsWith('diverse');
  return [
    figure(`${name}: price`, priceRatio({ answer, result }), '× Karpenter', {
      goal: { atMost: 1 },
      note: `${(result.totalPriceMicroUsdPerHour! / 1e6).toFixed(2)} $/h, ${Math.round(cpuMs)} ms CPU`,
    }),
    figure(`${name}: gap`, result.cost!.gapRatio * 100, '%', {
      ...(name.startsWith('diverse') ? {} : { goal: { atMost: isTight ? 0.5 : 3 } }),
      note: `${result.newNodeClaims.length} nodes, Karpenter ${answer.karpenter.nodes}`,
    }),
  ];
}

function summary(search: string, runs: readonly Measured[], hasGoals: boolean): readonly Figure[] {
  const fixed = runs.filter(({ answer }) => !answer.name.startsWith('diverse'));
  const real = fixed.filter(({ answer }) => answer.name.startsWith('real32-'));
  const nodes = real.map(
    ({ answer, result }) => result.newNodeClaims.length / answer.karpenter.nodes,
  );
  return [
    figure(
      `${search}: price, geometric mean of ${fixed.length}`,
      mean(fixed.map(priceRatio)),
      '× Karpenter',
      hasGoals ? { goal: { atMost: 0.88 } } : {},
    ),
    figure(
      `${search}: price, real32`,
      mean(real.map(priceRatio)),
      '× Karpenter',
      hasGoals ? { goal: { atMost: 0.9 } } : {},
    ),
    figure(
      `${search}: nodes, real32`,
      mean(nodes),
      '× Karpenter',
      hasGoals ? { goal: { atMost: 1.05 } } : {},
    ),
    figure(`${search}: most expensive batch`, Math.max(...runs.map(priceRatio)), '× Karpenter', {
      goal: { atMost: 1 },
    }),
  ];
}

/** Compares with the cheapest run of Karpenter, which makes random choices. */
function priceRatio({ answer, result }: Pick<Measured, 'answer' | 'result'>): number {
  return result.totalPriceMicroUsdPerHour! / answer.karpenter.priceMicroUsdPerHour[0];
}

/** Measures batches of a few pods, as a running cluster has them. */
function smallBatchFigures(answers: readonly KnownAnswer[]): readonly Figure[] {
  const names = [
    'real32-web50-s2',
    'kwok-mixed200-s3',
    'real32arm-constrained200-s1',
    'diverse-1000',
  ];
  const chosen = answers.filter(({ name }) => names.includes(name));
  return [1, 5, 10, 20].flatMap((count) => {
    const runs = chosen.flatMap(({ snapshot }) =>
      Array.from({ length: 10 }, (_, index) => {
        const few = fewOf(snapshot, count, index + 1);
        const { result, cpuMs } = timed(() => solve(few));
        return { cost: result.cost!, cpuMs, verdict: verifyBound(few, result) };
      }),
    );
    const gaps = runs.map(({ cost }) => cost.gapRatio * 100).sort((a, b) => a - b);
    const cheaper = runs.filter(
      ({ cost }) => cost.planMicroUsdPerHour < cost.firstFitMicroUsdPerHour,
    ).length;
    const moreExpensive = runs.filter(
      ({ cost }) => cost.planMicroUsdPerHour > cost.firstFitMicroUsdPerHour,
    ).length;
    const cpuMs = runs.reduce((sum, one) => sum + one.cpuMs, 0) / runs.length;
    return [
      figure(`${count} pods: gap, median of ${runs.length}`, itemAt(gaps, runs.length / 2), '%', {
        note: `at most ${gaps.at(-1)!.toFixed(1)} %, ${cpuMs.toFixed(0)} ms CPU`,
      }),
      figure(`${count} pods: more expensive than the baseline`, moreExpensive, 'batches', {
        goal: { atMost: 0 },
        note: `cheaper in ${cheaper}, bound proved in ${runs.filter(({ verdict }) => verdict.isProved).length}`,
      }),
    ];
  });
}

/** The first runs of a process are slow, because the code is not compiled yet. */
const speedRuns = 9;

async function speedFigures(answers: readonly KnownAnswer[]): Promise<readonly Figure[]> {
  const diverse = answers.find(({ name }) => name === 'diverse-1000')!.snapshot;
  const figures: Figure[] = [];
  for (const count of [5_000, 10_000, 20_000]) {
    const snapshot = diverseBatch(diverse, count);
    const runs = Array.from(
      { length: speedRuns },
      () => timed(() => solve(snapshot, { searchMs: 0 })).cpuMs,
    );
    const least = Math.min(...runs);
    const name = `diverse ${count.toLocaleString('en-US')}, baseline and bound`;
    figures.push(
      figure(name, least, 'ms CPU', { note: `best of ${speedRuns}` }),
      figure(
        `${name}, speed`,
        (count / least) * 1_000,
        'pods/s',
        count === 20_000 ? { goal: { atLeast: 50_000 } } : {},
      ),
    );
  }
  figures.push(...hardFigures(answers), unschedulableFigure(answers));
  const large = largeBatch(answers);
  const runs = Array.from(
    { length: speedRuns },
    () => timed(() => solve(large, { searchMs: 0 })).cpuMs,
  );
  const types = Object.values(large.instanceTypesByNodePool)[0]?.length ?? 0;
  figures.push(
    figure('50,000 pods, first plan with bound', Math.min(...runs), 'ms CPU', {
      goal: { atMost: 250 },
      note: `200 pod groups, ${types} types, best of ${speedRuns}`,
    }),
    figure('peak memory of this process', process.resourceUsage().maxRSS / 1_024, 'MiB', {
      note: 'all of the above in one process',
    }),
  );
  return figures;
}

const hardCount = 20_000;
/** Goal for hard batches, as a multiple of the time per pod of the plain one. */
const maxTimesPlain = 3;

/** Measures batches for which pod groups and memoized results help little. */
function hardFigures(answers: readonly KnownAnswer[]): readonly Figure[] {
  const measured = Object.entries(hardBatches(answers, hardCount)).map(([name, snapshot]) => {
    const runs = Array.from({ length: speedRuns }, () =>
      timed(() => solve(snapshot, { searchMs: 0 })),
    );
    const last = itemAt(runs, runs.length - 1).result;
    return { name, ms: Math.min(...runs.map(({ cpuMs }) => cpuMs)), last };
  });
  const plainMs = itemAt(measured, 0).ms;
  return measured.map(({ name, ms, last }, index) =>
    figure(`20,000 pods, ${name}`, (ms / hardCount) * 1_000, 'µs CPU a pod', {
      note: `${(ms / plainMs).toFixed(1)} × plain, ${last.newNodeClaims.length} nodes, best of ${speedRuns}`,
      ...(index > 0 && { goal: { atMost: (maxTimesPlain * plainMs * 1_000) / hardCount } }),
    }),
  );
}

/** Reasons are computed only for unschedulable pods, after the plan. */
function unschedulableFigure(answers: readonly KnownAnswer[]): Figure {
  const count = 5_000;
  const snapshot = unschedulableBatch(answers, count);
  const runs = Array.from({ length: speedRuns }, () =>
    timed(() => solve(snapshot, { searchMs: 0 })),
  );
  const [first] = runs;
  return figure(
    `${count.toLocaleString('en-US')} unschedulable pods, with reasons`,
    Math.min(...runs.map(({ cpuMs }) => cpuMs)),
    'ms CPU',
    {
      note: `${first?.result.unschedulable.length} pods × ${snapshot.nodePools.length} NodePools, best of ${speedRuns}`,
    },
  );
}

function timed<T extends SchedulingResult>(
  work: () => T,
): { readonly result: T; readonly cpuMs: number } {
  const from = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(from);
  return { result, cpuMs: (user + system) / 1_000 };
}

function figure(name: string, value: number, unit: string, more: Partial<Figure> = {}): Figure {
  return { name, value, unit, ...more };
}

function mean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
