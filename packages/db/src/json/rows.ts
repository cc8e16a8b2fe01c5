import { InvariantViolation } from '@kerf/core';
import { z } from 'zod';
import { describe } from './format.js';

/** A timestamp as the driver gives it, as an instant. */
export const instant = z.date().transform((date) => date.getTime());
export const nullableInstant = instant.nullable();

/** The only column of a statement that counts. */
export const countRow = z.object({ count: z.int() });

const list = z.array(z.unknown());

/**
 * Returns the rows of a statement as its schema says them, without columns that it does not name.
 * @throws InvariantViolation when the statement and its schema are out of step, which is a bug
 */
export function parseRows<Row>(schema: z.ZodType<Row>, rows: unknown): readonly Row[] {
  return list.parse(rows).map((row) => parseRow(schema, row));
}

/** {@link parseRows} of one row. */
export function parseRow<Row>(schema: z.ZodType<Row>, row: unknown): Row {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new InvariantViolation(`a row does not match its statement: ${describe(parsed.error)}`);
}
