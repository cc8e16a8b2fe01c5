import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url).pathname;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-image-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command of the Dockerfile for an image. Returns the files without npm packages. */
async function assemble(image: string): Promise<readonly string[]> {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const command = dockerfile
    .split('\n')
    .find((line) => line.includes(`assemble-image.mjs --to /image/${image} `));
  const [, args = ''] = /^RUN node (.*)$/.exec(command ?? '') ?? [];
  const target = join(folder, image);
  const words = args.replace(`/image/${image}`, target).split(' ');
  await run(process.execPath, [...words, '--no-install'], { cwd: root });
  const found: string[] = [];
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) found.push(relative(target, join(entry.parentPath, entry.name)));
  }
  return found;
}

const notForRunning = /\.(ts|tsx|map|tsbuildinfo)$|\.spec\.|(^|\/)(src|testing|e2e|bench|tools)\//;

describe('the image', () => {
  it('of the product has API, worker, dashboard and migrations, and no sandbox', async () => {
    const files = await assemble('product');
    expect(files).toEqual(
      expect.arrayContaining([
        'apps/api/dist/main.js',
        'apps/api/dist/cli.js',
        'apps/api/bundle/main.js',
        'apps/api/bundle/query-compiler.wasm',
        'apps/api/schema.graphql',
        'apps/worker/bundle/main.js',
        'apps/worker/bundle/engine-thread.js',
        'apps/worker/bundle/query-compiler.wasm',
        'apps/worker/dist/main.js',
        'apps/worker/dist/engine/engine-thread.js',
        'apps/web/dist/index.html',
        'packages/db/dist/index.js',
        'prisma/migrations/0001_init/migration.sql',
      ]),
    );
    expect(files.filter((file) => notForRunning.test(file))).toEqual([]);
    expect(files.filter((file) => /sandbox\/|testing|local-stack|solve-cli/.test(file))).toEqual(
      [],
    );
  });

  it('of the sandbox has the sandbox and its manifests, and no product', async () => {
    const files = await assemble('sandbox');
    expect(files).toEqual(
      expect.arrayContaining(['packages/sandbox/dist/cli.js', 'packages/core/dist/index.js']),
    );
    expect(files.filter((file) => notForRunning.test(file))).toEqual([]);
    const tops = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')));
    expect([...tops].toSorted()).toEqual([
      '.npmrc',
      'LICENSE',
      'deploy/crds',
      'deploy/iam',
      'deploy/rbac',
      'package-lock.json',
      'package.json',
      'packages/core',
      'packages/sandbox',
    ]);
  });

  it('installs the run-time dependencies of its workspaces, in the versions of the lock file', async () => {
    const manifest: unknown = JSON.parse(
      await readFile(join(folder, 'product/apps/api/package.json'), 'utf8'),
    );
    expect(manifest).toMatchObject({
      name: '@kerf/api',
      dependencies: { '@nestjs/core': '12.5.1' },
    });
    expect(manifest).not.toHaveProperty('devDependencies');
    const [lock, copy] = await Promise.all(
      [root, join(folder, 'product')].map((place) => stat(join(place, 'package-lock.json'))),
    );
    expect(copy?.size).toBe(lock?.size);
  });
});
