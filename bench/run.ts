// `npm run bench -- [names] [--save] [--minutes N]` runs the benchmarks and prints the figures of this
// run. `--minutes` is KERF_BENCH_MINUTES, for the benchmarks that run for a while.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs, styleText } from 'node:util';
import type { Figure } from './figure.ts';

interface Bench {
  run(): Promise<readonly Figure[]>;
}
type Baselines = Record<string, Record<string, number>>;

const baselineFile = new URL('baselines.json', import.meta.url);
const { positionals: names, values: options } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'boolean', default: false }, minutes: { type: 'string' } },
});
if (options.minutes !== undefined) process.env['KERF_BENCH_MINUTES'] = options.minutes;
const baselines: Baselines = JSON.parse(await readFile(baselineFile, 'utf8').catch(() => '{}'));
const all = (await readdir(import.meta.dirname))
  .flatMap((file) => (file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : []))
  .toSorted();
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`unknown benchmark "${unknown}"; available: ${all.join(', ')}\n`);
  process.exit(2);
}

print(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}\n`);
for (const name of names.length > 0 ? names : all) {
  print(styleText('bold', name));
  const bench: Bench = await import(`./${name}.bench.ts`);
  const figures = await bench.run();
  for (const figure of figures) print(line(figure, baselines[name]?.[figure.name]));
  if (options.save) {
    baselines[name] = Object.fromEntries(figures.map((figure) => [figure.name, figure.value]));
    await writeFile(baselineFile, `${JSON.stringify(baselines, null, 2)}\n`);
  }
}

function line(figure: Figure, baseline: number | undefined): string {
  const ratio =
    baseline === undefined || baseline === 0
      ? '      –'
      : `${(figure.value / baseline).toFixed(2)} ×`.padStart(7);
  const columns = [
    `  ${figure.name.padEnd(46)}`,
    `${format(figure.value)} ${figure.unit}`.padStart(16),
    ratio,
    goalText(figure),
    figure.note === undefined ? '' : styleText('dim', figure.note),
  ];
  return columns.join('  ').trimEnd();
}

function goalText({ goal, value, unit }: Figure): string {
  if (goal === undefined) return ''.padEnd(22);
  const [isMet, words] =
    'atMost' in goal
      ? [value <= goal.atMost, `≤ ${format(goal.atMost)} ${unit}`]
      : [value >= goal.atLeast, `≥ ${format(goal.atLeast)} ${unit}`];
  return styleText(isMet ? 'green' : 'red', `${words} ${isMet ? 'met' : 'MISSED'}`.padEnd(22));
}

function format(value: number): string {
  const size = Math.abs(value);
  const digits = [100, 10, 1].findIndex((least) => size >= least);
  return value.toLocaleString('en-US', { maximumFractionDigits: digits === -1 ? 4 : digits });
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
