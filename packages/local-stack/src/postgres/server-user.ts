import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { AppError } from '@kerf/core';

const run = promisify(execFile);

/** A system user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

export const serverUserName = 'postgres';

/**
 * Returns the user to run Postgres as: `null` for the user of this process. For root, which
 * Postgres refuses, it is the system user `postgres`, created if missing.
 * @throws CONFIG.INVALID if there is none and none can be created
 */
export async function findServerUser(): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const known = await readUser();
  if (known !== null) return known;
  const problem = await createUser();
  const created = await readUser();
  if (created !== null) return created;
  throw new AppError({
    code: 'CONFIG.INVALID',
    message:
      `Postgres cannot run as root, and the system user ${serverUserName} cannot be created (${problem}). ` +
      'Run Kerf as another user, create that user, or set DATABASE_URL to a Postgres of your own.',
  });
}

/**
 * Returns the name of this process's user, which Postgres needs.
 * @throws CONFIG.INVALID if the user has no name
 */
export function ownUserName(): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new AppError({
      code: 'CONFIG.INVALID',
      message:
        `The user with id ${process.getuid?.()} has no entry in /etc/passwd, which Postgres requires. ` +
        'Add one, or set DATABASE_URL to a Postgres of your own.',
      cause,
    });
  }
}

/**
 * Returns options of `child_process` that run a program as this user, in a folder that the user can
 * enter.
 */
export function asUser(user: ServerUser | null): {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
} {
  const place = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  return user === null ? place : { ...place, uid: user.uid, gid: user.gid };
}

/** Returns true if the user can enter the folder; tested by the system, so that all rules apply. */
export function canEnter(user: ServerUser | null, folder: string): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user);
}

/** Returns true if the user can run the program, e.g. not on a `noexec` disk. */
export function canRun(user: ServerUser | null, program: string): Promise<boolean> {
  return succeeds(program, ['--version'], user);
}

async function succeeds(
  program: string,
  args: readonly string[],
  user: ServerUser | null,
): Promise<boolean> {
  return run(program, [...args], asUser(user)).then(
    () => true,
    () => false,
  );
}

async function readUser(): Promise<ServerUser | null> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, serverUserName])).stdout)),
    );
    return uid === undefined || gid === undefined || uid === 0 ? null : { uid, gid };
  } catch {
    // The user does not exist.
    return null;
  }
}

/** Creates the user. Returns the reason if it fails: two processes may try at the same time. */
async function createUser(): Promise<string> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  return run('useradd', [...args, '--shell', '/usr/sbin/nologin', serverUserName]).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message.trim() : String(error)),
  );
}
