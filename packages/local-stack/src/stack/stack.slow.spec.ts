import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';
import { invariant } from '@kerf/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunInfo } from './stack.js';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });

const root = new URL('../../../../', import.meta.url).pathname;
const cli = join(root, 'packages/local-stack/dist/cli.js');
const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const aws = process.env['KERF_AWS'] ?? 'aws';
const hasAws = spawnSync(aws, ['--version']).status === 0;
if (!hasAws)
  process.stdout.write(
    'stack.slow.spec.ts does not try the printed AWS commands: aws found neither on PATH nor by KERF_AWS\n',
  );

/** Runs `npm start` with its own data folder. The umask would make its files readable by others. */
class LocalStack {
  readonly folder: string;
  readonly #process: ChildProcess;
  output = '';

  constructor(folder: string, args: readonly string[]) {
    this.folder = folder;
    this.#process = spawn(
      '/bin/sh',
      ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, cli, 'start', ...args],
      {
        cwd: root,
        env: { ...process.env, KERF_DATA_DIR: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (chunk) => {
        this.output += stripVTControlCharacters(String(chunk));
      });
    }
  }

  async untilRunning(): Promise<RunInfo> {
    const path = join(this.folder, 'run.json');
    while (!existsSync(path)) {
      invariant(this.#process.exitCode === null, `npm start ended:\n${this.output}`);
      await sleep(50);
    }
    return JSON.parse(await readFile(path, 'utf8'));
  }

  /** Returns the exit code. */
  async untilEnded(): Promise<number | null> {
    if (this.#process.exitCode === null) await once(this.#process, 'close');
    return this.#process.exitCode;
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await this.untilEnded();
  }
}

let parent: string;
let stack: LocalStack | null = null;

beforeEach(async () => {
  invariant(existsSync(cli), 'it is built: npm run build');
  parent = await mkdtemp(join(tmpdir(), 'kerf-stack-'));
});

afterEach(async () => {
  await stack?.stop();
  stack = null;
  await run(process.execPath, [cli, 'reset'], {
    cwd: root,
    env: { ...process.env, KERF_DATA_DIR: join(parent, 'data') },
  });
});

function start(args: readonly string[] = ['--day-speed', '0']): LocalStack {
  stack = new LocalStack(join(parent, 'data'), args);
  return stack;
}

/** Returns files that other users can access, without those of Postgres. */
async function openPaths(folder: string): Promise<readonly string[]> {
  const open: string[] = [];
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    const { mode } = await lstat(path);
    if ((mode & 0o077) !== 0) open.push(`${relative(folder, path)} ${(mode & 0o777).toString(8)}`);
  }
  return open.toSorted();
}

describe('npm start', () => {
  it('makes all files private and prints commands that work', async () => {
    // Files as an earlier version wrote them.
    const folder = join(parent, 'data');
    await mkdir(join(folder, 'logs'), { recursive: true, mode: 0o755 });
    await writeFile(join(folder, 'logs/api.log'), 'secret\n', { mode: 0o644 });
    // Only root can enter the folder, so its Postgres needs another one.
    if (isRoot) await chmod(parent, 0o700);
    const { clusters, awsConfig, url, apiToken } = await start().untilRunning();

    expect((await lstat(folder)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
    expect(await openPaths(folder)).toEqual(isRoot ? ['postgres 711'] : []);
    const headers = { authorization: `Bearer ${apiToken}` };
    const response = await fetch(`${url}/api/v1/clusters`, { headers });
    expect(response.status).toBe(200);

    const printed = stack?.output.match(/aws --profile \S+ ec2 describe-instances/g);
    expect(printed).toHaveLength(clusters.length);
    expect(stack?.output).toContain(`export AWS_CONFIG_FILE=${awsConfig}`);
    for (const command of hasAws ? (printed ?? []) : []) {
      const [, ...args] = command.split(' ');
      const { stdout } = await run(aws, [...args, '--output', 'json'], {
        // AWS settings of the machine's user must have no effect.
        env: { ...process.env, AWS_CONFIG_FILE: awsConfig, AWS_ACCESS_KEY_ID: 'x', AWS_PAGER: '' },
        maxBuffer: 64 * 1024 * 1024,
      });
      expect(JSON.parse(stdout).Reservations.length).toBeGreaterThan(0);
    }
  });

  it('runs when the worker serves every cluster, and has the same addresses after its sandbox was killed', async () => {
    const { clusters, metrics, pids, kubeconfig } = await start().untilRunning();
    expect(stack?.output).not.toContain('Not served yet');
    const workerMetrics = metrics[1] ?? '';
    const ready = await fetch(workerMetrics.replace(/metrics$/, 'readyz'));
    expect(await ready.json()).toMatchObject({ servedClusters: clusters.length });

    const folder = join(parent, 'data');
    const infoFile = join(folder, 'sandbox/info.json');
    const before = [await readFile(infoFile, 'utf8'), await readFile(kubeconfig, 'utf8')];
    // It is saved every five seconds.
    await vi.waitUntil(() => existsSync(join(folder, 'sandbox/state.json')), { timeout: 60_000 });
    const sandbox = pids['sandbox'] ?? 0;
    expect(sandbox).toBeGreaterThan(0);
    const writtenAt = (await lstat(infoFile)).mtimeMs;
    process.kill(sandbox, 'SIGKILL');
    await vi.waitUntil(async () => (await lstat(infoFile)).mtimeMs > writtenAt, {
      timeout: 60_000,
      interval: 200,
    });
    expect([await readFile(infoFile, 'utf8'), await readFile(kubeconfig, 'utf8')]).toEqual(before);
  });

  it('lists its options and starts nothing with --help', async () => {
    const help = start(['--help']);
    expect(await help.untilEnded()).toBe(0);
    expect(help.output).toContain('usage: start | dev');
    expect(help.output).toContain('--day-speed N');
    expect(existsSync(join(help.folder, 'postgres'))).toBe(false);
  });

  it('stops with one sentence for an option that the sandbox does not have', async () => {
    const failed = start(['--dayspeed', '0']);
    expect(await failed.untilEnded()).toBe(1);
    expect(failed.output).not.toContain('it is restarted');
    expect(failed.output).toMatch(/Kerf cannot run\. .*'--dayspeed'.*--help lists the options/);
  });

  it('stops with one sentence if a process fails permanently', async () => {
    await mkdir(join(parent, 'data/sandbox'), { recursive: true });
    await writeFile(join(parent, 'data/sandbox/state.json'), '{"format":1}');
    await writeFile(join(parent, 'data/ports.json'), '{}');
    const failed = start();
    expect(await failed.untilEnded()).toBe(1);
    expect(failed.output).not.toContain('it is restarted');
    expect(failed.output).not.toMatch(/^ +at /m);
    expect(failed.output.trim().split('\n').at(-1)).toMatch(
      /Kerf cannot run\. sandbox: \S+state\.json was written by another version of the sandbox/,
    );
  });
});
