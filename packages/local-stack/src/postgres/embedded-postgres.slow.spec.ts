import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-test-'));
  await chmod(folder, 0o755);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A run of tests that fails and stops its Postgres must not look as if it had passed. */
it('leaves the exit code to the process that has started it', async () => {
  const script = `
    import { findFreePort, startEmbeddedPostgres } from '@kerf/local-stack';
    const dataDir = ${JSON.stringify(join(folder, 'postgres'))};
    const postgres = await startEmbeddedPostgres({ dataDir, port: await findFreePort(), durable: false });
    process.exitCode = 3;
    await postgres.stop();`;
  const code = await new Promise((resolve) => {
    const args = ['--input-type=module', '--eval', script];
    execFile(process.execPath, args, { cwd: import.meta.dirname }, (error) => resolve(error?.code));
  });
  expect(code).toBe(3);
}, 60_000);
