import type { Instant } from '@kerf/core';
import type { NodeClassDefinition, NodePoolDefinition } from '../definition/definition.js';
import type { ClaimDrift, NodeClaim } from './node-claim.js';

/** What drift is judged by: stored definitions, or those that are about to be stored. */
export interface Definitions {
  readonly nodePools: readonly Pick<NodePoolDefinition, 'name' | 'spec' | 'driftHash'>[];
  readonly nodeClasses: readonly Pick<NodeClassDefinition, 'name' | 'driftHash'>[];
}

/**
 * Returns why a claim is not what its definitions ask for any more, and since when; `null` while it
 * is. A later change of the definition is another drift.
 * Source: karpenter nodeclaim/disruption/drift.go @v1.14.1, the two static hashes.
 */
export function driftOf(
  claim: NodeClaim,
  definitions: Definitions,
  now: Instant,
): ClaimDrift | null {
  const found = findDrift(claim, definitions);
  if (found === null) return null;
  const { drift } = claim;
  const isSame =
    drift !== null &&
    drift.reason === found.reason &&
    drift.definitionHash === found.definitionHash;
  return isSame ? drift : { ...found, since: now };
}

function findDrift(
  claim: NodeClaim,
  { nodePools, nodeClasses }: Definitions,
): Omit<ClaimDrift, 'since'> | null {
  const pool = nodePools.find(({ name }) => name === claim.nodePool);
  if (pool === undefined) return null;
  if (isStale(claim.nodePoolHash, pool.driftHash)) {
    return { reason: 'NodePoolDrifted', definitionHash: pool.driftHash };
  }
  const nodeClass = nodeClasses.find(
    ({ name }) => name === pool.spec.template.spec.nodeClassRef.name,
  );
  if (nodeClass === undefined || !isStale(claim.nodeClassHash, nodeClass.driftHash)) return null;
  return { reason: 'NodeClassDrift', definitionHash: nodeClass.driftHash };
}

/** Hashes begin with the version of their algorithm; those of different versions say nothing. */
function isStale(ofClaim: string, ofDefinition: string): boolean {
  const versionOf = (hash: string): string | undefined => hash.split('-')[0];
  return ofClaim !== ofDefinition && versionOf(ofClaim) === versionOf(ofDefinition);
}
