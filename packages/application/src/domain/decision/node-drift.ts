import type { Instant } from '@kerf/core';

/** The drift of a node from its definitions. */
export interface NodeDrift {
  readonly nodeName: string;
  /** Karpenter's name of the reason, e.g. `NodePoolDrifted`. */
  readonly reason: string;
  /** The definition that it differs from, e.g. `NodePool/general`; `null` when unknown. */
  readonly definition: string | null;
  /**
   * When the change was saved, or, for `RequirementsDrifted` and for what an EC2NodeClass resolves
   * to, when the drift was found; `null` when no stored revision contains the change.
   */
  readonly since: Instant | null;
  /**
   * The fields that have changed since the node's launch; empty when no stored revision contains
   * them.
   */
  readonly fields: readonly DriftedField[];
}

/** A field of a definition, or of its status, whose change replaces nodes. */
export interface DriftedField {
  /** A dotted path, e.g. `spec.template.metadata.labels.team` or `status.amis`. */
  readonly path: string;
  /** The value as written, truncated when it is long; `null` when it was absent. */
  readonly before: string | null;
  readonly after: string | null;
}
