import { Prisma } from '../generated/client.js';

/** The map in a column of layout `value`, also in rows from before versions were written. */
export const storedMap = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(${column}->'value', ${column})`;
