import { describe, expect, it } from 'vitest';
import { claimHashAnnotations, hashAnnotations, isStaleHash, toDriftHash } from './drift-hash.js';

describe('6, 43: a drift hash', () => {
  it('has its version as a prefix, and as an annotation of its own', () => {
    const hash = toDriftHash('v3', '123-4');
    expect(hash).toBe('v3-123-4');
    expect(hashAnnotations('NodePool', hash)).toEqual({
      'karpenter.sh/nodepool-hash': '123-4',
      'karpenter.sh/nodepool-hash-version': 'v3',
    });
  });

  it('may have no version', () => {
    expect(toDriftHash('', '123')).toBe('123');
    expect(hashAnnotations('EC2NodeClass', '123')).toEqual({
      'karpenter.k8s.aws/ec2nodeclass-hash': '123',
    });
  });

  it('is stale if another one has the same version', () => {
    expect(isStaleHash('v3-a', 'v3-b')).toBe(true);
    expect(isStaleHash('v3-a', 'v3-a')).toBe(false);
    expect(isStaleHash('v3-a', 'v4-b')).toBe(false);
  });

  it('of a NodePool is absent from a standalone NodeClaim', () => {
    const claim = { nodePool: null, nodePoolHash: '', nodeClassHash: 'kerf1-b' };
    expect(claimHashAnnotations(claim)).toEqual({
      'karpenter.k8s.aws/ec2nodeclass-hash': 'b',
      'karpenter.k8s.aws/ec2nodeclass-hash-version': 'kerf1',
    });
    const ofPool = { ...claim, nodePool: 'default', nodePoolHash: 'kerf1-a' };
    expect(claimHashAnnotations(ofPool)).toMatchObject({
      'karpenter.sh/nodepool-hash': 'a',
      'karpenter.sh/nodepool-hash-version': 'kerf1',
    });
  });
});
