import { AppError } from '@kerf/core';
import type pg from 'pg';
import { z } from 'zod';
import { withDatabaseErrors } from '../client.js';
import { Prisma } from '../generated/client.js';
import { parseRow, parseRows } from '../json/rows.js';
import { statementNamesOf } from '../statement-names.js';

/** A part of an ordered list: its first or last rows, or those next to a known row. */
export interface PageRequest {
  readonly size: number;
  /** `first` rows after the cursor, or `last` rows before it. */
  readonly edge: 'first' | 'last';
  /** Cursor of the row to continue from; `null` starts at the edge. */
  readonly cursor: string | null;
  /** The name that the caller gave the cursor by; `cursor` if absent. */
  readonly cursorName?: string;
}

export interface Page<T> {
  readonly items: readonly { readonly cursor: string; readonly value: T }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/**
 * A total order: the last expression is unique. All keys have the same direction, so that rows can
 * be compared.
 */
export interface Order {
  /** Part of the cursor, so that a cursor of another order is rejected. */
  readonly name: string;
  readonly keys: readonly SortKey[];
  readonly direction: 'ASC' | 'DESC';
}

export interface SortKey {
  /** Never null: a row with a null would be missing from every page. */
  readonly expression: Prisma.Sql;
  readonly type: 'text' | 'bigint';
}

export const text = (expression: Prisma.Sql): SortKey => ({ expression, type: 'text' });
export const bigint = (expression: Prisma.Sql): SortKey => ({ expression, type: 'bigint' });

/** The order of a list by one of its fields. */
export interface ListOrder<Field extends string> {
  readonly field: Field;
  readonly direction: Order['direction'];
}

/** Keys of the fields that a list is sorted by, but for the field of the unique key itself. */
export type SortKeys<Field extends string, Unique extends Field> = Readonly<
  Record<Exclude<Field, Unique>, SortKey>
>;

/** Returns the order of a list by a field, and by the unique key among rows that are equal in it. */
export function orderBy(
  list: string,
  keys: Readonly<Partial<Record<string, SortKey>>>,
  unique: SortKey,
  { field, direction }: ListOrder<string>,
): Order {
  const key = keys[field];
  return {
    name: `${list} ${field}`,
    keys: key === undefined ? [unique] : [key, unique],
    direction,
  };
}

/** Key of a time, in milliseconds; rows without one are the earliest. */
export const timeKey = (at: Prisma.Sql): SortKey =>
  bigint(Prisma.sql`coalesce((extract(epoch FROM ${at}) * 1000)::bigint, -1)`);

/** Key of one of the words of a list, in the order of the list. */
export const wordKey = (word: Prisma.Sql, words: readonly string[]): SortKey =>
  bigint(Prisma.sql`coalesce(array_position(${[...words]}::text[], ${word}), 0)::bigint`);

/** Key of a nullable text; rows without one are the first. */
export const nullableText = (expression: Prisma.Sql): SortKey =>
  text(Prisma.sql`coalesce(${expression}, '')`);

/** Less than any amount; it still is a key of {@link keyPatterns}. */
const leastAmount = Prisma.sql`-100000000000000000`;

/** Key of a nullable amount; rows without one are the least. */
export const nullableAmount = (expression: Prisma.Sql): SortKey =>
  bigint(Prisma.sql`coalesce((${expression})::bigint, ${leastAmount})`);

/**
 * Returns the rows of a statement, parsed with the schema.
 * @throws InvariantViolation when the statement selects something else
 */
export async function readRows<Row>(
  pool: pg.Pool,
  row: z.ZodType<Row>,
  query: Prisma.Sql,
): Promise<readonly Row[]> {
  return parseRows(row, await run(pool, query));
}

/** Runs a statement that returns nothing. */
export async function execute(pool: pg.Pool, query: Prisma.Sql): Promise<void> {
  await run(pool, query);
}

async function run(
  pool: pg.Pool,
  { text: statement, values }: Prisma.Sql,
): Promise<readonly unknown[]> {
  const name = statementNamesOf(pool)({ sql: statement });
  const query = { name, text: statement, values };
  const { rows } = await withDatabaseErrors(() => pool.query<Record<string, unknown>>(query));
  return rows;
}

export function allOf(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], ' AND ');
}

