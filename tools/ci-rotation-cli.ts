// `ci-rotation-cli.ts turns FILE`: counts a run of `.ci/run` and prints the turns of its long suites, a line each:
// name, reason, expected seconds, title, last pass, separated by tabs.
// `ci-rotation-cli.ts passed FILE NAME SECONDS`: records that a suite has passed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type LongSuite, lastPassText, longSuites, type Stamps, takeTurns } from './ci-rotation.ts';

const stampsFormat = z.object({
  runs: z.int().nonnegative(),
  passes: z.record(
    z.string(),
    z.object({
      run: z.int(),
      at: z.iso.datetime(),
      inputs: z.string(),
      seconds: z.int().nonnegative(),
    }),
  ),
});

const [command, file = '', name = '', seconds = ''] = process.argv.slice(2);
if (command === 'turns') printTurns();
else if (command === 'passed') recordPass();
else throw new Error('Usage: ci-rotation-cli.ts turns FILE | passed FILE NAME SECONDS');

function printTurns(): void {
  const before = readStamps();
  const stamps = { ...before, runs: before.runs + 1 };
  writeStamps(stamps);
  const commit = git('rev-parse', 'HEAD').trim();
  for (const turn of takeTurns(longSuites, stamps, digestOf, commit)) {
    const { suite, reason } = turn;
    const columns = [
      suite.name,
      reason,
      turn.seconds,
      suite.title,
      lastPassText(turn, stamps.runs),
    ];
    console.log(columns.join('\t'));
  }
}

function recordPass(): void {
  const suite = longSuites.find((each) => each.name === name);
  if (suite === undefined) throw new Error(`There is no suite "${name}".`);
  const stamps = readStamps();
  const pass = {
    run: stamps.runs,
    at: new Date().toISOString(),
    inputs: digestOf(suite),
    seconds: z.coerce.number().int().parse(seconds),
  };
  writeStamps({ ...stamps, passes: { ...stamps.passes, [name]: pass } });
}

/** Stamps that cannot be read are none: suites run once more than needed. */
function readStamps(): Stamps {
  if (!existsSync(file)) return { runs: 0, passes: {} };
  try {
    return stampsFormat.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { runs: 0, passes: {} };
  }
}

function writeStamps(stamps: Stamps): void {
  writeFileSync(`${file}.new`, JSON.stringify(stamps, null, 2));
  renameSync(`${file}.new`, file);
}

/** Digests what is committed: `.ci/run` tests a clean clone. */
function digestOf(suite: LongSuite): string {
  const tree = git('ls-tree', 'HEAD', '--', ...suite.inputs);
  return createHash('sha256').update(tree).digest('hex');
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { encoding: 'utf8' });
}
