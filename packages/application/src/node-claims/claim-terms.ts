import { type DurationMs, parseDuration } from '@kerf/core';
import type { Definition } from '../definitions/definition.js';
import type { NodeClaim } from './node-claim.js';

/** How long a claim may live, and how long it may be drained. */
export interface ClaimTerms {
  /** A duration, or `Never`. */
  readonly expireAfter: string;
  readonly terminationGracePeriod: string | null;
}

/**
 * The terms of a claim: its own, or those that its pool's template has now.
 * @param pool the claim's; one that is gone sets no terms
 */
export function claimTerms(
  { standalone }: Pick<NodeClaim, 'standalone'>,
  pool: Definition | null | undefined,
): ClaimTerms {
  if (standalone !== null) return standalone;
  const template = pool?.kind === 'NodePool' ? pool.spec.template.spec : null;
  return {
    expireAfter: template?.expireAfter ?? 'Never',
    terminationGracePeriod: template?.terminationGracePeriod ?? null,
  };
}

/** A duration of the terms; `null` for one that has no end. */
export function lengthOf(term: string | null): DurationMs | null {
  if (term === null || term === 'Never') return null;
  const length = parseDuration(term);
  return length.ok ? length.value : null;
}
