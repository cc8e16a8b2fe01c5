import { compareKeys } from './compare.js';
import { isRecord } from './is-record.js';

/** Returns JSON text that is the same for equal data, whatever the order of keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).sort(compareKeys)) : member,
  );
}

/** Returns true if two values are equal as JSON, whatever the order of keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
