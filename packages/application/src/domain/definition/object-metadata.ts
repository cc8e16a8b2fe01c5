/**
 * Labels and annotations that the author of a definition gave its object. Tools such as Argo CD and
 * Flux track objects by them; they never replace nodes. Kerf's own metadata is not part.
 */
export interface ObjectMetadata {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const none: ObjectMetadata = { labels: {}, annotations: {} };

/** Returns whether an object has the labels and annotations; others are those of other writers. */
export function hasObjectMetadata(
  found: ObjectMetadata = none,
  wanted: ObjectMetadata = none,
): boolean {
  return hasAll(found.labels, wanted.labels) && hasAll(found.annotations, wanted.annotations);
}

const hasAll = (found: ObjectMetadata['labels'], wanted: ObjectMetadata['labels']): boolean =>
  Object.entries(wanted).every(([key, value]) => found[key] === value);
