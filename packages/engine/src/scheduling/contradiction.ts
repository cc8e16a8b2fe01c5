import type { SchedulingReason } from '../explain/reason.js';
import type { PodSpec } from '../model/pod.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { describeRequirement } from '../requirements/describe.js';
import { findIncompatibility, type RequirementsTable } from '../requirements/requirements.js';
import { selectorSpecs } from '../resources/daemon-overhead.js';
import type { PodWishes } from './relaxation.js';

/**
 * What no node at all can satisfy in one attempt to place a pod; `null` when there is nothing.
 * @remarks Differs from karpenter, where `team In [a]` together with `team DoesNotExist` amounts to the
 * second: it buys nodes for the pod that the kube-scheduler then keeps it off, over and over.
 */
export function findContradiction(
  table: RequirementsTable,
  { nodeSelector }: PodSpec,
  { requiredTerms, preferredTerms }: PodWishes,
): SchedulingReason | null {
  const [required] = requiredTerms;
  if (required?.matchExpressions.length === 0) return emptyTerm;
  const [preferred] = preferredTerms;
  return findClash(table, [
    ...selectorSpecs(nodeSelector),
    ...(required?.matchExpressions ?? []),
    ...(preferred?.matchExpressions ?? []),
  ]);
}

/** Source: Kubernetes API reference, NodeSelectorTerm. */
const emptyTerm: SchedulingReason = {
  code: 'POD_REFUSED',
  problem: 'INVALID_REQUIREMENT',
  detail: 'a required node affinity term without expressions selects no node',
};

function findClash(
  table: RequirementsTable,
  specs: readonly RequirementSpec[],
): SchedulingReason | null {
  let joined = table.none;
  for (const spec of specs) {
    const next = table.compile([spec]);
    const clash = findIncompatibility(joined, next, () => true);
    if (clash?.kind === 'Conflict') {
      return {
        code: 'REQUIREMENT_INCOMPATIBLE',
        key: table.space.nameOf(clash.incoming.key),
        wanted: describeRequirement(table.space, clash.incoming),
        found: describeRequirement(table.space, clash.existing),
      };
    }
    joined = table.join(joined, next);
  }
  return null;
}
