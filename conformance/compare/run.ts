import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePrograms } from '../testbed/programs.ts';
import { type ContestantName, contestantNames } from './contestant.ts';
import { type Figures, measure } from './measure.ts';

export interface ComparisonOptions {
  readonly runs: number;
  /** Numbers of pods, each on a fresh testbed. */
  readonly sizes: readonly number[];
  readonly contestants: readonly ContestantName[];
  readonly print: (line: string) => void;
}

/** After 1,000 pods came up, 600 of them go. */
const podsLeft: ReadonlyMap<number, number> = new Map([[1_000, 400]]);

/** Measures the contestants, one after the other, and returns a Markdown table. */
export async function compare(options: ComparisonOptions): Promise<string> {
  const { runs, sizes, contestants, print } = options;
  const programs = await preparePrograms();
  const results: Record<ContestantName, Figures[]> = { karpenter: [], kerf: [] };
  const parent = await mkdtemp(join(tmpdir(), 'kerf-compare-'));
  print(`data and logs: ${parent}`);
  for (let index = 1; index <= runs; index += 1) {
    for (const pods of sizes) {
      for (const contestant of contestants) {
        const folder = join(parent, `${index}-${pods}-${contestant}`);
        const left = podsLeft.get(pods) ?? pods;
        const figures = await measure({ contestant, programs, folder, pods, podsLeft: left });
        results[contestant].push(figures);
        const shown = [...figures].map(([name, value]) => `${name} ${format(value)}`);
        print(`run ${index}, ${contestant}: ${shown.join('; ')}`);
      }
    }
  }
  return tableOf(results);
}

function tableOf(results: Readonly<Record<ContestantName, readonly Figures[]>>): string {
  const all = [...results.karpenter, ...results.kerf];
  const names = new Set(all.flatMap((figures) => [...figures.keys()]));
  const rows = [...names].map((name) => {
    const [karpenter, kerf] = contestantNames.map((contestant) =>
      summary(results[contestant].flatMap((figures) => figures.get(name) ?? [])),
    );
    const ratio = (kerf?.median ?? 0) / (karpenter?.median ?? 1);
    return `| ${name} | ${karpenter?.text} | ${kerf?.text} | ${ratio.toFixed(2)} |`;
  });
  return ['| Figure | Karpenter | Kerf | ratio |', '|---|---|---|---|', ...rows].join('\n');
}

/** Returns the median, and a text with the range if there are several values. */
function summary(values: readonly number[]): { readonly median: number; readonly text: string } {
  if (values.length === 0) return { median: Number.NaN, text: '' };
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  const range = `${format(sorted[0] ?? 0)}–${format(sorted.at(-1) ?? 0)}`;
  return { median, text: sorted.length > 1 ? `${format(median)} (${range})` : format(median) };
}

const format = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1);
