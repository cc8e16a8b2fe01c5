import { annotationKeys } from '@kerf/core';
import type { StandaloneNode } from '@kerf/engine';
import { parseLimits } from '../domain/definition/parse-limits.js';
import { toRequirementSpecs } from '../domain/definition/to-requirement-specs.js';
import type { StandaloneClaimManifest } from '../domain/standalone-claim/standalone-claim-manifest.js';
import type { CachedStandaloneClaim } from '../ports/cluster-cache.js';

/**
 * Converts a NodeClaim that a user created to the engine's type. Labels and annotations of the
 * object apply to the node, as in Karpenter.
 * @throws InvariantViolation for text that no manifest reader accepts
 */
export function toStandaloneNode(
  { labels, annotations }: Pick<CachedStandaloneClaim, 'labels' | 'annotations'>,
  spec: StandaloneClaimManifest,
): StandaloneNode {
  const { [annotationKeys.lastApplied]: _, ...ofNode } = annotations;
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
