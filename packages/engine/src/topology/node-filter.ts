import type { Taint, Toleration } from '../model/taint.js';
import { findIncompatibility, type Requirements } from '../requirements/requirements.js';
import { findUntolerated } from '../requirements/taints.js';

/**
 * The nodes that a topology spread counts, by its node affinity and node taints policies. `null`
 * for a policy that is not honored or excludes no node.
 */
export interface NodeFilter {
  /** The pod's node selector with each of its required affinity terms: one must hold. */
  readonly alternatives: readonly Requirements[] | null;
  readonly tolerations: readonly Toleration[] | null;
  /** Presence of the labels of all required spreads of the pod, if there are several. */
  readonly labels: Requirements | null;
}

/** Properties of all planned nodes of a NodePool. */
export interface NodeTemplate {
  readonly taints: readonly Taint[];
  /** Returns true for labels that its nodes may have. */
  hasValue(key: number): boolean;
}

/** A filter that excludes no node. */
export const everyNode: NodeFilter = {
  alternatives: null,
  tolerations: null,
  labels: null,
};

/**
 * Returns true if pods on such a node count.
 * @remarks Labels that a planned node does not have yet count as absent for node affinity, as
 * upstream.
 */
export function passesNodeFilter(
  filter: NodeFilter,
  requirements: Requirements,
  template: NodeTemplate,
): boolean {
  const { tolerations, labels } = filter;
  if (tolerations !== null && findUntolerated(template.taints, tolerations) !== null) return false;
  const mayHave = (key: number): boolean => template.hasValue(key);
  if (labels !== null && findIncompatibility(requirements, labels, mayHave) !== null) return false;
  const hasValue = (key: number): boolean => requirements.byKey[key] !== undefined;
  return (
    filter.alternatives === null ||
    filter.alternatives.some(
      (alternative) => findIncompatibility(requirements, alternative, hasValue) === null,
    )
  );
}
