import { Prisma } from '../generated/client.js';

/** Returns the map in a column of layout `value`, also for rows without a version. */
export const storedMap = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`coalesce(${column}->'value', ${column})`;
