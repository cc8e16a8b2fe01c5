import { z } from 'zod';
import { badInput } from '../contract/public-error.js';
import { backwards, largestPage, pageQuery, rowsUpTo } from './paging.js';
import { components, list } from './wire.js';

/** Query of a list that is read as a whole, because it is short: pages are cut of it. */
export const wholeListQuery = {
  limit: rowsUpTo(largestPage)
    .optional()
    .meta({ description: 'Rows per page; all rows if absent' }),
  cursor: pageQuery.cursor,
};

/** Parameter of a list: look-up by name. */
export const nameQuery = {
  name: z.string().optional().meta({ description: 'Only objects with exactly this name' }),
};

export const namedListQuery = { ...wholeListQuery, ...nameQuery };

/** Response of a list that is read as a whole. */
export const wholeListOf = <Item extends z.ZodType>(id: string, item: Item) =>
  z
    .object({
      items: list(item),
      nextCursor: z.string().nullable().meta({ description: '`null` on the last page' }),
      previousCursor: z.string().nullable().meta({ description: '`null` on the first page' }),
    })
    .register(components, { id });

export interface WholeListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Returns the items with a name; all of them without one. */
export const named = <Item extends { readonly name: string }>(
  items: readonly Item[],
  name: string | null | undefined,
): readonly Item[] =>
  name === undefined || name === null ? items : items.filter((item) => item.name === name);

interface WholePage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

/**
 * Cuts a page of a list.
 * @param keyOf what a cursor names an item by
 * @throws INPUT.INVALID for a cursor that no page has
 */
export function pageByKey<Item>(
  items: readonly Item[],
  { limit = items.length, cursor }: WholeListQuery,
  keyOf: (item: Item) => string,
): WholePage<Item> {
  const [start, end] = boundsOf(items.map(keyOf), limit, cursor);
  const page = items.slice(start, end);
  const cursorAt = (index: number): string | null => {
    const item = items[index];
    return item === undefined ? null : encode([index, keyOf(item)]);
  };
  return {
    items: page,
    nextCursor: end < items.length ? cursorAt(end - 1) : null,
    previousCursor: start > 0 && page.length > 0 ? `${backwards}${cursorAt(start)}` : null,
  };
}

/** Returns the indexes of the first item of the page, and of the first one after it. */
function boundsOf(
  keys: readonly string[],
  limit: number,
  cursor: string | undefined,
): readonly [number, number] {
  if (cursor === undefined) return [0, Math.min(limit, keys.length)];
  if (cursor.startsWith(backwards)) {
    const end = placeOf(keys, cursor.slice(backwards.length)).index;
    return [Math.max(0, end - limit), end];
  }
  const { index, isThere } = placeOf(keys, cursor);
  const start = isThere ? index + 1 : index;
  return [start, Math.min(start + limit, keys.length)];
}

/** Returns where the item of a cursor is; where it was, if it has been removed. */
function placeOf(
  keys: readonly string[],
  cursor: string,
): { readonly index: number; readonly isThere: boolean } {
  const [index, key] = decode(cursor);
  const found = keys[index] === key ? index : keys.indexOf(key);
  return found >= 0
    ? { index: found, isThere: true }
    : { index: Math.min(index, keys.length), isThere: false };
}

const cursorContent = z.tuple([z.int().min(0), z.string()]);

const encode = (content: z.output<typeof cursorContent>): string =>
  Buffer.from(JSON.stringify(content)).toString('base64url');

function decode(cursor: string): z.output<typeof cursorContent> {
  const read = cursorContent.safeParse(parse(Buffer.from(cursor, 'base64url').toString()));
  if (read.success) return read.data;
  const message = 'must be nextCursor or previousCursor of another page';
  throw badInput(`The query is invalid: cursor ${message}.`, [{ path: 'cursor', message }]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
