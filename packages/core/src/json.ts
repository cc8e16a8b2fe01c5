import { compareKeys } from './compare.js';
import { isRecord } from './is-record.js';
import type { Instant } from './units.js';

/**
 * An object of untrusted JSON. The functions below read its members: each accepts any value, returns
 * its own type and never throws, so the caller decides whether a missing value is an error.
 */
export type JsonObject = Readonly<Record<string, unknown>>;

const emptyObject: JsonObject = Object.freeze({});
const emptyList: readonly unknown[] = Object.freeze([]);

/** Returns the object, or an empty one. */
export function toRecord(value: unknown): JsonObject {
  return isRecord(value) ? value : emptyObject;
}

/** Returns the array, or an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : emptyList;
}

/** Returns the objects of an array; other elements are omitted. */
export function toRecords(value: unknown): readonly JsonObject[] {
  return toList(value).filter(isRecord);
}

/** Returns the strings of an array; other elements are omitted. */
export function toTexts(value: unknown): readonly string[] {
  return toList(value).filter((member) => typeof member === 'string');
}

/** Returns the string; `''` for any other value. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns `null` for anything but a non-empty string. */
export function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the integer; `null` for any other value, and beyond the safe integers. */
export function toInteger(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** Returns the time of an RFC 3339 timestamp; `null` for any other value. */
export function toInstant(value: unknown): Instant | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Returns an RFC 3339 timestamp in seconds, as Kubernetes writes it. */
export function toTimestamp(at: Instant): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Returns the strings of a map, sorted by key, so that equal maps are serialized equally. */
export function toTextMap(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(hasText).sort(compareKeys));
}

/** Returns the object without the given fields. */
export function omit(record: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
}

function hasText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
