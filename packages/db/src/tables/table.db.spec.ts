import { globSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { openFreshDatabase } from '../fresh-database.js';
import { UnreadableRecord } from '../json/format.js';
import { type Columns, columnName, sqlTypeOf } from './columns.js';

const migrations = new URL('../../../../prisma/migrations', import.meta.url).pathname;
const here = new URL('.', import.meta.url).pathname;

const described = z.object({
  name: z.string(),
  written: z.custom<Columns>((columns) => typeof columns === 'object'),
});
const stored = z.array(
  z.object({ table: z.string(), column: z.string(), type: z.string(), isNullable: z.boolean() }),
);

/** All tables that modules of this folder export. */
const files = globSync('*.ts', { cwd: here }).filter((file) => !file.includes('.spec.'));
const modules = await Promise.all(files.map((file): Promise<object> => import(`./${file}`)));
const tables = modules
  .flatMap((module) => Object.values(module))
  .flatMap((value) => described.safeParse(value).data ?? []);

/** The columns of all tables, by `table.column`. Prisma makes lists nullable, and writes no nulls. */
let inDatabase: ReadonlyMap<string, z.output<typeof stored>[number]>;

beforeAll(async () => {
  const database = await openFreshDatabase(inject('databaseUrl'), migrations);
  const { rows } = await database.pool.query(`
    SELECT c.relname AS table, a.attname AS column, NOT a.attnotnull AND a.atttypid <> 'text[]'::regtype AS "isNullable",
      replace(format_type(a.atttypid, NULL), 'timestamp with time zone', 'timestamptz') AS type
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`);
  inDatabase = new Map(stored.parse(rows).map((row) => [`${row.table}.${row.column}`, row]));
  await database.close();
});

function acceptsNull(schema: z.ZodType): boolean {
  try {
    return schema.safeParse(null).success;
  } catch (error) {
    if (error instanceof UnreadableRecord) return false;
    throw error;
  }
}

describe('the description of a table', () => {
  it('exists for the records that Kerf keeps', () => {
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['node_claims', 'decisions', 'clusters', 'node_pools', 'pauses']),
    );
  });

  it.each(tables.map(({ name, written }) => [name, written] as const))(
    'of %s has the types and the nullability of the columns in the database',
    (name, written) => {
      const columns = Object.entries(written).map((column) => ({
        table: name,
        column: columnName(column).replaceAll('"', ''),
        type: sqlTypeOf(column[1]),
        isNullable: acceptsNull(column[1]),
      }));
      expect(columns).toEqual(
        columns.map(({ table, column }) => inDatabase.get(`${table}.${column}`)),
      );
    },
  );
});
