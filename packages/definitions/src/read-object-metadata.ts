import { minSavingKeys, type ObjectMetadata, type ReadDefinition } from '@kerf/application';
import { annotationKeys, labelKeys } from '@kerf/core';
import { z } from 'zod';
import type { FindingList } from './findings/finding-list.js';
import { toFindings } from './schema/issue-findings.js';
import { KnownFields } from './schema/known-fields.js';
import { labelKey, labelValue } from './schema/primitives.js';
import { isObject } from './text/json.js';

const schema = z.object({
  labels: z.record(labelKey, labelValue),
  annotations: z.record(labelKey, z.string()),
});
const knownFields = new KnownFields(schema, 'metadata');

/** Keys that Kerf, Karpenter or kubectl writes. */
const keysOfWriters: ReadonlySet<string> = new Set([
  labelKeys.managedBy,
  annotationKeys.lastApplied,
  annotationKeys.nodePoolHash,
  annotationKeys.nodePoolHashVersion,
  annotationKeys.nodeClassHash,
  annotationKeys.nodeClassHashVersion,
  ...Object.values(minSavingKeys),
]);

/**
 * Returns the labels and annotations of an object that its author gave it; `null` if it has none,
 * or if one is not valid, which is reported.
 */
export function readObjectMetadata(object: unknown, findings: FindingList): ObjectMetadata | null {
  const metadata = isObject(object) ? object['metadata'] : null;
  const own = { labels: ownOf(metadata, 'labels'), annotations: ownOf(metadata, 'annotations') };
  const result = schema.safeParse(own, { reportInput: true });
  if (!result.success) {
    const problems = result.error.issues.flatMap((one) =>
      toFindings(one, ['metadata'], knownFields),
    );
    for (const problem of problems) findings.add(problem);
    return null;
  }
  const { labels, annotations } = result.data;
  return Object.keys(labels).length + Object.keys(annotations).length === 0 ? null : result.data;
}

/** Adds them to a definition. They are no part of its drift hash. */
export function withObjectMetadata(
  definition: ReadDefinition,
  objectMetadata: ObjectMetadata | null,
): ReadDefinition {
  if (objectMetadata === null) return definition;
  return definition.kind === 'NodePool'
    ? { ...definition, spec: { ...definition.spec, objectMetadata } }
    : { ...definition, spec: { ...definition.spec, objectMetadata } };
}

/** A key without a value (`labels:`) means nothing, as everywhere in a manifest. */
function ownOf(metadata: unknown, field: keyof ObjectMetadata): unknown {
  const all = isObject(metadata) ? (metadata[field] ?? {}) : {};
  if (!isObject(all)) return all;
  return Object.fromEntries(
    Object.entries(all).filter(([key, value]) => value !== null && !keysOfWriters.has(key)),
  );
}
