import { aNodeClaimRecord, aNodeClassDefinition, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { driftOf } from './drift.js';
import type { NodeClaim } from './node-claim.js';

const now = 5_000;
const pool = aNodePoolDefinition({ clusterId: 'clu_1', name: 'default', driftHash: 'v3-pool' });
const nodeClass = aNodeClassDefinition({
  clusterId: 'clu_1',
  name: 'default',
  driftHash: 'v4-class',
});
const definitions = { nodePools: [pool], nodeClasses: [nodeClass] };

const aClaim = (fields: Partial<NodeClaim> = {}): NodeClaim =>
  aNodeClaimRecord({
    clusterId: 'clu_1',
    id: 'ncl_1',
    nodePoolHash: 'v3-pool',
    nodeClassHash: 'v4-class',
    ...fields,
  });

describe('driftOf', () => {
  it('returns null for a NodeClaim that matches its definitions', () => {
    expect(driftOf(aClaim(), definitions, now)).toBeNull();
  });

  it.each([
    ['its NodePool has changed', { nodePoolHash: 'v3-old' }, 'NodePoolDrifted', 'v3-pool'],
    ['its EC2NodeClass has changed', { nodeClassHash: 'v4-old' }, 'NodeClassDrift', 'v4-class'],
    [
      'both have changed: the NodePool comes first',
      { nodePoolHash: 'v3-old', nodeClassHash: 'v4-old' },
      'NodePoolDrifted',
      'v3-pool',
    ],
  ])('returns the reason and the time when %s', (_what, hashes, reason, definitionHash) => {
    expect(driftOf(aClaim(hashes), definitions, now)).toEqual({
      reason,
      definitionHash,
      since: now,
    });
  });

  it.each([
    ['without a NodePool', aClaim({ nodePool: null, nodeClassHash: 'v4-old' }), definitions],
    [
      'whose NodePool was deleted',
      aClaim({ nodePoolHash: 'v3-old' }),
      { ...definitions, nodePools: [] },
    ],
    [
      'whose EC2NodeClass was deleted',
      aClaim({ nodeClassHash: 'v4-old' }),
      { ...definitions, nodeClasses: [] },
    ],
    [
      'with hashes of other versions',
      aClaim({ nodePoolHash: 'v2-old', nodeClassHash: '' }),
      definitions,
    ],
  ])('finds no drift in a NodeClaim %s', (_what, claim, about) => {
    expect(driftOf(claim, about, now)).toBeNull();
  });

  it('compares with the EC2NodeClass that the NodePool references now', () => {
    const { template } = pool.spec;
    const nodeClassRef = { ...template.spec.nodeClassRef, name: 'gpu' };
    const moved = {
      ...pool,
      spec: { ...pool.spec, template: { ...template, spec: { ...template.spec, nodeClassRef } } },
    };
    const gpu = { ...nodeClass, name: 'gpu', driftHash: 'v4-gpu' };
    const about = { nodePools: [moved], nodeClasses: [nodeClass, gpu] };
    expect(driftOf(aClaim(), about, now)).toMatchObject({
      reason: 'NodeClassDrift',
      definitionHash: 'v4-gpu',
    });
  });

  it('keeps the time of a drift that is already recorded', () => {
    const drift = { reason: 'NodePoolDrifted', definitionHash: 'v3-pool', since: 1_000 };
    expect(driftOf(aClaim({ nodePoolHash: 'v3-old', drift }), definitions, now)).toBe(drift);
  });

  it.each([
    ['a later change of the definition', { reason: 'NodePoolDrifted', definitionHash: 'v3-mid' }],
    ['a drift for another reason', { reason: 'NodeClassDrift', definitionHash: 'v3-pool' }],
  ])('counts %s as a new drift', (_what, recorded) => {
    const drift = { ...recorded, since: 1_000 };
    expect(driftOf(aClaim({ nodePoolHash: 'v3-old', drift }), definitions, now)).toEqual({
      reason: 'NodePoolDrifted',
      definitionHash: 'v3-pool',
      since: now,
    });
  });

  it('forgets a recorded drift when the NodeClaim matches again', () => {
    const drift = { reason: 'NodePoolDrifted', definitionHash: 'v3-mid', since: 1_000 };
    expect(driftOf(aClaim({ drift }), definitions, now)).toBeNull();
  });
});
