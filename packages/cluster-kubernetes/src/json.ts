import type { Instant } from '@kerf/core';
import { compareKeys, isRecord } from '@kerf/core';

/**
 * Readers for untrusted JSON: each reader accepts any value, returns its own type and never throws.
 * The caller decides whether a missing value is an error.
 */
export type Json = Readonly<Record<string, unknown>>;

const nothing: Json = Object.freeze({});
const noItems: readonly unknown[] = Object.freeze([]);

/** Returns the object, or an empty one. */
export function toRecord(value: unknown): Json {
  return isRecord(value) ? value : nothing;
}

/** Returns the array, or an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : noItems;
}

/** Returns the objects of an array; other elements are omitted. */
export function toRecords(value: unknown): readonly Json[] {
  return toList(value).filter(isRecord);
}

/** Returns the strings of an array; other elements are omitted. */
export function toTexts(value: unknown): readonly string[] {
  return toList(value).filter((member) => typeof member === 'string');
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns `null` for anything but a non-empty string. */
export function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function toInteger(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** Reads an RFC 3339 timestamp. */
export function toInstant(value: unknown): Instant | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Reads a map of strings, sorted by key, so that equal maps are serialized equally. */
export function toTextMap(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(hasText).sort(compareKeys));
}

/** Returns the object without the given fields. */
export function omit(record: Json, ...fields: readonly string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

function hasText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
