import { assertNever } from '@kerf/core';

/** How far Kerf may go in a cluster without a person. */
export const clusterModes = ['observe', 'approve', 'auto'] as const;
export type ClusterMode = (typeof clusterModes)[number];

export type ApprovalVerdict =
  | { readonly kind: 'Auto' }
  | { readonly kind: 'NeedsApproval'; readonly approvals: number }
  /** The decision is recorded for people to see and never carried out. */
  | { readonly kind: 'ObserveOnly' };

/**
 * Which decisions need people. New capacity for waiting pods is never held back, except where
 * nothing is touched at all; taking nodes away waits for a person in mode `approve`.
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
