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
 * Returns the user that Postgres has to run as: `null` for the user of this process; for root, whom
 * Postgres refuses, the system user `postgres`, which is created where it is missing.
 * @throws CONFIG.INVALID when there is none and none can be created
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
 * Returns the name of the user of this process, which Postgres asks the system for.
 * @throws CONFIG.INVALID when the user has no name
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

/** Options of `child_process` that run a program as this user, away from the current folder. */
export function asUser(user: ServerUser | null): {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
} {
  const place = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  return user === null ? place : { ...place, uid: user.uid, gid: user.gid };
}

/** Whether the user can walk to the folder; asked of the system, so that every rule counts. */
export function canEnter(user: ServerUser | null, folder: string): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user);
}

/** Whether the user can run the program, e.g. not where it cannot be reached or on a `noexec` disk. */
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
    // There is no such user.
    return null;
  }
}

/** Returns the reason when it fails; two processes that start together may both try. */
async function createUser(): Promise<string> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  return run('useradd', [...args, '--shell', '/usr/sbin/nologin', serverUserName]).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message.trim() : String(error)),
  );
}
