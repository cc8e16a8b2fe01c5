import { type DurationMs, parseDuration } from '@kerf/core';
import type { NodePoolDefinition } from '../definition/definition.js';
import type { ClaimTerms } from './node-claim.js';

/** Returns the terms of a NodeClaim that is requested for a NodePool now. */
export function termsOf(pool: Pick<NodePoolDefinition, 'spec'> | undefined): ClaimTerms {
  const template = pool?.spec.template.spec;
  return {
    expireAfter: template?.expireAfter ?? 'Never',
    terminationGracePeriod: template?.terminationGracePeriod ?? null,
  };
}

/** Returns the length of a term; `null` when it has no limit. */
export function lengthOf(term: string | null): DurationMs | null {
  if (term === null || term === 'Never') return null;
  const length = parseDuration(term);
  return length.ok ? length.value : null;
}
