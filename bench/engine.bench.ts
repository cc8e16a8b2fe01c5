// Price, proof and speed of the engine: batches that the real Karpenter has been asked about, and
// made ones that are larger. Times are CPU time of this process: other work on the machine counts little.
import { type ClusterSnapshot, type SchedulingResult, solve, verifyBound } from '@kerf/engine';
import { aPod, aSnapshot, type KnownAnswer, knownAnswers, podsWith } from '@kerf/testing';
import type { Figure } from './figure.ts';

const zone = 'topology.kubernetes.io/zone';
const hostname = 'kubernetes.io/hostname';

export async function run(): Promise<readonly Figure[]> {
  const answers = knownAnswers();
  return [...priceFigures(answers), ...trickleFigures(answers), ...(await speedFigures(answers))];
}

interface Measured {
  readonly answer: KnownAnswer;
  readonly result: SchedulingResult;
  readonly cpuMs: number;
}

/** The default search for each batch, and a longer one where constraints bind. */
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
  const oracle = runs.filter(({ answer }) => !answer.name.startsWith('diverse'));
  const real = oracle.filter(({ answer }) => answer.name.startsWith('real32-'));
  const nodes = real.map(
    ({ answer, result }) => result.newNodeClaims.length / answer.karpenter.nodes,
  );
  return [
    figure(
      `${search}: price, geometric mean of ${oracle.length}`,
      mean(oracle.map(priceRatio)),
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
    figure(`${search}: dearest`, Math.max(...runs.map(priceRatio)), '× Karpenter', {
      goal: { atMost: 1 },
    }),
  ];
}

/** Against the cheapest of Karpenter's runs, where chance decides. */
function priceRatio({ answer, result }: Pick<Measured, 'answer' | 'result'>): number {
  return result.totalPriceMicroUsdPerHour! / answer.karpenter.priceMicroUsdPerHour[0];
}

/** A few pods at a time, drawn from batches of each kind: what comes to a cluster that runs. */
function trickleFigures(answers: readonly KnownAnswer[]): readonly Figure[] {
  const names = [
    'real32-web50-s2',
    'kwok-mixed200-s3',
    'real32arm-constrained200-s1',
    'diverse-1000',
  ];
  const kinds = answers.filter(({ name }) => names.includes(name));
  return [1, 5, 10, 20].flatMap((count) => {
    const runs = kinds.flatMap(({ snapshot }) =>
      Array.from({ length: 10 }, (_, index) => {
        const few = fewOf(snapshot, count, index + 1);
        const { result, cpuMs } = timed(() => solve(few));
        return { cost: result.cost!, cpuMs, verdict: verifyBound(few, result) };
      }),
    );
    const gaps = runs.map(({ cost }) => cost.gapRatio * 100).sort((a, b) => a - b);
    const cheaper = runs.filter(
      ({ cost }) => cost.planMicroUsdPerHour < cost.ruleMicroUsdPerHour,
    ).length;
    const dearer = runs.filter(
      ({ cost }) => cost.planMicroUsdPerHour > cost.ruleMicroUsdPerHour,
    ).length;
    const cpuMs = runs.reduce((sum, one) => sum + one.cpuMs, 0) / runs.length;
    return [
      figure(`${count} pods: gap, median of ${runs.length}`, itemAt(gaps, runs.length / 2), '%', {
        note: `at most ${gaps.at(-1)!.toFixed(1)} %, ${cpuMs.toFixed(0)} ms CPU`,
      }),
      figure(`${count} pods: dearer than the rule`, dearer, 'batches', {
        goal: { atMost: 0 },
        note: `cheaper in ${cheaper}, bound proved in ${runs.filter(({ verdict }) => verdict.isProved).length}`,
      }),
    ];
  });
}

function fewOf(snapshot: ClusterSnapshot, count: number, seed: number): ClusterSnapshot {
  const random = createRandom(seed);
  const pods = Array.from({ length: count }, (_, index) => ({
    ...itemAt(snapshot.pods, Math.floor(random() * snapshot.pods.length)),
    uid: `pod-${index}`,
    name: `pod-${index}`,
  }));
  return { ...snapshot, pods };
}

