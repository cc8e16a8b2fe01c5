import { assertNever } from '@kerf/core';

/** Lists the modes of a cluster: how far Kerf may act in it without a person. */
export const clusterModes = ['observe', 'approve', 'auto'] as const;
/** The mode of a cluster, one of {@link clusterModes}. */
export type ClusterMode = (typeof clusterModes)[number];

/** Whether a decision is executed at once, needs approvals, or is only recorded. */
export type ApprovalVerdict =
  | { readonly kind: 'Auto' }
  | { readonly kind: 'NeedsApproval'; readonly approvals: number }
  /** The decision is recorded and never executed. */
  | { readonly kind: 'ObserveOnly' }
  /** A rule of the approval policy denies it: it is recorded as rejected. */
  | { readonly kind: 'Denied' };

/**
 * Returns whether a decision needs approval. Decisions that launch nodes for pending pods never do,
 * unless the cluster is only observed; disruption needs approval in mode `approve`.
 */
export function approvalFor(mode: ClusterMode, kind: 'Provision' | 'Disrupt'): ApprovalVerdict {
  switch (mode) {
    case 'observe':
      return { kind: 'ObserveOnly' };
    case 'approve':
      return kind === 'Disrupt' ? { kind: 'NeedsApproval', approvals: 1 } : { kind: 'Auto' };
    case 'auto':
      return { kind: 'Auto' };
    default:
      return assertNever(mode);
  }
}
