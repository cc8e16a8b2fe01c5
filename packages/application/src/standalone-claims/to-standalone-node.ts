import type { StandaloneNode } from '@kerf/engine';
import { parseLimits } from '../domain/definition/parse-limits.js';
import { toRequirementSpecs } from '../domain/definition/to-requirement-specs.js';
import type { StandaloneClaimManifest } from '../domain/standalone-claim/standalone-claim-manifest.js';
import type { CachedStandaloneClaim } from '../ports/cluster-cache.js';

/** kubectl's own note of what was applied: it says nothing of the node. */
const appliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The engine's view of a NodeClaim that a person made. Labels and annotations of the object are the
 * node's, as upstream has it.
 * @throws InvariantViolation for text that no manifest reader accepts
 */
export function toStandaloneNode(
  { labels, annotations }: Pick<CachedStandaloneClaim, 'labels' | 'annotations'>,
  spec: StandaloneClaimManifest,
): StandaloneNode {
  const { [appliedAnnotation]: _, ...ofNode } = annotations;
  return {
    labels,
    annotations: ofNode,
    taints: spec.taints,
    startupTaints: spec.startupTaints,
    requirements: toRequirementSpecs(spec.requirements),
    requests: parseLimits(spec.resources.requests),
    nodeClassName: spec.nodeClassRef.name,
  };
}
