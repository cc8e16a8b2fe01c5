import type { PodSpec } from '../../model/pod.js';
import type { SchedulingReason } from '../../model/scheduling-reason.js';
import { termsOf } from '../../requirements/label-terms.js';
import { findInternalConflict, type RequirementsTable } from '../../requirements/requirements.js';
import { selectorSpecs } from '../../resources/daemon-overhead.js';
import type { PodPreferences } from './relaxation.js';

/**
 * Returns what no node can satisfy in one attempt to place a pod; `null` if there is nothing.
 * @remarks Differs from karpenter, which launches nodes for such a pod again and again, although
 * the kube-scheduler never binds it.
 */
export function findContradiction(
  table: RequirementsTable,
  { nodeSelector }: PodSpec,
  { requiredTerms, preferredTerms }: PodPreferences,
): SchedulingReason | null {
  const [required] = requiredTerms;
  const [preferred] = preferredTerms;
  const conflict = findInternalConflict(table, [
    ...selectorSpecs(nodeSelector),
    ...(required?.matchExpressions ?? []),
    ...(preferred?.matchExpressions ?? []),
  ]);
  if (conflict === null) return null;
  const key = table.space.nameOf(conflict.incoming.key);
  return {
    code: 'REQUIREMENT_INCOMPATIBLE',
    key,
    required: termsOf(table.space, conflict.incoming),
    volume: null,
    alternatives: 1,
    allowed: { source: 'Pod', key, terms: termsOf(table.space, conflict.existing) },
  };
}
