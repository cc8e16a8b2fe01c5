import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { storedFleet, storeFleet } from '@kerf/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest } from '../../../apps/api/src/testing/api-under-test.js';

/** Public generators make clients in Go and Python from the served document. */

const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const minutes = 60_000;
const root = new URL('../../..', import.meta.url);
const sources = new URL('./other-languages/', import.meta.url).pathname;
const cache = join(process.env['KERF_CI_CACHE'] ?? join(homedir(), '.cache/kerf-ci'), 'clients');

const run = promisify(execFile);
const runs = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { timeout: 2 * minutes }).status === 0;

/** It asks package registries and compiles, for half a minute. */
const isAsked = process.env['KERF_CLIENTS'] === 'all';

/** Says why the exercise is skipped: nobody asked for it, or the program, or what it downloads, is missing. */
function found(language: string, isThere: () => boolean, missing: string): boolean {
  if (isAsked && isThere()) return true;
  const reason = isAsked ? missing : 'it runs with KERF_CLIENTS=all, as in .ci/run';
  process.stdout.write(`other-languages.smoke.spec.ts, ${language}, is skipped: ${reason}\n`);
  return false;
}

const venv = join(cache, 'python');
const python = join(venv, 'bin/python');
const requirements = join(sources, 'python/requirements.txt');
const hasGo = found(
  'Go',
  () => runs('go', 'version') && runs('go', 'run', generator, '--version'),
  'go is not on PATH, or the Go modules of the generator cannot be downloaded',
);
const hasPython = found(
  'Python',
  () =>
    runs('python3', '-m', 'venv', venv) &&
    runs(python, '-m', 'pip', 'install', '-qr', requirements),
  'python3 with venv is not on PATH, or the packages of the generator cannot be installed',
);

let api: ApiUnderTest;
let folder: string;
let document: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-clients-'));
  document = join(folder, 'openapi.json');
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
  const { body } = await api.send('GET', '/openapi.json', {});
  await writeFile(document, JSON.stringify(body));
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

/** Input of the exercise: the API, and manifests whose names are its own. */
async function environment(name: string): Promise<NodeJS.ProcessEnv> {
  const files = await Promise.all(
    ['node-class', 'node-pool'].map((file) =>
      readFile(new URL(`examples/exercise/${file}.yaml`, root), 'utf8'),
    ),
  );
  return {
    ...process.env,
    KERF_SERVER: api.url,
    KERF_TOKEN: (api.writer['authorization'] ?? '').replace('Bearer ', ''),
    KERF_CLUSTER: storedFleet.clusterName,
    KERF_MANIFESTS: files.join('---\n').replaceAll('name: default', `name: ${name}`),
  };
}

describe('a client from a public generator', () => {
  it.runIf(hasGo)(
    'compiles and does the exercise in Go, by oapi-codegen',
    async () => {
      const place = join(folder, 'go');
      await cp(join(sources, 'go'), place, { recursive: true });
      await mkdir(join(place, 'kerf'));
      const output = join(place, 'kerf/kerf.gen.go');
      const options = ['-generate', 'types,client', '-package', 'kerf', '-o', output];
      await run('go', ['run', generator, ...options, document]);
      const { stdout } = await run('go', ['run', '.'], {
        cwd: place,
        env: await environment('go'),
      });
      expect(stdout).toBe('done\n');
    },
    5 * minutes,
  );

  it.runIf(hasPython)(
    'does the exercise in Python, by openapi-python-client',
    async () => {
      const place = join(folder, 'python');
      await cp(join(sources, 'python'), place, { recursive: true });
      const output = ['--meta', 'none', '--output-path', join(place, 'kerf')];
      const path = `${join(venv, 'bin')}:${process.env['PATH'] ?? ''}`;
      await run(
        join(venv, 'bin/openapi-python-client'),
        ['generate', '--path', document, ...output],
        { env: { ...process.env, PATH: path } },
      );
      const { stdout } = await run(python, [join(place, 'exercise.py')], {
        env: await environment('python'),
      });
      expect(stdout).toBe('done\n');
    },
    5 * minutes,
  );
});
