import { AppError, type AppErrorFields } from '@kerf/core';
import type { Db } from '../client.js';
import { isUniqueViolation } from '../client.js';
import { type Inserting, insertOnce } from '../tables/table.js';

/** A table whose rows have unique names that can change. */
interface NamedTable {
  readonly name: string;
}

/**
 * Makes other inserts and renames in a table wait until the transaction ends. An update has no `ON CONFLICT`: without
 * this, the index would refuse the second of two at the same moment.
 */
async function holdNames(db: Db, { name }: NamedTable): Promise<void> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`names/${name}`}, 0))`;
}

/**
 * Inserts a record whose name can change later.
 * @throws the conflict, if a row has the name already
 */
export async function insertNamed<T>(
  db: Db,
  into: Inserting<T> & NamedTable,
  record: T,
  conflict: () => AppErrorFields,
): Promise<void> {
  await holdNames(db, into);
  await insertOnce(db, into, record, conflict);
}

/** Selects the other rows with the name of a row. */
interface NameOfAnother {
  readonly name: string;
  readonly id: { readonly not: string };
}

/** The check and the write of a rename. */
interface Rename<T> {
  readonly countOthers: (where: NameOfAnother) => PromiseLike<number>;
  readonly save: () => Promise<T>;
  readonly conflict: () => AppErrorFields;
}

/**
 * Saves a row unless another one has its name.
 * @throws the conflict
 */
export async function renameOnce<T>(
  db: Db,
  table: NamedTable,
  { id, name }: { readonly id: string; readonly name: string },
  { countOthers, save, conflict }: Rename<T>,
): Promise<T> {
  await holdNames(db, table);
  if ((await countOthers({ name, id: { not: id } })) > 0) throw new AppError(conflict());
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(conflict());
  }
}
