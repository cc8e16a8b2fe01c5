import { globSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv as readApiEnv } from '../apps/api/src/env.ts';
import { readEnv as readWorkerEnv } from '../apps/worker/src/env.ts';

const root = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Row {
  readonly name: string;
  /** Programs that read the setting. */
  readonly programs: readonly string[];
  /** Empty without a default. */
  readonly defaultText: string;
  readonly meaning: string;
}

/** The rows of the table of settings. */
const rows: readonly Row[] = read('docs/settings.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, name = '', programs = '', defaultText = '', meaning = ''] = line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''));
    return { name, programs: programs.split(', '), defaultText, meaning };
  });

const keysOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name);

/** Names that the production code of a folder reads from its environment. */
const readIn = (folder: string): readonly string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((path) => !/\.spec\.ts$|\/testing\//.test(path))
    .flatMap((path) => [
      ...read(path).matchAll(/(?:\benv\[|\bvariable\(io, )'((?:KERF|DATABASE|REDIS)_[A-Z_]+)'/g),
    ])
    .map(([, name = '']) => name);

const namesByProgram = {
  API: [...keysOf('apps/api/src/env.ts'), ...readIn('apps/api/src')],
  worker: [...keysOf('apps/worker/src/env.ts'), ...readIn('apps/worker/src')],
  kerf: readIn('packages/cli/src'),
  'npm start': readIn('packages/local-stack/src'),
};

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();

describe('docs/settings.md', () => {
  it.each(Object.entries(namesByProgram))('has the settings that %s reads', (program, names) => {
    expect(names.length).toBeGreaterThan(1);
    const documented = rows.filter(({ programs }) => programs.includes(program));
    expect(documented.map(({ name }) => name).toSorted()).toEqual(sorted(names));
  });

  it('names only these programs, and explains each setting', () => {
    const wrong = rows.filter(
      ({ programs, meaning }) =>
        meaning === '' || programs.some((program) => !Object.hasOwn(namesByProgram, program)),
    );
    expect(wrong).toEqual([]);
  });

  it('is complete, because no other package reads the environment', () => {
    const others = globSync('packages/*/src', { cwd: root }).filter(
      (folder) => !['packages/cli/src', 'packages/local-stack/src'].includes(folder),
    );
    expect(others.flatMap(readIn)).toEqual([]);
  });

  const database = { DATABASE_URL: 'postgresql://kerf@127.0.0.1/kerf' };
  it.each([
    ['API', readApiEnv(database)],
    ['worker', { ...readWorkerEnv(database), KERF_WORKER_ID: 'host name' }],
  ])('has the defaults of the %s', (program, env) => {
    expect(readWorkerEnv(database).KERF_WORKER_ID).toBe(hostname());
    const actual = Object.entries(env)
      .filter(([name, value]) => name !== 'DATABASE_URL' && value !== undefined)
      .map(([name, value]) => [name, String(value)])
      .filter(([, value]) => value !== '');
    const documented = rows
      .filter(({ programs, defaultText }) => programs.includes(program) && defaultText !== '')
      .map(({ name, defaultText }) => [name, defaultText]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(actual));
  });
});
