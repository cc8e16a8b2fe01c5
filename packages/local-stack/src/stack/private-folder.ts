import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import type { StackPaths } from './paths.js';
import { refuseUsedFolder } from './stack-folder.js';

/**
 * Creates the stack's folder so that only its user can read it, because it contains tokens, keys
 * and logs. Files of earlier versions that other users could read are closed.
 * @throws CONFIG.INVALID if the folder belongs to another user, or has files that are not Kerf's
 */
export async function openPrivateFolder(paths: StackPaths): Promise<void> {
  await refuseUsedFolder(paths);
  await mkdir(paths.folder, { recursive: true, mode: 0o700 });
  await refuseForeignFolder(paths.folder);
  // Postgres runs as another user if this is root, and has to traverse the folder.
  await chmod(paths.folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  const { logs, sandbox, apiSandbox, token, secretKey, ports, run, kubeconfig, awsConfig } = paths;
  const files = [apiSandbox, token, secretKey, ports, run, kubeconfig, awsConfig];
  for (const path of [logs, sandbox, ...files]) {
    await closeToOthers(path);
  }
  for (const folder of [logs, sandbox]) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** In another user's folder, that user could read and redirect the secrets. */
async function refuseForeignFolder(folder: string): Promise<void> {
  const { uid } = await stat(folder);
  const own = process.geteuid?.() ?? uid;
  if (uid === own) return;
  throw new AppError({
    code: 'CONFIG.INVALID',
    message:
      `${folder} belongs to the user with id ${uid}, and this is ${own}. ` +
      'Start Kerf as that user, remove the folder, or set KERF_DATA_DIR to another one.',
  });
}

async function closeToOthers(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null || found.isSymbolicLink()) return;
  await chmod(path, found.mode & 0o700);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await closeToOthers(join(path, name));
}
