import { InvariantViolation } from '@kerf/core';
import { Prisma } from './generated/client.js';

/**
 * Json columns are written by this package alone, from typed records, and each names its type in
 * the schema; so reading one back trusts what was written. The round-trip specs hold that trust.
 */
export function fromJson<T>(value: unknown): T {
  if (isWritten<T>(value)) return value;
  throw new InvariantViolation('a Json column that must be set is empty');
}

export function fromNullableJson<T>(value: unknown): T | null {
  return value === null || value === undefined ? null : fromJson<T>(value);
}

export function toJson(value: unknown): Prisma.InputJsonValue {
  return fromJson<Prisma.InputJsonValue>(value);
}

export function toNullableJson(
  value: unknown,
): Prisma.InputJsonValue | Prisma.NullableJsonNullValueInput {
  return value === null || value === undefined ? Prisma.DbNull : toJson(value);
}

function isWritten<T>(value: unknown): value is T {
  return value !== null && value !== undefined;
}

/** Text columns hold the words of a closed union; another word means the schema is out of step. */
export function oneOf<const T extends string>(words: readonly T[], text: string): T {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new InvariantViolation(`${text} is none of ${words.join(', ')}`);
  return found;
}

export const toInstant = (date: Date): number => date.getTime();
export const toNullableInstant = (date: Date | null): number | null => date?.getTime() ?? null;
export const toDate = (instant: number): Date => new Date(instant);
export const toNullableDate = (instant: number | null): Date | null =>
  instant === null ? null : new Date(instant);

export const toNullableMoney = (value: bigint | null): number | null =>
  value === null ? null : Number(value);
export const fromNullableMoney = (value: number | null): bigint | null =>
  value === null ? null : BigInt(value);
