import { err, ok, type Result } from '@kerf/core';
import type { NewFinding } from '../findings/finding-list.js';
import type { Path } from '../findings/path.js';

/** A mapping as YAML or JSON gives it. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Maximum nesting; a manifest has about twelve levels. */
export const maxDepth = 64;
/** Maximum number of values, because aliases can multiply them. */
const maxValues = 50_000;

/**
 * Returns a copy made of plain mappings, lists and scalars.
 * @returns the finding that refuses the value if it is too deep, circular or too large
 */
export function copyJson(value: unknown): Result<unknown, NewFinding> {
  let values = 0;
  let problem: NewFinding | null = null;
  const copy = (item: unknown, path: Path): unknown => {
    values += 1;
    if (problem !== null) return null;
    if (path.length > maxDepth) problem = tooDeep(path);
    else if (values > maxValues) problem = tooLarge();
    else if (Array.isArray(item))
      return item.map((member, index) => copy(member, [...path, index]));
    else if (isObject(item)) {
      return Object.fromEntries(
        Object.entries(item)
          .filter(([, member]) => member !== undefined)
          .map(([key, member]) => [key, copy(member, [...path, key])]),
      );
    }
    return isScalar(item) ? item : null;
  };
  const copied = copy(value, []);
  return problem === null ? ok(copied) : err(problem);
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const tooDeep = (path: Path): NewFinding => ({
  code: 'TEXT_TOO_DEEP',
  path: path.slice(0, 8),
  message: `the value is nested more than ${maxDepth} levels deep`,
});

const tooLarge = (): NewFinding => ({
  code: 'TEXT_TOO_LARGE',
  path: [],
  message: `the document has more than ${maxValues} values`,
});

/** Returns the type of a value in terms of YAML. */
export function describeType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'object':
      return 'a mapping';
    case 'string':
      return 'text';
    case 'boolean':
      return 'a boolean';
    default:
      return 'a number';
  }
}
