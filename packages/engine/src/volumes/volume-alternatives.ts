import type { PodVolume } from '../model/pod.js';
import type { NodeSelectorTerm, RequirementSpec } from '../model/requirement-spec.js';
import type { Requirements, RequirementsTable } from '../requirements/requirements.js';
import { findIncompatibility } from '../requirements/requirements.js';

/**
 * What a node must satisfy so that all volumes can be attached: alternatives, tried in their order.
 * Empty when the volumes may be anywhere. Combinations that contradict themselves are left out,
 * unless all do: then they stay, so that the pod is told that its volumes cannot meet.
 * Source: karpenter provisioning/scheduling/volumetopology.go @v1.14.1.
 */
export function volumeAlternatives(
  table: RequirementsTable,
  volumes: readonly PodVolume[],
): readonly Requirements[] {
  let alternatives: readonly Requirements[] = [];
  for (const { nodeRequirements } of volumes) {
    if (nodeRequirements.length === 0) continue;
    const terms = nodeRequirements.map((term) => table.compile(term.matchExpressions));
    alternatives = alternatives.length === 0 ? terms : combine(table, alternatives, terms);
  }
  return alternatives;
}

/** Every expression that {@link volumeAlternatives} will compile. */
export function volumeExpressions(volumes: readonly PodVolume[]): readonly RequirementSpec[] {
  const terms: readonly NodeSelectorTerm[] = volumes.flatMap((volume) => volume.nodeRequirements);
  return terms.flatMap((term) => term.matchExpressions);
}

function combine(
  table: RequirementsTable,
  alternatives: readonly Requirements[],
  terms: readonly Requirements[],
): readonly Requirements[] {
  const pairs = alternatives.flatMap((left) => terms.map((right) => ({ left, right })));
  const compatible = pairs.filter(
    ({ left, right }) => findIncompatibility(left, right, () => true) === null,
  );
  return (compatible.length === 0 ? pairs : compatible).map(({ left, right }) =>
    table.join(left, right),
  );
}
