import { exitCodes } from '../exit-codes.js';
import { Failure } from '../failure.js';

/** A JSON object whose members are not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member that is text. @throws Failure for anything else */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Failure(exitCodes.invalid, `${name} must be text.`);
}

/** Returns a member that is a list of objects; empty if absent. @throws Failure for anything else */
export function listOf(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name] ?? [];
  if (Array.isArray(value) && value.every(isFields)) return value;
  throw new Failure(exitCodes.invalid, `${name} must be a list of objects.`);
}

/** Returns a member that is a list of texts; empty if absent. @throws Failure for anything else */
export function textsOf(fields: Fields, name: string): readonly string[] {
  const value = fields[name] ?? [];
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (Array.isArray(value) && value.every(isText)) return value;
  throw new Failure(exitCodes.invalid, `${name} must be a list of texts.`);
}

/** Returns the named members that have a value. */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );

/** Returns whether `wanted` changes nothing: what it does not name stays. */
export function includes(found: unknown, wanted: unknown, isOrdered: boolean): boolean {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return false;
    return wanted.every((one: unknown, index) =>
      isOrdered
        ? includes(found[index], one, isOrdered)
        : found.some((other: unknown) => includes(other, one, isOrdered)),
    );
  }
  if (isFields(wanted)) {
    return (
      isFields(found) &&
      Object.entries(wanted).every(([name, value]) => includes(found[name], value, isOrdered))
    );
  }
  return (found ?? null) === (wanted ?? null);
}

/** Returns `found` with what `wanted` names. */
export function merge(found: unknown, wanted: unknown): unknown {
  if (!isFields(found) || !isFields(wanted)) return wanted;
  const changed = Object.entries(wanted).map(
    ([name, value]) => [name, merge(found[name], value)] as const,
  );
  return { ...found, ...Object.fromEntries(changed) };
}
