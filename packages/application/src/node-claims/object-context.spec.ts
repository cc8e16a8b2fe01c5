import { aNodeClaimRecord, aNodeClassDefinition, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { objectContext } from './object-context.js';

const clusterId = 'clu_1';
const claim = aNodeClaimRecord({
  clusterId,
  id: 'ncl_1',
  nodeClass: 'first',
  nodePoolHash: 'v3-a',
  nodeClassHash: 'v4-b',
});
const pool = aNodePoolDefinition({ clusterId, name: 'default', driftHash: 'v3-a' });
const about = {
  pool,
  nodeClasses: [aNodeClassDefinition({ clusterId, name: 'default', driftHash: 'v4-b' })],
  now: 1_000,
  launchOptions: () => Promise.resolve(null),
};

describe('objectContext', () => {
  it('has the EC2NodeClass that the NodePool references', () => {
    expect(objectContext(claim, about)).toEqual({
      launchOptions: about.launchOptions,
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      drifted: null,
    });
  });

  it('has the EC2NodeClass of the NodeClaim without a NodePool', () => {
    expect(objectContext(claim, { ...about, pool: null })).toMatchObject({
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'first' },
      drifted: null,
    });
  });

  it.each([
    ['its NodePool', { nodePoolHash: 'v3-old' }, 'NodePoolDrifted'],
    ['its EC2NodeClass', { nodeClassHash: 'v4-old' }, 'NodeClassDrift'],
  ])('has the reason of the drift from %s', (_what, hashes, reason) => {
    expect(objectContext({ ...claim, ...hashes }, about).drifted).toBe(reason);
  });
});
