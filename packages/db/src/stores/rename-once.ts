import { AppError, type AppErrorFields } from '@kerf/core';
import { isUniqueViolation } from '../client.js';

/** Selects the other rows with the name of a row. */
interface NameOfAnother {
  readonly name: string;
  readonly id: { readonly not: string };
}

/**
 * Saves a row unless another one has its name. An update has no `ON CONFLICT`: only of two that take the same name at
 * the same moment, the index refuses one.
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
