import { AppError, type AppErrorFields } from '@kerf/core';
import { z } from 'zod';
import type { Db } from '../client.js';
import { Prisma } from '../generated/client.js';
import { parseRow, parseRows } from '../json/rows.js';
import type { RecordSource, RowIdentity } from '../json/unreadable-records.js';
import { type Columns, columnName, integer, sqlTypeOf, text } from './columns.js';

/** The values of columns. */
export type RowOf<C extends Columns> = z.output<z.ZodObject<C>>;

/** Columns by when they are written. */
interface Groups<Fixed extends Columns, Changing extends Columns> {
  /** Columns that stay as inserted, or that statements of their own change. */
  readonly fixed: Fixed;
  /** Columns that an insert, an update and an upsert write. */
  readonly changing: Changing;
}

/** Everything that the statements of a table are made from. */
interface Description<
  Fixed extends Columns,
  Changing extends Columns,
  UnreadFixed extends Columns,
  UnreadChanging extends Columns,
  T,
  Written,
> extends Groups<Fixed, Changing> {
  readonly name: string;
  readonly identity: z.ZodType<RowIdentity>;
  /** Columns that an upsert finds a row by, some of the fixed ones. */
  readonly key?: Columns;
  /** Columns that are written and not read here: copies for indexes and SQL, and large data. */
  readonly unread: Groups<UnreadFixed, UnreadChanging>;
  readonly toRow: (record: Written) => RowOf<Fixed & Changing & UnreadFixed & UnreadChanging>;
  /** @throws UnreadableRecord */
  readonly fromRow: (row: RowOf<Fixed & Changing>) => T;
}

/** No unread columns. */
export const none = { fixed: {}, changing: {} };

/** Returns a statement that writes records. */
type WriteStatement<Written> = (records: readonly Written[]) => Prisma.Sql;

/** A table of records. */
export interface Table<T, Written = T, Stored extends Columns = Columns> extends RecordSource<T> {
  readonly name: string;
  /** The columns that are read, for lists to choose from. */
  readonly row: z.ZodObject<Stored>;
  readonly written: Columns;
  readonly insert: WriteStatement<Written>;
  /** Inserts rows, and updates those that exist. */
  readonly upsert: WriteStatement<Written>;
  /** Updates the rows that still have the version of their record, and returns their IDs. */
  readonly update: WriteStatement<Written>;
}

/**
 * Makes the statements of a table, and the reader of its rows, from one description. Rows are
 * written as one JSON parameter in one round trip: Prisma is several times slower with many rows.
 */
export function table<
  Fixed extends Columns,
  Changing extends Columns,
  UnreadFixed extends Columns,
  UnreadChanging extends Columns,
  T,
  Written = T,
>({
  name,
  identity,
  key = {},
  fixed,
  changing,
  unread,
  toRow,
  fromRow,
}: Description<Fixed, Changing, UnreadFixed, UnreadChanging, T, Written>): Table<
  T,
  Written,
  Fixed & Changing
> {
  const row = z.object({ ...fixed, ...changing });
  const updating = { ...changing, ...unread.changing };
  const written = { ...fixed, ...unread.fixed, ...updating };
  const insert = writing(written, toRow, insertOf(name, written));
  return {
    name,
    row,
    written,
    read: (stored) => fromRow(parseRow(row, stored)),
    identify: (stored) => parseRow(identity, stored),
    insert,
    upsert: (records) => Prisma.sql`${insert(records)} ${overwriting(key, updating)}`,
    update: writing({ ...versionedKey, ...updating }, toRow, updateOf(name, updating)),
  };
}

const versionedKey = { id: text, version: integer };

/** Makes a statement from the rows of records: those of JSON, as the table `x`. */
function writing<Written>(
  columns: Columns,
  toRow: (record: Written) => Readonly<Record<string, unknown>>,
  [before, after]: readonly [before: string, after: string],
): WriteStatement<Written> {
  const schema: z.ZodObject = z.object(columns);
  const fields = Object.entries(columns).map(([field, type]) => `"${field}" ${sqlTypeOf(type)}`);
  const start = Prisma.raw(`${before} FROM jsonb_to_recordset(`);
  const end = Prisma.raw(`::jsonb) AS x(${fields.join(', ')}) ${after}`);
  return (records) => {
    const rows = records.map((record) => z.encode(schema, toRow(record)));
    return Prisma.sql`${start}${JSON.stringify(rows)}${end}`;
  };
}

