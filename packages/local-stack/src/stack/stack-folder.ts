import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '@kerf/core';
import { removeEmbeddedPostgres } from '../postgres/embedded-postgres.js';
import { pathsOf, type StackPaths } from './paths.js';

/**
 * Returns the data folder that `KERF_DATA_DIR` names; `null` if it is not set.
 * @throws CONFIG.INVALID if it is set to an empty text, which would name the working directory
 */
export function readDataFolder(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (value.trim() !== '') return value;
  throw new AppError({
    code: 'CONFIG.INVALID',
    message: 'KERF_DATA_DIR is empty. Set it to a folder, or unset it to use .kerf.',
  });
}

/**
 * Accepts a folder that does not exist, is empty, or was created by Kerf.
 * @throws CONFIG.INVALID if the folder has other files and was not created by Kerf
 */
export async function refuseUsedFolder(paths: StackPaths): Promise<void> {
  const found = await namesIn(paths.folder);
  if (found.includes(basename(paths.ports))) return;
  const foreign = found.filter((name) => !ownNames.has(name));
  if (foreign.length === 0) return;
  throw new AppError({
    code: 'CONFIG.INVALID',
    message:
      `${paths.folder} has files that are not Kerf’s, e.g. ${foreign[0]}. ` +
      'Set KERF_DATA_DIR to a new or an empty folder.',
  });
}

/**
 * Deletes the files of a stack, and its folder if nothing else is in it.
 * @returns names of files in the folder that are not Kerf's, which are kept
 */
export async function removeStackFolder(paths: StackPaths): Promise<readonly string[]> {
  await refuseUsedFolder(paths);
  await removeEmbeddedPostgres(paths.postgres);
  for (const name of ownNames) {
    await rm(join(paths.folder, name), { recursive: true, force: true });
  }
  const kept = await namesIn(paths.folder);
  if (kept.length === 0) await rmdir(paths.folder).catch(ignoreAbsent);
  return kept;
}

/** Names of all files and folders that a stack creates in its data folder. */
const ownNames: ReadonlySet<string> = namesOf(pathsOf('/'));

function namesOf({ root: _root, folder, ...files }: StackPaths): ReadonlySet<string> {
  const own = Object.values(files).filter((path) => dirname(path) === folder);
  return new Set(own.map((path) => basename(path)).flatMap((name) => [name, `${name}.new`]));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(noneIfAbsent);
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

function noneIfAbsent(error: unknown): readonly string[] {
  if (isAbsent(error)) return [];
  throw error;
}

function ignoreAbsent(error: unknown): void {
  if (!isAbsent(error)) throw error;
}
