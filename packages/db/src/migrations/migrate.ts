import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { parseRows } from '../json/rows.js';
import { text } from '../json/values.js';

/** Any constant works; every migrating process takes the same lock. */
const advisoryLock = 4_115_221_907;

/**
 * Applies the missing migrations in the order of their names, each in its own transaction, and
 * records them as Prisma does. Processes that start together take turns.
 * @returns names of the migrations applied now
 * @throws CONFIG.INVALID when an applied migration was changed, or is missing
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    await client.query(ledgerTable);
    const { rows } = await client.query<Record<string, unknown>>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    const applied = new Map(
      parseRows(appliedRow, rows).map((row) => [row.migration_name, row.checksum]),
    );
    refuseDifferentHistory(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    // Ending the session releases the lock, also after a failure.
    client.release(true);
  }
}

/** Returns the migrations of a folder in the order of their names. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

const appliedRow = z.object({ migration_name: text, checksum: text });

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const ledgerTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

function refuseDifferentHistory(
  migrations: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (known.get(name) === checksum) continue;
    const problem = known.has(name)
      ? 'was changed after it was applied'
      : 'is not part of this version';
    throw new AppError({
      code: 'CONFIG.INVALID',
      message: `The migration ${name} of the database ${problem}. Run the version of Kerf that applied it, or a newer one.`,
    });
  }
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  await client.query(migration.sql);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
  await client.query('COMMIT');
}
