import type { Instant } from '@kerf/core';

/** The drift of a node from its definitions. */
export interface NodeDrift {
  readonly nodeName: string;
  /** Karpenter's name of the reason, e.g. `NodePoolDrifted`. */
  readonly reason: string;
  /** The changed definition, e.g. `NodePool/general`; `null` when none was changed. */
  readonly definition: string | null;
  /** When the change was saved; `null` when no stored revision contains it. */
  readonly since: Instant | null;
  /**
   * The fields that have changed since the node's launch; empty when no stored revision contains
   * them.
   */
  readonly fields: readonly DriftedField[];
}

/** A field of a manifest whose change replaces nodes. */
export interface DriftedField {
  /** A dotted path in the manifest, e.g. `spec.template.metadata.labels.team`. */
  readonly path: string;
  /** The value as written, truncated when it is long; `null` when it was absent. */
  readonly before: string | null;
  readonly after: string | null;
}
