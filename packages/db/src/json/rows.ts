import { InvariantViolation } from '@kerf/core';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { describe } from './format.js';

/** A timestamp of the driver as an instant. */
export const instant = z.codec(z.date(), z.number(), {
  decode: (date) => date.getTime(),
  encode: (at) => new Date(at),
});

/** Returns the map in a column of layout `value`, also for rows without a version. */
export const storedMap = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(${column}->'value', ${column})`;

/** The row of a statement that only counts. */
export const countRow = z.object({ count: z.int() });

const list = z.array(z.unknown());

/**
 * Parses the rows of a statement with a schema, and drops columns that it does not name.
 * @throws InvariantViolation when statement and schema do not match, which is a bug
 */
export function parseRows<Row>(schema: z.ZodType<Row>, rows: unknown): readonly Row[] {
  return list.parse(rows).map((row) => parseRow(schema, row));
}

/** Parses one row, like {@link parseRows}. */
export function parseRow<Row>(schema: z.ZodType<Row>, row: unknown): Row {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new InvariantViolation(`a row does not match its statement: ${describe(parsed.error)}`);
}