async function speedFigures(answers: readonly KnownAnswer[]): Promise<readonly Figure[]> {
  const diverse = answers.find(({ name }) => name === 'diverse-1000')!.snapshot;
  const figures: Figure[] = [];
  for (const count of [5_000, 10_000, 20_000]) {
    const snapshot = diverseBatch(diverse, count);
    const runs = Array.from(
      { length: 3 },
      () => timed(() => solve(snapshot, { searchMs: 0 })).cpuMs,
    );
    const least = Math.min(...runs);
    const name = `diverse ${count.toLocaleString('en-US')}, rule and bound`;
    figures.push(
      figure(name, least, 'ms CPU', { note: 'best of 3' }),
      figure(
        `${name}, speed`,
        (count / least) * 1_000,
        'pods/s',
        count === 20_000 ? { goal: { atLeast: 50_000 } } : {},
      ),
    );
  }
  const large = largeBatch(answers);
  const runs = Array.from({ length: 3 }, () => timed(() => solve(large, { searchMs: 0 })).cpuMs);
  const types = Object.values(large.instanceTypesByNodePool)[0]?.length ?? 0;
  figures.push(
    figure('50,000 pods, first plan with bound', Math.min(...runs), 'ms CPU', {
      goal: { atMost: 250 },
      note: `200 classes, ${types} types, best of 3`,
    }),
    figure('peak memory of this process', process.resourceUsage().maxRSS / 1_024, 'MiB', {
      note: 'all of the above in one process',
    }),
  );
  return figures;
}

/** Karpenter's own benchmark, in its proportions: a fifth each plain, spread, near and apart. */
function diverseBatch(like: ClusterSnapshot, count: number): ClusterSnapshot {
  const random = createRandom(42);
  const pick = <T>(items: readonly T[]): T => itemAt(items, Math.floor(random() * items.length));
  const letter = () => pick(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  const sized = (labels: Record<string, string>) =>
    aPod()
      .labelled(labels)
      .requesting({
        milliCpu: pick([100, 250, 500, 1_000, 1_500]),
        memoryMib: pick([100, 256, 512, 1_024, 2_048, 4_096]),
      });
  const kinds = [
    () => sized({ 'my-label': letter() }),
    () =>
      sized({ 'my-label': letter() }).spreadOver(zone, {
        labelSelector: podsWith({ 'my-label': letter() }),
      }),
    () =>
      sized({ 'my-label': letter() }).spreadOver(hostname, {
        labelSelector: podsWith({ 'my-label': letter() }),
      }),
    () => {
      const own = { 'my-affinity': letter() };
      return sized(own).near(own, zone);
    },
    () => sized({ app: 'nginx' }).awayFrom({ app: 'nginx' }, hostname),
  ];
  const specs = new Map<string, ReturnType<ReturnType<typeof sized>['spec']>>();
  const pods = Array.from({ length: count }, (_, index) => {
    const made = itemAt(kinds, Math.floor((index * kinds.length) / count))().spec();
    const spec = specs.get(made.key) ?? made;
    specs.set(made.key, spec);
    const name = `pod-${String(index).padStart(6, '0')}`;
    return { uid: name, name, spec, createdAt: 0 };
  });
  return { ...like, pods };
}

/** Two hundred classes, 250 pods each, over the largest catalogues together. */
function largeBatch(answers: readonly KnownAnswer[]): ClusterSnapshot {
  const find = (name: string): ClusterSnapshot =>
    answers.find((answer) => answer.name === name)!.snapshot;
  const like = find('kwok-mixed200-s1');
  const types = [find('real32arm-constrained200-s1'), like].flatMap(({ instanceTypesByNodePool }) =>
    itemAt(Object.values(instanceTypesByNodePool), 0),
  );
  const specs = [...new Map(like.pods.map(({ spec }) => [spec.key, spec])).values()];
  return {
    ...like,
    namespaces: aSnapshot().build().namespaces,
    instanceTypesByNodePool: { [itemAt(Object.keys(like.instanceTypesByNodePool), 0)]: types },
    pods: Array.from({ length: 50_000 }, (_, index) => {
      const name = `pod-${String(index).padStart(6, '0')}`;
      return { uid: name, name, spec: itemAt(specs, index % specs.length), createdAt: 0 };
    }),
  };
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index} of ${items.length}`);
  return item;
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

/** Source: mulberry32, public domain. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
