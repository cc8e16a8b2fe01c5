import { isRecord } from '@kerf/core';
import type { FixtureDocument } from './oracle.js';

/** Number of candidates of one step: solving many at once takes little longer than one. */
const candidatesPerStep = 24;

/**
 * Returns a smaller document that still has a property. Parts are removed one by one while it has, so
 * every remaining part is needed.
 * @param findOne returns a candidate that has the property, or `null`
 */
export function shrink(
  fixture: FixtureDocument,
  findOne: (candidates: readonly FixtureDocument[]) => FixtureDocument | null,
): FixtureDocument {
  let current = fixture;
  for (let start = 0; ; ) {
    const candidates = smallerVersions(current)
      .filter(isRecord)
      .slice(start, start + candidatesPerStep);
    if (candidates.length === 0) return current;
    const found = findOne(candidates);
    if (found === null) {
      start += candidatesPerStep;
    } else {
      current = found;
      start = 0;
    }
  }
}

/** Returns each document with one part removed; large parts first. */
function smallerVersions(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [
      ...items.map((_, index) => items.toSpliced(index, 1)),
      ...items.flatMap((item, index) =>
        smallerVersions(item).map((smaller) => items.with(index, smaller)),
      ),
    ];
  }
  if (typeof value === 'number' && Number.isInteger(value) && value > 1) return [1, value - 1];
  if (!isRecord(value)) return [];
  const names = Object.keys(value).filter((name) => !requiredFields.has(name));
  return [
    ...names.map((name) => without(value, name)),
    ...names.flatMap((name) =>
      smallerVersions(value[name]).map((smaller) => ({ ...value, [name]: smaller })),
    ),
  ];
}

/** Fields without which a document is invalid. */
const requiredFields: ReadonlySet<string> = new Set([
  'name',
  'metadata',
  'kind',
  'key',
  'operator',
]);

function without(value: Readonly<Record<string, unknown>>, name: string): FixtureDocument {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
