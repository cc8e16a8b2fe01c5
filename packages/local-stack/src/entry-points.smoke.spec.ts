import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { oldestNode } from '@kerf/core';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url).pathname;
/** Programs that a user, a service or an image starts with `node`. */
const entryPoints = [
  'apps/api/main',
  'apps/api/bundled',
  'apps/api/bundled-cli',
  'apps/api/cli',
  'apps/worker/main',
  'apps/worker/bundled',
  'packages/sandbox/cli',
  'packages/local-stack/cli',
];

/** A Node that is too old for Kerf, if the system has one. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path) && majorOf(path) < oldestNode);
const whyNot = oldNode === undefined ? ` (no Node older than ${oldestNode} on PATH)` : '';
if (oldNode === undefined) process.stdout.write(`entry-points.smoke.spec.ts is skipped${whyNot}\n`);

function majorOf(node: string): number {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(stdout)?.[1]);
}

describe.each(entryPoints)('%s', (entryPoint) => {
  const [folder = '', name = ''] = entryPoint.split(/\/(?=[\w-]+$)/);

  // An import that an old Node cannot resolve would fail before the version check.
  it('imports its program only if Node is new enough', async () => {
    const text = await readFile(join(root, folder, 'src', `${name}.ts`), 'utf8');
    expect(text.match(/^import .*$/gm)).toEqual([
      "import { runOnSupportedNode } from '@kerf/core';",
    ]);
    expect(text).toMatch(
      /^await runOnSupportedNode\(process, \(\) => import\('\.\/[\w-]+\.js'\)\);$/m,
    );
  });

  it.skipIf(oldNode === undefined)(
    `prints one sentence with the fix on an older Node${whyNot}`,
    async () => {
      const path = join(root, folder, 'dist', `${name}.js`);
      await expect(run(oldNode ?? '', [path])).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Kerf needs Node 24 or newer, and this is Node .*\n$/),
      });
    },
  );
});
