import { AppError, type AppErrorFields } from '@kerf/core';
import { type Db, isUniqueViolation } from '../client.js';

/** `ON CONFLICT DO NOTHING`: the rows that exist are left out, and no error goes to the database's log. */
export const skipDuplicates = true;

/**
 * Inserts a row with {@link skipDuplicates}. Postgres logs a violated index as an error and ends the transaction, so
 * the number of inserted rows says whether there was one.
 * @throws the conflict, if a unique index has the row already
 */
export async function insertOnce(
  insert: () => PromiseLike<{ readonly count: number }>,
  conflict: () => AppErrorFields,
): Promise<void> {
  const { count } = await insert();
  if (count === 0) throw new AppError(conflict());
}

/** Tables whose rows are renamed. */
type NamedTable = 'custom_roles' | 'notification_channels' | 'teams' | 'trust_rules';

/**
 * Makes other inserts and renames in a table wait until the transaction ends. An update has no `ON CONFLICT`: without
 * this, the index would refuse the second of two at the same moment.
 */
export async function holdNames(db: Db, table: NamedTable): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`names/${table}`}, 0))`;
}

/** Selects the other rows with the name of a row. */
interface NameOfAnother {
  readonly name: string;
  readonly id: { readonly not: string };
}

/**
 * Saves a row unless another one has its name. Call {@link holdNames} before.
 * @throws the conflict
 */
export async function renameOnce<T>(
  countOthers: (where: NameOfAnother) => PromiseLike<number>,
  { id, name }: { readonly id: string; readonly name: string },
  save: () => Promise<T>,
  conflict: () => AppErrorFields,
): Promise<T> {
  if ((await countOthers({ name, id: { not: id } })) > 0) throw new AppError(conflict());
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(conflict());
  }
}
