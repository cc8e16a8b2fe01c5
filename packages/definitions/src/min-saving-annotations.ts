import {
  type MinSavingManifest,
  minSavingFields,
  minSavingKeys,
  type NodePoolManifest,
} from '@kerf/application';
import { parseUsd } from '@kerf/core';
import type { Draft } from './conversion/draft.js';
import { describeType, isObject, type JsonObject } from './text/json.js';

const known: ReadonlySet<string> = new Set(Object.values(minSavingKeys));

/** Returns the annotations of an object's metadata that Kerf reads, not checked. */
export function knownAnnotations(metadata: unknown): JsonObject {
  const all = isObject(metadata) ? metadata['annotations'] : null;
  if (!isObject(all)) return {};
  return Object.fromEntries(Object.entries(all).filter(([key]) => known.has(key)));
}

/**
 * Reads what consolidation has to save in a NodePool; empty if its annotations say nothing. A value
 * that cannot be read is reported.
 */
export function readMinSaving(draft: Draft): Pick<NodePoolManifest, 'minSaving'> {
  const read = minSavingFields.flatMap((field) => {
    const key = minSavingKeys[field];
    const path = ['metadata', 'annotations', key];
    const found = draft.get(path);
    if (found === undefined) return [];
    const problem = problemOf(field, found);
    if (problem === null && typeof found === 'string') return [[field, found] as const];
    draft.findings.add({
      code: 'VALUE_INVALID',
      path,
      message: `${key} ${problem ?? ''}`,
      found,
    });
    return [];
  });
  return read.length === 0 ? {} : { minSaving: Object.fromEntries(read) };
}

/** Returns what is wrong with the value, and how to write it; `null` if it is valid. */
function problemOf(field: keyof MinSavingManifest, found: unknown): string | null {
  if (typeof found !== 'string') {
    return `must be text, not ${describeType(found)}: put the value in quotes`;
  }
  if (field !== 'percent') {
    return parseUsd(found).ok ? null : 'must be US dollars per hour, such as "0.05"';
  }
  const isNumber = /^\d{1,3}(\.\d{1,3})?$/.test(found);
  return isNumber && Number(found) <= 100 ? null : 'must be a number from 0 to 100, such as "5"';
}
