import type { PodVolume } from '../model/pod.js';
import type { NodeSelectorTerm, RequirementSpec } from '../model/requirement-spec.js';
import type { Requirements, RequirementsTable } from '../requirements/requirements.js';
import { findIncompatibility } from '../requirements/requirements.js';

/**
 * Returns the alternative requirements on nodes that can attach all volumes, in their order; empty
 * if every node can. Contradictory combinations are left out, unless all are: then they are kept,
 * so that the reason can name the conflict. Source: karpenter
 * provisioning/scheduling/volumetopology.go @v1.14.1.
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

/** Returns every expression that {@link volumeAlternatives} compiles. */
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
