import type pg from 'pg';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { countRow } from '../json/rows.js';
import { type RecordSource, unreadableRecordsOf } from '../json/unreadable-records.js';
import {
  allOf,
  type ListOrder,
  type Order,
  orderBy,
  type Page,
  type PageRequest,
  readPage,
  readRows,
  type SortKey,
  text as textKey,
} from './keyset.js';

/** A list in SQL: its columns, their tables, and how its items are read from rows. */
export interface ListSource<Filter, Item> extends RecordSource<Item> {
  readonly columns: Prisma.Sql;
  /** `FROM …` with its joins, without conditions. */
  readonly from: Prisma.Sql;
  /** The same for counting, where conditions need fewer joins than columns. */
  readonly countFrom?: Prisma.Sql;
  readonly conditions: (filter: Filter) => readonly Prisma.Sql[];
  /** Conditions for rows that the caller may see, in every statement of the list. */
  readonly visible?: () => readonly Prisma.Sql[];
}

/** The source of a list parses its rows. */
const anyRow = z.unknown();

/** Returns the items of a statement; omits and reports rows that cannot be read. */
export async function readItems<Item>(
  pool: pg.Pool,
  source: RecordSource<Item>,
  query: Prisma.Sql,
): Promise<readonly Item[]> {
  return unreadableRecordsOf(pool).readable(await readRows(pool, anyRow, query), source);
}

/** Reads pages, counts and single rows of one list. */
export class ListReader<Filter, Item> {
  readonly #pool: pg.Pool;
  readonly #source: ListSource<Filter, Item>;

  constructor(pool: pg.Pool, source: ListSource<Filter, Item>) {
    this.#pool = pool;
    this.#source = source;
  }

  /**
   * Reads a page. Skips a page without a readable row, because it has no cursor to continue from.
   * @throws INPUT.INVALID for a cursor that this list did not return
   */
  async page(filter: Filter, order: Order, page: PageRequest): Promise<Page<Item>> {
    const { columns, from, conditions, read: readItem, identify } = this.#source;
    const where = [...conditions(filter), ...this.#visible()];
    const read = await readPage(this.#pool, { columns, from, where, row: anyRow, order, page });
    const items = unreadableRecordsOf(this.#pool).readable(read.items, {
      read: ({ cursor, value }) => ({ cursor, value: readItem(value) }),
      identify: ({ value }) => identify(value),
    });
    const isForward = page.edge === 'first';
    const hasMore = isForward ? read.hasNextPage : read.hasPreviousPage;
    const end = isForward ? read.items.at(-1) : read.items[0];
    return items.length > 0 || !hasMore || end === undefined
      ? { ...read, items }
      : this.page(filter, order, { ...page, cursor: end.cursor });
  }

  async count(filter: Filter): Promise<number> {
    const { from, countFrom = from, conditions } = this.#source;
    const where = [...conditions(filter), ...this.#visible()];
    const [row] = await readRows(
      this.#pool,
      countRow,
      Prisma.sql`SELECT count(*)::int AS count ${countFrom} WHERE ${allOf(where)}`,
    );
    return row?.count ?? 0;
  }

  /** Returns all items that the condition (and clauses after it, e.g. `ORDER BY …`) selects. */
  all(condition: Prisma.Sql): Promise<readonly Item[]> {
    return readItems(this.#pool, this.#source, this.#select(condition));
  }

  /**
   * Returns the first item that the condition selects, or `null`.
   * @throws DB.UNREADABLE
   */
  async find(condition: Prisma.Sql): Promise<Item | null> {
    const [found] = await readRows(this.#pool, anyRow, this.#select(condition));
    return unreadableRecordsOf(this.#pool).oneOrNull(found, this.#source);
  }

  #select(condition: Prisma.Sql): Prisma.Sql {
    const { columns, from } = this.#source;
    const where = allOf([...this.#visible(), condition]);
    return Prisma.sql`SELECT ${columns} ${from} WHERE ${where}`;
  }

  #visible(): readonly Prisma.Sql[] {
    return this.#source.visible?.() ?? [];
  }
}

/** A list of records by their IDs, which sort by creation time; the newest comes first. */
interface RecordListSource<Filter, Item> extends ListSource<Filter, Item> {
  /** Name of the list in its cursors. */
  readonly name: string;
  readonly id: Prisma.Sql;
  /** Fields that the list can also be sorted by. */
  readonly sortKeys?: Readonly<Partial<Record<string, SortKey>>>;
}

/** The field is none of the list's, so only the ID is the key. */
const newestFirst: ListOrder<string> = { field: 'ID', direction: 'DESC' };

/** Reads pages, counts and single records of such a list. */
export class RecordList<Filter, Item, Field extends string = never> {
  readonly #list: ListReader<Filter, Item>;
  readonly #id: Prisma.Sql;
  readonly #orderBy: (order: ListOrder<string>) => Order;

  constructor(
    pool: pg.Pool,
    { name, id, sortKeys = {}, ...source }: RecordListSource<Filter, Item>,
  ) {
    this.#list = new ListReader(pool, source);
    this.#id = id;
    this.#orderBy = (order) => orderBy(name, sortKeys, textKey(id), order);
  }

  /**
   * Reads a page; newest first without an order.
   * @throws INPUT.INVALID for a cursor that this list did not return
   */
  page(filter: Filter, page: PageRequest, order?: ListOrder<Field>): Promise<Page<Item>> {
    return this.#list.page(filter, this.#orderBy(order ?? newestFirst), page);
  }

  count(filter: Filter): Promise<number> {
    return this.#list.count(filter);
  }

  /** @throws DB.UNREADABLE */
  find(id: string): Promise<Item | null> {
    return this.#list.find(Prisma.sql`${this.#id} = ${id}`);
  }

  byIds(ids: readonly string[]): Promise<readonly Item[]> {
    return this.#list.all(Prisma.sql`${this.#id} = ANY(${ids})`);
  }
}
