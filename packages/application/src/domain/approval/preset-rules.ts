import { assertNever } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { type ApprovalRule, anyApprover, type RuleAction } from './approval-policy.js';

/** One approval of anyone who may approve decisions, with the times of the cluster's settings. */
const oneApproval: RuleAction = {
  kind: 'Ask',
  approvals: 1,
  from: anyApprover,
  expiresAfterMs: null,
  remindAfterMs: null,
  escalation: null,
};

/**
 * Returns the rules of a mode, which apply after the stored ones; the last one matches every
 * decision.
 */
export function presetRules(mode: ClusterMode): readonly ApprovalRule[] {
  switch (mode) {
    case 'observe':
    case 'auto':
      return [{ name: `mode ${mode}`, match: {}, action: { kind: 'Auto' } }];
    case 'approve':
      return [
        {
          name: 'mode approve: removals',
          match: { kinds: ['Deprovision', 'Empty', 'Consolidate', 'Drift'] },
          action: oneApproval,
        },
        { name: 'mode approve: expiration and repair', match: {}, action: { kind: 'Auto' } },
      ];
    default:
      return assertNever(mode);
  }
}
