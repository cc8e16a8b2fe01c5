// `npm run record`: starts a stack of its own with empty data, records, and ends it. Vite runs the TypeScript, so that
// imports are the same as in the specs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'kerf-record-'));
process.env['KERF_DATA_DIR'] = folder;
const began = Date.now();
const stack = spawn(
  process.execPath,
  [join(root, 'packages/local-stack/dist/cli.js'), 'start', '--day-speed', '0'],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
const ended = once(stack, 'exit');
try {
  await Promise.race([
    untilItRuns(),
    ended.then(() => Promise.reject(new Error('npm start ended'))),
  ]);
  const { module } = await runnerImport(`${import.meta.dirname}/record.ts`, {
    resolve: { conditions: ['@kerf/source', 'import', 'module', 'node', 'default'] },
  });
  await module.record(process.argv[2]);
  process.stdout.write(`It took ${Math.round((Date.now() - began) / 1000)} s.\n`);
} finally {
  stack.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** The file is written when everything is ready. */
async function untilItRuns() {
  while (!existsSync(join(folder, 'run.json'))) await setTimeout(200);
}
