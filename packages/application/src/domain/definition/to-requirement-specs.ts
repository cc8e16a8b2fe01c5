import type { RequirementSpec } from '@kerf/engine';
import type { RequirementManifest } from './node-pool-manifest.js';

/** Returns the requirements in the engine's form, with omitted fields filled in. */
export function toRequirementSpecs(
  requirements: readonly RequirementManifest[],
): readonly RequirementSpec[] {
  return requirements.map(({ key, operator, values, minValues }) => ({
    key,
    operator,
    values: values ?? [],
    minValues: minValues ?? null,
  }));
}
