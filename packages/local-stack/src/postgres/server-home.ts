import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@kerf/core';
import { canEnter, type ServerUser, serverUserName } from './server-user.js';

/** Only root can write here, so other users cannot place a link. */
const systemFolder = '/var/lib';
/** Used if the system folder is not writable. All users can write here, so names are random. */
const temporaryFolders = ['/var/tmp', tmpdir()];
/** The kernel's limit of a socket's path, in bytes. */
const maxSocketPathLength = 107;
const socketName = '.s.PGSQL.5432';

/**
 * Returns the folder for the server's files: `folder` if the server's user can enter it, otherwise
 * a new folder of root.
 * @param recorded the folder of an earlier start
 * @throws CONFIG.INVALID if `folder` has data that the user can no longer access
 */
export async function findHome(
  folder: string,
  user: ServerUser | null,
  recorded: string | null,
): Promise<string> {
  if (user === null) return folder;
  if (recorded !== null && recorded !== folder && (await isOwnHome(recorded, user))) {
    return recorded;
  }
  if (await canEnter(user, folder)) return folder;
  if (existsSync(join(folder, 'data', 'PG_VERSION'))) {
    throw new AppError({
      code: 'CONFIG.INVALID',
      message:
        `Postgres keeps its data in ${folder}, which its user ${serverUserName} can no longer enter. ` +
        'Allow it to enter the folders above (chmod o+x), or remove the data with npm run reset.',
    });
  }
  return createHome(folder, user);
}

/** Removes a folder that was created here outside of `folder`; other paths are kept. */
export async function removeHome(home: string, folder: string): Promise<void> {
  const parents = [systemFolder, ...temporaryFolders];
  const isOurs = parents.includes(dirname(home)) && basename(home).startsWith('kerf-');
  const found = await lstat(home).catch(() => null);
  if (home !== folder && isOurs && found?.isDirectory() === true) {
    await rm(home, { recursive: true });
  }
}

/**
 * Returns a folder for the server's socket that only its user can enter: beside the data, or a
 * temporary one if that path is too long for a socket.
 * @param recorded the folder of an earlier start
 */
export async function findSocketFolder(
  home: string,
  user: ServerUser | null,
  recorded: string | null,
): Promise<string> {
  const usual = join(home, 'socket');
  if (fitsSocket(usual)) {
    await mkdir(usual, { recursive: true });
    await makePrivateTo(usual, user);
    return usual;
  }
  const uid = user?.uid ?? process.getuid?.();
  if (recorded !== null && recorded !== usual && (await isOwnedFolder(recorded, uid))) {
    return recorded;
  }
  const folder = await mkdtemp(join(tmpdir(), 'kerf-'));
  await makePrivateTo(folder, user);
  if (fitsSocket(folder)) return folder;
  await rm(folder, { recursive: true });
  throw new AppError({
    code: 'CONFIG.INVALID',
    message: `${folder} is too long for the path of a socket. Set TMPDIR to a shorter folder.`,
  });
}

/** Makes the folder private to the user of the server. */
export async function makePrivateTo(folder: string, user: ServerUser | null): Promise<void> {
  if (user !== null) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
}

async function createHome(folder: string, user: ServerUser): Promise<string> {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const home = await createIn(join(systemFolder, `kerf-${hash}`));
  if (home !== null && (await canEnter(user, home))) return home;
  for (const parent of temporaryFolders) {
    const temporary = await mkdtemp(join(parent, 'kerf-')).catch(() => null);
    if (temporary === null) continue;
    await chmod(temporary, 0o711);
    if (await canEnter(user, temporary)) return temporary;
    await rm(temporary, { recursive: true });
  }
  throw new AppError({
    code: 'CONFIG.INVALID',
    message:
      `Postgres cannot run as root, and its user ${serverUserName} can enter neither ${folder} ` +
      `nor ${[systemFolder, ...temporaryFolders].join(', ')}. ` +
      'Run Kerf as another user, or set DATABASE_URL to a Postgres of your own.',
  });
}

/** Returns `null` if it cannot be created, e.g. on a read-only disk. */
async function createIn(home: string): Promise<string | null> {
  // Remains of a folder that was removed without `npm run reset`; no record refers to them.
  await removeHome(home, '');
  try {
    await mkdir(home);
    await chmod(home, 0o711);
    return home;
  } catch {
    return null;
  }
}

async function isOwnHome(home: string, user: ServerUser): Promise<boolean> {
  return (await isOwnedFolder(home, process.getuid?.())) && canEnter(user, home);
}

/** Returns true for a folder (not a link) of this owner to which nobody else can write. */
async function isOwnedFolder(path: string, owner: number | undefined): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === owner && (found.mode & 0o022) === 0;
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= maxSocketPathLength;
}
