import { chmod, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import {
  createDataFolder,
  migrateEarlierLayout,
  stopStaleServer,
  writeAccessRules,
} from './data-folder.js';
import { adminRole, databaseName, productRole, secureDatabase } from './database-roles.js';
import { copyProgram, installedProgram, type PostgresProgram } from './postgres-program.js';
import { PostgresServer } from './postgres-server.js';
import { findHome, findSocketFolder, removeHome } from './server-home.js';
import { newPassword, readRecord, writeRecord } from './server-record.js';
import { canRun, findServerUser, type ServerUser, serverUserName } from './server-user.js';

export interface EmbeddedPostgresOptions {
  /** Folder of the server's files; see `RunningPostgres.note`. */
  readonly folder: string;
  /** False only for temporary data: commits are not flushed to disk. */
  readonly durable: boolean;
  /** True for specs, which create databases. */
  readonly createsDatabases?: boolean;
  /** Receives each line of the server's log. */
  readonly onLog?: (line: string) => void;
  /** Ends a start that still creates the data, which can take seconds. */
  readonly signal?: AbortSignal;
  /** Default: the program installed by npm. */
  readonly program?: PostgresProgram;
}

export interface RunningPostgres {
  /** URL of the product's database, with the credentials of a role that is not a superuser. */
  readonly url: string;
  /**
   * One sentence if some files are outside `folder`, because the server's user cannot access it;
   * otherwise `null`.
   */
  readonly note: string | null;
  /** Resolves with the last lines of the log when the server has ended, for any reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the Postgres installed by npm, and creates missing data, role and database. It listens on
 * a socket in a private folder only. A server of an earlier run on the same folder is stopped
 * first.
 * @throws CONFIG.INVALID if it cannot run here; DB.UNAVAILABLE with the last lines of its log; the
 * reason of the signal, when no process of it is left
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  const { durable, createsDatabases = false, onLog = () => undefined } = options;
  const folder = resolve(options.folder);
  const user = await findServerUser();
  await migrateEarlierLayout(folder);
  await mkdir(folder, { recursive: true });
  // The server's user has to traverse it to reach its own folders.
  await chmod(folder, user === null ? 0o700 : 0o711);
  const folders = await findFolders(folder, user, options.program ?? installedProgram());
  const { home, socketFolder, program, password } = folders;
  const { signal } = options;
  const dataFolder = await createDataFolder({ program, user, home, durable, signal });
  await stopStaleServer(dataFolder);
  await writeAccessRules(home, user);
  const connect = (database: string): Promise<Client> => connectTo(socketFolder, database);
  const { server, client } = await PostgresServer.start(
    { program, user, dataFolder, socketFolder, accessFolder: home, durable, onLog },
    () => connect('postgres'),
  );
  try {
    await secureDatabase(client, connect, { password, createsDatabases });
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  return {
    url: urlOf(socketFolder, password),
    note: folders.note,
    ended: server.ended,
    stop: () => server.stop(),
  };
}

/** Removes all files of `startEmbeddedPostgres` for this folder, wherever they are. */
export async function removeEmbeddedPostgres(folder: string): Promise<void> {
  const path = resolve(folder);
  const record = await readRecord(path);
  if (record !== null) {
    await removeHome(record.home, path);
    await removeHome(record.socketFolder, join(record.home, 'socket'));
  }
  await rm(path, { recursive: true, force: true });
}

interface ServerFolders {
  readonly home: string;
  readonly socketFolder: string;
  readonly program: PostgresProgram;
  readonly password: string;
  readonly note: string | null;
}

/** Chooses the folders and stores them, so that the URL stays the same. */
async function findFolders(
  folder: string,
  user: ServerUser | null,
  source: PostgresProgram,
): Promise<ServerFolders> {
  const record = await readRecord(folder);
  const home = await findHome(folder, user, record?.home ?? null);
  const socketFolder = await findSocketFolder(home, user, record?.socketFolder ?? null);
  const password = record?.password ?? newPassword();
  await writeRecord(folder, { password, home, socketFolder });
  const canRunSource = user === null || (await canRun(user, source.postgres));
  const program = canRunSource ? source : await copyProgram(source, home);
  const moved = [
    ...(home === folder ? [] : ['data']),
    ...(program.folder === source.folder ? [] : ['program']),
  ];
  const note =
    moved.length === 0
      ? null
      : `Postgres cannot run as root, and its user ${serverUserName} has no access to these files: ` +
        `${moved.join(' and ')} moved to ${home}`;
  return { home, socketFolder, program, password, note };
}

async function connectTo(socketFolder: string, database: string): Promise<Client> {
  const client = new Client({ host: socketFolder, user: adminRole, database });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function urlOf(socketFolder: string, password: string): string {
  const url = new URL(`postgresql://${productRole}:${password}@localhost/${databaseName}`);
  url.searchParams.set('host', socketFolder);
  return url.href;
}
