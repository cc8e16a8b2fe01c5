import { Prisma } from './generated/client.js';
import { type StoredJson, UnreadableRecord } from './json/format.js';

/** Maps `null` to SQL `NULL` instead of the JSON value `null`. */
export const orDbNull = (
  json: StoredJson | null,
): Prisma.InputJsonValue | Prisma.NullableJsonNullValueInput => json ?? Prisma.DbNull;

/**
 * Returns the text of a column as a member of a closed union.
 * @throws UnreadableRecord for any other text, e.g. from another version
 */
export function oneOf<const T extends string>(words: readonly T[], text: string): T {
  const found = words.find((word) => word === text);
  if (found === undefined) {
    throw new UnreadableRecord('a column', `${text} is not one of ${words.join(', ')}`);
  }
  return found;
}

export const toInstant = (date: Date): number => date.getTime();
export const toNullableInstant = (date: Date | null): number | null => date?.getTime() ?? null;
export const toDate = (instant: number): Date => new Date(instant);
export const toNullableDate = (instant: number | null): Date | null =>
  instant === null ? null : new Date(instant);

export const toNullableMoney = (value: bigint | null): number | null =>
  value === null ? null : Number(value);
