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
  /** Folder of everything that the server keeps; see `RunningPostgres.note`. */
  readonly folder: string;
  /** Off only where the data is thrown away: commits then need no disk. */
  readonly durable: boolean;
  /** For specs, which make databases of their own. */
  readonly createsDatabases?: boolean;
  /** Receives each line of the server's log. */
  readonly onLog?: (line: string) => void;
  /** Instead of the one that npm installed. */
  readonly program?: PostgresProgram;
}

export interface RunningPostgres {
  /** Of the product's database, with the credentials of a role that is no superuser. */
  readonly url: string;
  /** One sentence where something is not in `folder`, because the server's user cannot use it there. */
  readonly note: string | null;
  /** Resolves with the last lines of the log when the server has ended, for whatever reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm installed, creating data, role and database where they are missing.
 * It listens on a socket file in a private folder only. A server that an earlier run left behind on
 * the same folder is stopped first.
 * @throws CONFIG.INVALID when it cannot run here; DB.UNAVAILABLE with the last lines of its log
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  const { durable, createsDatabases = false, onLog = () => undefined } = options;
  const folder = resolve(options.folder);
  const user = await findServerUser();
  await migrateEarlierLayout(folder);
  await mkdir(folder, { recursive: true });
  // The server's user walks through it to its own folders.
  await chmod(folder, user === null ? 0o700 : 0o711);
  const folders = await findFolders(folder, user, options.program ?? installedProgram());
  const { home, socketFolder, program, password } = folders;
  const dataFolder = await createDataFolder({ program, user, home, durable });
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

/** Removes everything that `startEmbeddedPostgres` keeps for this folder, wherever it is. */
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

/** Chooses where everything is and remembers it: the URL stays the same from start to start. */
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
