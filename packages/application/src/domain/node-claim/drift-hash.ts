import { annotationKeys } from '@kerf/core';
import type { Labels } from '@kerf/engine';
import type { NodeClaim } from './node-claim.js';

/**
 * Returns a drift hash as Kerf stores it: the version of its algorithm, a hyphen, and the digest.
 * @param version as the annotation has it; empty when there is none
 */
export const toDriftHash = (version: string, hash: string): string =>
  version === '' ? hash : `${version}-${hash}`;

/** Returns the version of a hash's algorithm; the hash itself if it has none. */
export const hashVersionOf = (hash: string): string => hash.split('-', 1)[0] ?? '';

/**
 * Returns true when both hashes have the same version and differ. Hashes of different versions
 * cannot be compared.
 */
export const isStaleHash = (ofClaim: string, ofDefinition: string): boolean =>
  ofClaim !== ofDefinition && hashVersionOf(ofClaim) === hashVersionOf(ofDefinition);

/** Returns the annotations of a definition's hash: the digest and the version of its algorithm. */
export function hashAnnotations(kind: 'NodePool' | 'EC2NodeClass', hash: string): Labels {
  const separator = hash.indexOf('-');
  const [hashKey, versionKey] = hashKeys[kind];
  return separator < 0
    ? { [hashKey]: hash }
    : { [hashKey]: hash.slice(separator + 1), [versionKey]: hash.slice(0, separator) };
}

const hashKeys = {
  NodePool: [annotationKeys.nodePoolHash, annotationKeys.nodePoolHashVersion],
  EC2NodeClass: [annotationKeys.nodeClassHash, annotationKeys.nodeClassHashVersion],
} as const;

/** Returns the annotations with the hashes of a NodeClaim, for its object and its node. */
export const claimHashAnnotations = ({
  nodePool,
  nodePoolHash,
  nodeClassHash,
}: Pick<NodeClaim, 'nodePool' | 'nodePoolHash' | 'nodeClassHash'>): Labels => ({
  ...(nodePool !== null && hashAnnotations('NodePool', nodePoolHash)),
  ...hashAnnotations('EC2NodeClass', nodeClassHash),
});
