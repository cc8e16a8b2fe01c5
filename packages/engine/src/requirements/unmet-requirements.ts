import type { Labels } from '../model/labels.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import { anyTextSatisfies, textSatisfies } from './label-texts.js';
import { normalizeLabel } from './well-known-labels.js';

/**
 * Returns the requirements that a node with exactly these labels does not satisfy; a label that it
 * lacks satisfies only `NotIn` and `DoesNotExist`.
 * Source: karpenter scheduling.Requirements.StrictlyCompatible @v1.14.1.
 */
export function unmetRequirements(
  requirements: readonly RequirementSpec[],
  labels: Labels,
): readonly RequirementSpec[] {
  return requirements.filter((requirement) => {
    const value = labels[normalizeLabel(requirement.key)];
    return value === undefined
      ? !anyTextSatisfies(requirement, {})
      : !textSatisfies(requirement, value);
  });
}