const positioned = z.object({ sortKeys: z.array(z.string()) });

/** The list of a page: its source, order and conditions. */
export interface PageQuery<Row> {
  readonly columns: Prisma.Sql;
  /** `FROM …` with its joins, without conditions. */
  readonly from: Prisma.Sql;
  readonly where: readonly Prisma.Sql[];
  readonly row: z.ZodType<Row>;
  readonly order: Order;
  readonly page: PageRequest;
}

/**
 * Reads one page by its position in the order, not by its number: rows that are added or removed
 * elsewhere do not shift it, and a late page costs as much as the first one.
 * @throws INPUT.INVALID for a cursor that this list did not return
 */
export async function readPage<Row>(pool: pg.Pool, list: PageQuery<Row>): Promise<Page<Row>> {
  const { order, page } = list;
  const forward = page.edge === 'first';
  const ascending = (order.direction === 'ASC') === forward;
  const where =
    page.cursor === null
      ? list.where
      : [
          ...list.where,
          beyond(order, decodeCursor(order, page.cursor, page.cursorName), ascending),
        ];
  const sort = ascending ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await run(
    pool,
    Prisma.sql`
      SELECT ${list.columns},
        ARRAY[${Prisma.join(order.keys.map((key) => Prisma.sql`(${key.expression})::text`))}] AS "sortKeys"
      ${list.from}
      WHERE ${allOf(where)}
      ORDER BY ${Prisma.join(order.keys.map((key) => Prisma.sql`${key.expression} ${sort}`))}
      LIMIT ${page.size + 1}`,
  );
  const hasMore = rows.length > page.size;
  const items = rows.slice(0, page.size).map((row) => ({
    cursor: encodeCursor(order, parseRow(positioned, row).sortKeys),
    value: parseRow(list.row, row),
  }));
  if (!forward) items.reverse();
  const hasBehind = page.cursor !== null;
  return {
    items,
    hasNextPage: forward ? hasMore : hasBehind,
    hasPreviousPage: forward ? hasBehind : hasMore,
  };
}

function beyond(order: Order, position: readonly string[], ascending: boolean): Prisma.Sql {
  const keys = Prisma.join(order.keys.map(({ expression }) => expression));
  const values = Prisma.join(
    order.keys.map(({ type }, index) =>
      type === 'bigint' ? Prisma.sql`${position[index]}::bigint` : Prisma.sql`${position[index]}`,
    ),
  );
  return ascending ? Prisma.sql`(${keys}) > (${values})` : Prisma.sql`(${keys}) < (${values})`;
}

const nameOf = ({ name, direction }: Order): string => `${name} ${direction}`;

function encodeCursor(order: Order, position: readonly string[]): string {
  return Buffer.from(JSON.stringify([nameOf(order), ...position])).toString('base64url');
}

/** Postgres rejects text with a null character, so no key of ours contains one. */
const keyPatterns = { text: /^[^\0]*$/, bigint: /^-?\d{1,18}$/ } as const;

function decodeCursor(order: Order, cursor: string, path = 'cursor'): readonly string[] {
  const [name, ...position] = parseTexts(Buffer.from(cursor, 'base64url').toString());
  const isOurs =
    name === nameOf(order) &&
    position.length === order.keys.length &&
    order.keys.every(({ type }, index) => keyPatterns[type].test(position[index] ?? ''));
  if (isOurs) return position;
  throw new AppError({
    code: 'INPUT.INVALID',
    message: 'The cursor does not belong to this list and order. Start again without a cursor.',
    fields: [{ path, message: 'does not belong to this list and order' }],
  });
}

function parseTexts(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns a condition: the expression contains the part of a name, in upper or lower case. */
export function contains(expression: Prisma.Sql, part: string): Prisma.Sql {
  return Prisma.sql`strpos(lower(${expression}), lower(${part})) > 0`;
}

/** Returns the condition of a filter that is set; none for `null` and absent filters. */
export function whenSet<T>(
  value: T | null | undefined,
  condition: (value: T) => Prisma.Sql,
): readonly Prisma.Sql[] {
  return value === null || value === undefined ? [] : [condition(value)];
}
