import { isRecord } from '@kerf/core';
import type { FixtureDocument } from './oracle.js';

/** Candidates that are tried together: asking about many at once costs little more than about one. */
const together = 24;

/**
 * A smaller document that still has a property: parts are taken out one after the other as long as it
 * stays. What is left is not needed for anything else.
 * @param findOne gives one of the candidates that has the property, or `null`
 */
export function shrink(
  fixture: FixtureDocument,
  findOne: (candidates: readonly FixtureDocument[]) => FixtureDocument | null,
): FixtureDocument {
  let current = fixture;
  for (let start = 0; ; ) {
    const candidates = smallerThan(current)
      .filter(isRecord)
      .slice(start, start + together);
    if (candidates.length === 0) return current;
    const found = findOne(candidates);
    if (found === null) {
      start += together;
    } else {
      current = found;
      start = 0;
    }
  }
}

/** Every document with one part less: large parts first. */
function smallerThan(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [
      ...items.map((_, index) => items.toSpliced(index, 1)),
      ...items.flatMap((item, index) => smallerThan(item).map((less) => items.with(index, less))),
    ];
  }
  if (typeof value === 'number' && Number.isInteger(value) && value > 1) return [1, value - 1];
  if (!isRecord(value)) return [];
  const names = Object.keys(value).filter((name) => !needed.has(name));
  return [
    ...names.map((name) => without(value, name)),
    ...names.flatMap((name) =>
      smallerThan(value[name]).map((less) => ({ ...value, [name]: less })),
    ),
  ];
}

/** Names of fields that a document is not valid without. */
const needed: ReadonlySet<string> = new Set(['name', 'metadata', 'kind', 'key', 'operator']);

function without(value: Readonly<Record<string, unknown>>, name: string): FixtureDocument {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
