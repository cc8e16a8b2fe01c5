import type { Instant } from '@kerf/core';
import type { Page, PageRequest } from '@kerf/db';
import { z } from 'zod';
import { components, instant, list } from './wire.js';

/** Parameters of every list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(50).meta({ description: 'Rows per page' }),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .meta({ description: '`nextCursor` of the previous page' }),
};

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const toPageRequest = ({ limit, cursor }: PageQuery): PageRequest => ({
  size: limit,
  edge: 'first',
  cursor: cursor ?? null,
});

/** A page of a list; the `Link` header also points to the next one. */
export function pageOf<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      items: list(item),
      nextCursor: z.string().nullable().meta({ description: 'Absent on the last page' }),
      asOf: instant.meta({ description: 'Time of the data' }),
    })
    .register(components, { id });
}

/** A page without its rows. */
export function toPage<Row>({ items, hasNextPage }: Page<Row>, asOf: Instant) {
  return { nextCursor: hasNextPage ? (items.at(-1)?.cursor ?? null) : null, asOf };
}

export function rowsOf<Row, View>(
  { items }: Page<Row>,
  toView: (row: Row) => View,
): readonly View[] {
  return items.map(({ value }) => toView(value));
}
