import type { Definitions } from './drift.js';
import { hashVersionOf, toDriftHash } from './drift-hash.js';
import type { NodeClaim } from './node-claim.js';

/** The hashes of the definitions that a NodeClaim was launched from. */
export type ClaimHashes = Pick<NodeClaim, 'nodePoolHash' | 'nodeClassHash'>;

/**
 * Returns the hashes of a NodeClaim in the current versions, taken from the current definitions,
 * because hashes of different versions cannot be compared. A NodeClaim that has drifted from a
 * definition stays drifted from it.
 * Source: karpenter nodepool/hash and aws nodeclass/hash @v1.14.1.
 * @param drift the reason for which it has drifted; `null` if it has not
 * @returns `null` when the hashes have the current versions, or the definitions do not exist
 */
export function restampedHashes(
  claim: Pick<NodeClaim, 'nodePool' | 'nodePoolHash' | 'nodeClassHash'>,
  { nodePools, nodeClasses }: Definitions,
  drift: string | null,
): ClaimHashes | null {
  const pool = nodePools.find(({ name }) => name === claim.nodePool);
  if (pool === undefined) return null;
  const { name } = pool.spec.template.spec.nodeClassRef;
  const nodeClass = nodeClasses.find((each) => each.name === name);
  const hashes = {
    nodePoolHash: restamped(claim.nodePoolHash, pool.driftHash, drift === 'NodePoolDrifted'),
    nodeClassHash:
      nodeClass === undefined
        ? claim.nodeClassHash
        : restamped(claim.nodeClassHash, nodeClass.driftHash, drift === 'NodeClassDrift'),
  };
  const isSame =
    hashes.nodePoolHash === claim.nodePoolHash && hashes.nodeClassHash === claim.nodeClassHash;
  return isSame ? null : hashes;
}

function restamped(ofClaim: string, ofDefinition: string, isDrifted: boolean): string {
  const version = hashVersionOf(ofDefinition);
  if (hashVersionOf(ofClaim) === version) return ofClaim;
  return isDrifted ? toDriftHash(version, ofClaim) : ofDefinition;
}