/** The column of the table `x` for a field; a `null` of JSON is an empty column. */
const valueOf = ([field, schema]: readonly [string, Columns[string]]): string =>
  sqlTypeOf(schema) === 'jsonb' ? `nullif(x."${field}", 'null')` : `x."${field}"`;

function insertOf(name: string, columns: Columns): readonly [string, string] {
  const names = Object.entries(columns).map(columnName);
  const values = Object.entries(columns).map(valueOf);
  return [`INSERT INTO ${name} (${names.join(', ')}) SELECT ${values.join(', ')}`, ''];
}

function updateOf(name: string, columns: Columns): readonly [string, string] {
  const values = Object.entries(columns).map(
    (column) => `${columnName(column)} = ${valueOf(column)}`,
  );
  return [
    `UPDATE ${name} AS t SET ${values.join(', ')}, version = t.version + 1`,
    'WHERE t.id = x.id AND t.version = x.version RETURNING t.id',
  ];
}

function overwriting(key: Columns, columns: Columns): Prisma.Sql {
  const names = Object.entries(columns).map(columnName);
  const values = names.map((column) => `${column} = EXCLUDED.${column}`);
  return Prisma.raw(
    `ON CONFLICT (${Object.entries(key).map(columnName).join(', ')}) DO UPDATE SET ${values.join(', ')}`,
  );
}

/** Reads records from rows of a statement, by the schema of its columns. */
export const recordsOf = <T>(
  schema: z.ZodType<T>,
  identity: z.ZodType<RowIdentity>,
): RecordSource<T> => ({
  read: (row) => parseRow(schema, row),
  identify: (row) => parseRow(identity, row),
});

/** Returns the identity of rows: a kind and named fields, in a cluster if they have one. */
export const identifiedBy = (kind: string, ...fields: readonly string[]): z.ZodType<RowIdentity> =>
  z.looseObject({ clusterId: text.nullish() }).transform((row) => ({
    clusterId: row.clusterId ?? null,
    object: [kind, ...fields.map((field) => row[field])].join('/'),
  }));

export type Inserting<T> = Pick<Table<unknown, T>, 'insert'>;
type Updating<T> = Pick<Table<unknown, T>, 'update'>;

/** Inserts records; one that exists already makes the statement fail. */
export async function insertRows<T>(
  db: Db,
  { insert }: Inserting<T>,
  records: readonly T[],
): Promise<void> {
  if (records.length > 0) await db.$executeRaw(insert(records));
}

/** Inserts the records that do not exist yet, and returns their number. */
export const insertMissing = async <T>(
  db: Db,
  { insert }: Inserting<T>,
  records: readonly T[],
): Promise<number> =>
  records.length === 0 ? 0 : db.$executeRaw`${insert(records)} ON CONFLICT DO NOTHING`;

/**
 * Inserts a record unless it conflicts with another one. Postgres logs a violated index as an error
 * and ends the transaction, so the number of inserted rows says whether there was one.
 * @throws the conflict
 */
export async function insertOnce<T>(
  db: Db,
  into: Inserting<T>,
  record: T,
  conflict: () => AppErrorFields,
): Promise<void> {
  if ((await insertMissing(db, into, [record])) === 0) throw new AppError(conflict());
}

interface Versioned {
  readonly id: string;
  readonly version: number;
}

const idRow = z.object({ id: text });

/** Saves the changing columns of records; returns those that were saved, in their new version. */
export async function saveRows<T extends Versioned>(
  db: Db,
  { update }: Updating<T>,
  records: readonly T[],
): Promise<readonly T[]> {
  if (records.length === 0) return [];
  const saved = parseRows(idRow, await db.$queryRaw(update(records)));
  const ids = new Set(saved.map(({ id }) => id));
  return records
    .filter(({ id }) => ids.has(id))
    .map((record) => ({ ...record, version: record.version + 1 }));
}

/** Saves one record, like {@link saveRows}; `null` if another writer has saved it before. */
export async function saveRow<T extends Versioned>(
  db: Db,
  to: Updating<T>,
  record: T,
): Promise<T | null> {
  const [saved = null] = await saveRows(db, to, [record]);
  return saved;
}
