import { parse } from 'yaml';
import { shellWord } from '../../../lib/format/shell.js';

/**
 * Returns a kubectl command for a POSIX shell that changes an object of the cluster, by a JSON merge patch.
 * @param before as it is in the cluster
 * @param after as it should be
 */
export function toClusterChange(
  { kind, name }: { readonly kind: string; readonly name: string },
  before: string,
  after: string,
): string {
  const patch = JSON.stringify(mergePatch(parse(before), parse(after)) ?? {});
  return `kubectl patch ${kind.toLowerCase()} ${name} --type merge --patch ${shellWord(patch)}`;
}

/**
 * Returns the JSON merge patch (RFC 7396) from one value to another: members that differ, and `null` for those that
 * are gone. Lists are replaced as a whole.
 * @returns `undefined` if they are equal
 */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...names].flatMap((name) => {
    const change = Object.hasOwn(after, name) ? mergePatch(before[name], after[name]) : null;
    return change === undefined ? [] : [[name, change] as const];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
