// `npm run conformance [-- up | compare | migration | SUITE…]`; see the README of this folder.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { contestantNames } from './compare/contestant.ts';
import { compare } from './compare/run.ts';
import { migrate } from './migration/migration.ts';
import { runSuites, type SuiteResult, suites } from './suites.ts';
import { missingPrograms, prepareKarpenter, preparePrograms } from './testbed/programs.ts';
import { startStack } from './testbed/stack.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    /** Keeps data and logs also if all passed. */
    keep: { type: 'boolean', default: false },
    /** Repetitions of `compare`. */
    runs: { type: 'string', default: '1' },
    /** Numbers of pods of `compare`, separated by commas. */
    pods: { type: 'string', default: '30,1000' },
    /** Measures only this contestant of `compare`. */
    only: { type: 'string' },
  },
});
const commands = [...suites.keys(), 'build', 'up', 'compare', 'migration'];
const unknown = names.find((name) => !commands.includes(name));
if (unknown !== undefined) {
  print(`unknown suite "${unknown}"; available: ${commands.join(', ')}`);
  process.exit(2);
}
const isBuild = names.includes('build');
const missing = missingPrograms(isBuild ? 'build' : 'run');
if (missing.length > 0) {
  print(`skipped: ${missing.join('; ')}`);
  // CI builds first, and must not take a machine without the programs for one that has them.
  process.exit(isBuild ? 1 : 0);
}
// Without a handler, a signal would end this process but not the programs that it started.
if (!names.includes('up')) process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
const began = Date.now();
if (isBuild) await build();
else if (names.includes('compare')) await runComparison();
else if (names.includes('migration')) await runMigration();
else await runStack();

/** Builds the programs of the suites, and Karpenter if `compare` or `migration` is named too. */
async function build(): Promise<void> {
  print(JSON.stringify(await preparePrograms()));
  const needsKarpenter = names.includes('compare') || names.includes('migration');
  if (needsKarpenter) print(JSON.stringify(await prepareKarpenter()));
}

async function runComparison(): Promise<void> {
  const sizes = options.pods.split(',').map(Number);
  const contestants = contestantNames.filter((name) => name === (options.only ?? name));
  print(await compare({ runs: Number(options.runs), sizes, contestants, print }));
  print(`in ${seconds(began)} s`);
}

async function runMigration(): Promise<void> {
  await migrate(print);
  print(`passed in ${seconds(began)} s`);
}

async function runStack(): Promise<void> {
  const stack = await startStack(print);
  print(`started in ${seconds(began)} s`);
  if (names.includes('up')) {
    print(JSON.stringify(stack.info, null, 2));
    await once(process, 'SIGINT');
    await stack.stop();
    return;
  }
  const results = await runSuites(names.length === 0 ? [...suites.keys()] : names, stack);
  const isPassed = results.every((result) => result.isPassed);
  await stack.stop({ keepFolder: options.keep || !isPassed });
  print(`\n${table(results)}`);
  print(`${isPassed ? 'passed' : 'FAILED'} in ${seconds(began)} s`);
  process.exitCode = isPassed ? 0 : 1;
}

function table(results: readonly SuiteResult[]): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  return results
    .map(({ name, isPassed, seconds: time, detail }) =>
      [isPassed ? 'ok  ' : 'FAIL', name.padEnd(width), `${time} s`.padStart(6), detail].join('  '),
    )
    .join('\n');
}

function seconds(from: number): number {
  return Math.round((Date.now() - from) / 1000);
}
