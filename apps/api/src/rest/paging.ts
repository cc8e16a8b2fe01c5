import type { Instant } from '@kerf/core';
import type { ListOrder, Page, PageRequest } from '@kerf/db';
import { z } from 'zod';
import { components, instant, list } from './wire.js';

/** Rows of the largest page. */
export const largestPage = 100;

/** Parameter of a list: how many rows it has at most. */
export const rowsUpTo = (most: number) => z.coerce.number().int().min(1).max(most);

/** Parameters of every list. */
export const pageQuery = {
  limit: rowsUpTo(largestPage).default(50).meta({ description: 'Rows per page' }),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .meta({ description: '`nextCursor` or `previousCursor` of another page' }),
};

/** Parameters of a list that is sorted by one of its fields; the order without them. */
export const orderQuery = <Field extends string>(
  fields: readonly Field[],
  { field, direction }: ListOrder<NoInfer<Field>>,
) => ({
  orderBy: z.enum(fields).default(field),
  direction: z.enum(['ASC', 'DESC']).default(direction),
});

/** Begins the cursors that read backwards; `base64url` has no such character. */
export const backwards = '~';

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const toPageRequest = ({ limit, cursor }: PageQuery): PageRequest =>
  cursor?.startsWith(backwards) === true
    ? { size: limit, edge: 'last', cursor: cursor.slice(backwards.length) }
    : { size: limit, edge: 'first', cursor: cursor ?? null };

/** A page of a list; the `Link` header also points to the pages next to it. */
export function pageOf<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      items: list(item),
      nextCursor: z.string().nullable().meta({ description: '`null` on the last page' }),
      previousCursor: z.string().nullable().meta({ description: '`null` on the first page' }),
      asOf: instant.meta({ description: 'Time of the data' }),
    })
    .register(components, { id });
}

/** A page without its rows. */
export function toPage<Row>({ items, hasNextPage, hasPreviousPage }: Page<Row>, asOf: Instant) {
  const [first] = items;
  return {
    nextCursor: hasNextPage ? (items.at(-1)?.cursor ?? null) : null,
    previousCursor: hasPreviousPage && first !== undefined ? `${backwards}${first.cursor}` : null,
    asOf,
  };
}

export function rowsOf<Row, View>(
  { items }: Page<Row>,
  toView: (row: Row) => View,
): readonly View[] {
  return items.map(({ value }) => toView(value));
}
