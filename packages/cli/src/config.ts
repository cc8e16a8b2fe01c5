import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { exitCodes } from './exit-codes.js';
import { Failure } from './failure.js';
import type { Io } from './io.js';

/** A server with a credential. */
export interface Context {
  readonly url: string;
  readonly token: string;
  /** RFC 3339; `null` if unknown. */
  readonly expiresAt: string | null;
}

/** The contexts of this user. */
export interface Config {
  readonly current: string | null;
  readonly contexts: Readonly<Record<string, Context>>;
}

const empty: Config = { current: null, contexts: {} };

/** Returns the stored contexts; none without a file. */
export async function readConfig(io: Pick<Io, 'env'>): Promise<Config> {
  const file = configFile(io);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return empty;
  const value = parse(text);
  if (isConfig(value)) return value;
  throw new Failure(
    exitCodes.usage,
    `${file} cannot be read. Correct it, or delete it and sign in again.`,
  );
}

/** Writes the contexts to a file that only this user can read, because it contains tokens. */
export async function writeConfig(io: Pick<Io, 'env'>, config: Config): Promise<void> {
  const file = configFile(io);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await chmod(written, 0o600);
  await rename(written, file);
}

/** Returns the path of the configuration file. */
function configFile({ env }: Pick<Io, 'env'>): string {
  const folder = env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config');
  return env['KERF_CONFIG'] ?? join(folder, 'kerf', 'config.json');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

function isConfig(value: unknown): value is Config {
  return (
    isObject(value) &&
    (value['current'] === null || typeof value['current'] === 'string') &&
    isObject(value['contexts']) &&
    Object.values(value['contexts']).every(
      (context) =>
        isObject(context) &&
        typeof context['url'] === 'string' &&
        typeof context['token'] === 'string' &&
        (context['expiresAt'] === null || typeof context['expiresAt'] === 'string'),
    )
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
