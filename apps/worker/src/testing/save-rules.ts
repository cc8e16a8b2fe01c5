import type { ApprovalRule } from '@kerf/application';
import { invariant } from '@kerf/core';
import type { ClusterSimulation } from './cluster-simulation.js';

/**
 * Saves the approval policy of the organization. Simulations whose records are in one database share it, so one
 * without rules replaces those of another.
 */
export async function saveRules(
  { store, clock }: Pick<ClusterSimulation, 'store' | 'clock'>,
  rules: readonly ApprovalRule[],
): Promise<void> {
  const latest = await store.approvalPolicies.current();
  if (rules.length === 0 && (latest?.rules ?? []).length === 0) return;
  const isSaved = await store.approvalPolicies.insert({
    version: (latest?.version ?? 0) + 1,
    rules,
    savedAt: clock.now(),
    savedBy: { kind: 'User', id: 'usr_ada', name: 'ada' },
    comment: null,
    restoredFrom: null,
  });
  invariant(isSaved, 'the version of the policy is new');
}
