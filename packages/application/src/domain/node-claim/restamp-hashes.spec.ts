import { aNodeClassDefinition, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { restampedHashes } from './restamp-hashes.js';

const named = { clusterId: 'clu_1', name: 'default' };
const definitions = {
  nodePools: [aNodePoolDefinition({ ...named, driftHash: 'kerf1-a' })],
  nodeClasses: [aNodeClassDefinition({ ...named, driftHash: 'kerf1-b' })],
};
const adopted = { nodePool: 'default', nodePoolHash: 'v3-1', nodeClassHash: 'v6-2' };
const current = { nodePoolHash: 'kerf1-a', nodeClassHash: 'kerf1-b' };

describe('6, 43: hashes of a NodeClaim with another version', () => {
  it('are replaced by those of the current definitions', () => {
    expect(restampedHashes(adopted, definitions, null)).toEqual(current);
    expect(restampedHashes(adopted, definitions, 'AMIDrift')).toEqual(current);
    const without = { ...adopted, nodePoolHash: '', nodeClassHash: '' };
    expect(restampedHashes(without, definitions, null)).toEqual(current);
  });

  it.each([
    ['NodePoolDrifted', { ...current, nodePoolHash: 'kerf1-v3-1' }],
    ['NodeClassDrift', { ...current, nodeClassHash: 'kerf1-v6-2' }],
  ])('stay different for a NodeClaim that has drifted: %s', (reason, hashes) => {
    expect(restampedHashes(adopted, definitions, reason)).toEqual(hashes);
  });

  it('stay if they have the current version, or no definition has one to replace them', () => {
    const own = { ...adopted, nodePoolHash: 'kerf1-old', nodeClassHash: 'kerf1-old' };
    expect(restampedHashes(own, definitions, null)).toBeNull();
    expect(restampedHashes(adopted, { ...definitions, nodePools: [] }, null)).toBeNull();
    expect(restampedHashes({ ...adopted, nodePool: null }, definitions, null)).toBeNull();
    expect(restampedHashes(adopted, { ...definitions, nodeClasses: [] }, null)).toEqual({
      nodePoolHash: 'kerf1-a',
      nodeClassHash: 'v6-2',
    });
  });
});
