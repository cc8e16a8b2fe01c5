import { isAppError } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';
import { loadFixture } from '@kerf/testing';
import { parseOptions } from './parse-options.js';
import { type SolveFixtureOptions, solveFixture } from './solve-fixture.js';

export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

const usage =
  'usage: npm run -s solve -- [--first-fit] [--deadline-ms N] [--seed N] fixture.json[.gz] …';

/**
 * Solves each file and prints one line of JSON for it.
 * @returns the exit code: 0, or 2 for an invalid file or argument
 */
export function run(args: readonly string[], { out, err }: Output): number {
  const parsed = readArguments(args);
  if (parsed === null) {
    err(usage);
    return 2;
  }
  for (const path of parsed.paths) {
    const snapshot = loadSnapshotFile(path, err);
    if (snapshot === null) return 2;
    out(JSON.stringify(solveFixture(snapshot, parsed.options)));
  }
  return 0;
}

/** Returns the cluster in a file; `null`, after an error, if the file is invalid. */
export function loadSnapshotFile(path: string, err: Output['err']): ClusterSnapshot | null {
  try {
    return loadFixture(path);
  } catch (cause) {
    if (!isAppError(cause)) throw cause;
    err(`${path}: ${cause.message}`);
    return null;
  }
}

interface Arguments {
  readonly paths: readonly string[];
  readonly options: SolveFixtureOptions;
}

/** Parses the arguments; `null` if they are invalid. */
function readArguments(args: readonly string[]): Arguments | null {
  const parsed = parseOptions(args, {
    'first-fit': { type: 'boolean', default: false },
    'deadline-ms': { type: 'string', default: '250' },
    seed: { type: 'string', default: '1' },
  });
  if (parsed === null || parsed.positionals.length === 0) return null;
  const { 'first-fit': firstFitOnly, 'deadline-ms': deadline, seed } = parsed.values;
  const numbers = [deadline, seed].map((text) => Number(text));
  if (numbers.some((number) => !Number.isSafeInteger(number) || number < 0)) return null;
  const [deadlineMs = 0, seedNumber = 0] = numbers;
  return {
    paths: parsed.positionals,
    options: { firstFitOnly, deadlineMs, seed: seedNumber },
  };
}
