import type { RequirementSpec } from '@kerf/engine';
import type { RequirementManifest } from './node-pool-manifest.js';

/** The engine's view of requirements: what a manifest leaves out is said. */
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
