import { aNodeClaimRecord, aNodePoolDefinition, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { objectContext } from './object-context.js';

const clusterId = 'clu_1';
const claim = aNodeClaimRecord({
  clusterId,
  id: 'ncl_1',
  nodeClass: 'first',
});
const pool = aNodePoolDefinition({ clusterId, name: 'default' });
const about = {
  pool,
  launchOptions: () => Promise.resolve(null),
  now: recordedAt,
  consistent: true,
  disruption: 'Empty',
} as const;

describe('objectContext', () => {
  it('has the EC2NodeClass that the NodePool references', () => {
    expect(objectContext(claim, about)).toEqual({
      launchOptions: about.launchOptions,
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
      drifted: null,
      consolidatableSince: null,
      consistent: true,
      disruption: 'Empty',
    });
  });

  it('has the EC2NodeClass of the NodeClaim without a NodePool', () => {
    expect(objectContext(claim, { ...about, pool: null })).toMatchObject({
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'first' },
      drifted: null,
    });
  });

  it('has the reason of the recorded drift', () => {
    const drift = { reason: 'AMIDrift', definitionHash: 'ami-2', since: 1 };
    expect(objectContext({ ...claim, drift }, about).drifted).toBe('AMIDrift');
  });
});
