import type { Instant } from '@kerf/core';

/** Why a node is no longer what its definitions say. */
export interface NodeDrift {
  readonly nodeName: string;
  /** As upstream names it, e.g. `NodePoolDrifted`. */
  readonly reason: string;
  /** The definition that was changed, e.g. `NodePool/general`; `null` where none was. */
  readonly definition: string | null;
  /** When the change was saved; `null` when no stored revision tells. */
  readonly since: Instant | null;
  /** What differs from the node's launch; empty when no stored revision tells. */
  readonly fields: readonly DriftedField[];
}

/** A field of a manifest whose change replaces nodes. */
export interface DriftedField {
  /** A dotted path in the manifest, e.g. `spec.template.metadata.labels.team`. */
  readonly path: string;
  /** As it was written, cut off where it is long; `null` where it was absent. */
  readonly before: string | null;
  readonly after: string | null;
}
