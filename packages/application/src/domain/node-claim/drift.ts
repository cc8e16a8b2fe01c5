import type { Instant } from '@kerf/core';
import type { NodeClassDefinition, NodePoolDefinition } from '../definition/definition.js';
import type { ClaimDrift, NodeClaim } from './node-claim.js';

/**
 * The definitions that drift is computed from: the stored ones, or those that are about to be
 * stored.
 */
export interface Definitions {
  readonly nodePools: readonly Pick<NodePoolDefinition, 'name' | 'spec' | 'driftHash'>[];
  readonly nodeClasses: readonly Pick<NodeClassDefinition, 'name' | 'driftHash'>[];
}

/**
 * Returns why a NodeClaim no longer matches its definitions, and since when; `null` while it
 * matches. A later change of the definition is a new drift.
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

/**
 * Hashes start with the version of their algorithm; hashes of different versions cannot be
 * compared.
 */
function isStale(ofClaim: string, ofDefinition: string): boolean {
  const versionOf = (hash: string): string | undefined => hash.split('-')[0];
  return ofClaim !== ofDefinition && versionOf(ofClaim) === versionOf(ofDefinition);
}
