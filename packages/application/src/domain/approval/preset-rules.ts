import { assertNever } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import { type ApprovalFacts, isOnlyPodWaiting } from './approval-facts.js';
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
 * Returns the rules of a mode for a decision, which apply after the stored ones; the last one matches
 * every decision. A workload does not stop without a person who agrees, in whatever mode.
 */
export function presetRules(
  mode: ClusterMode,
  { pods }: Pick<ApprovalFacts, 'pods'>,
): readonly ApprovalRule[] {
  return pods.some(isOnlyPodWaiting) ? [onlyPodWaits(mode), ...rulesOf(mode)] : rulesOf(mode);
}

const onlyPodWaits = (mode: ClusterMode): ApprovalRule => ({
  name: `mode ${mode}: the only pod of a workload would wait`,
  match: { onlyPodWaits: true },
  action: oneApproval,
});

function rulesOf(mode: ClusterMode): readonly ApprovalRule[] {
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
