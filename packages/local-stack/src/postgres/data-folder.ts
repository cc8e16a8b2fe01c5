import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppError } from '@kerf/core';
import { adminRole } from './database-roles.js';
import type { PostgresProgram } from './postgres-program.js';
import { makePrivateTo } from './server-home.js';
import { asUser, ownUserName, type ServerUser } from './server-user.js';

const run = promisify(execFile);

export interface DataFolderOptions {
  readonly program: PostgresProgram;
  readonly user: ServerUser | null;
  readonly home: string;
  readonly durable: boolean;
  /** Ends initdb. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Creates the data folder in `home` if it is missing.
 * @returns its path
 * @throws CONFIG.INVALID with the message of initdb; the signal's reason once initdb has ended
 */
export async function createDataFolder(options: DataFolderOptions): Promise<string> {
  const { program, user, home, durable, signal } = options;
  const folder = join(home, 'data');
  if (existsSync(join(folder, 'PG_VERSION'))) return folder;
  // Renamed when complete, so that an interrupted initdb leaves no data folder.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial);
  await makePrivateTo(partial, user);
  const args = [
    `--pgdata=${partial}`,
    `--username=${adminRole}`,
    '--auth-local=peer',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  signal?.throwIfAborted();
  const initdb = run(program.initdb, args, asUser(user));
  // It is awaited all the same: its processes write until they have ended.
  const end = (): boolean => initdb.child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  await initdb.catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new AppError({
      code: 'CONFIG.INVALID',
      message: `The folder of Postgres' data cannot be created: ${errorTextOf(cause)}`,
      cause,
    });
  });
  signal?.removeEventListener('abort', end);
  signal?.throwIfAborted();
  await rename(partial, folder);
  return folder;
}

/**
 * Writes the access rules. Only the system user of this process may connect as administrator,
 * without a password; other roles need one. Network connections are refused.
 */
export async function writeAccessRules(folder: string, user: ServerUser | null): Promise<void> {
  const files = {
    'pg_hba.conf': `local all ${adminRole} peer map=operator\nlocal all all scram-sha-256\n`,
    'pg_ident.conf': `operator "${ownUserName()}" ${adminRole}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    // The server must be able to read the files and not to change them.
    if (user !== null) await chown(path, 0, user.gid);
    await chmod(path, user === null ? 0o600 : 0o640);
  }
}

/** Earlier versions stored the data in the folder itself, which now has other files too. */
export async function migrateEarlierLayout(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'PG_VERSION'))) return;
  await stopStaleServer(folder);
  const next = `${folder}.next`;
  await mkdir(next);
  await rename(folder, join(next, 'data'));
  await rename(next, folder);
}

/** Stops a server of an earlier run on this data folder. */
export async function stopStaleServer(dataFolder: string): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number(text.split('\n', 1)[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await serves(pid, dataFolder))) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 50) await sleep(50);
}

/** The process ID may belong to another program now, even to another Postgres. */
async function serves(pid: number, dataFolder: string): Promise<boolean> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const { uid } = await stat(dataFolder);
  const owner = await stat(`/proc/${pid}`).catch(() => null);
  return words.split('\0').includes(dataFolder) && owner?.uid === uid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function errorTextOf(error: unknown): string {
  const stderr: unknown = error instanceof Error && 'stderr' in error ? error.stderr : null;
  const text = typeof stderr === 'string' && stderr.trim() !== '' ? stderr : String(error);
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
