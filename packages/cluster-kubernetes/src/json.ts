import type { Instant } from '@kerf/core';
import { isRecord } from '@kerf/core';

/**
 * Reading of JSON that anybody may have written: each reader takes any value, gives its own type
 * and never throws. Nothing here says whether a missing value is wrong; the caller does.
 */
export type Json = Readonly<Record<string, unknown>>;

const nothing: Json = Object.freeze({});
const noItems: readonly unknown[] = Object.freeze([]);

/** The object, or an empty one. */
export function toRecord(value: unknown): Json {
  return isRecord(value) ? value : nothing;
}

/** The array, or an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : noItems;
}

/** The objects of an array; other members are left out. */
export function toRecords(value: unknown): readonly Json[] {
  return toList(value).filter(isRecord);
}

/** The texts of an array; other members are left out. */
export function toTexts(value: unknown): readonly string[] {
  return toList(value).filter((member) => typeof member === 'string');
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `null` for anything but a text with at least one character. */
export function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function toInteger(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** An RFC 3339 timestamp. */
export function toInstant(value: unknown): Instant | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** A map of texts in the order of its keys, so that equal maps are written alike. */
export function toTextMap(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(hasText).sort(byKey));
}

/** The object without some of its fields. */
export function omit(record: Json, ...fields: readonly string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

function hasText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
