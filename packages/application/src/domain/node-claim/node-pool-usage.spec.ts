import { aNodeClaimRecord, fakeInstanceTypes } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from './node-claim.js';
import { nodePoolUsage } from './node-pool-usage.js';

const aClaim = (id: string, fields: Partial<NodeClaim> = {}): NodeClaim =>
  aNodeClaimRecord({ clusterId: 'clu_1', id, ...fields });
const aRequest = (id: string, fields: Partial<NodeClaim> = {}): NodeClaim =>
  aClaim(id, { state: 'Requested', instance: null, ...fields });

const giB = 1024 ** 3;
const unlaunched = (names: Readonly<Record<string, readonly string[]>>) => ({
  optionNames: new Map(Object.entries(names)),
  instanceTypes: { default: fakeInstanceTypes },
});

describe('nodePoolUsage', () => {
  it('returns nothing for no NodeClaims', () => {
    expect(nodePoolUsage([])).toEqual(new Map());
  });

  it('adds up the capacity of the instances of each NodePool, and counts the nodes', () => {
    const usage = nodePoolUsage([
      aClaim('ncl_1'),
      aClaim('ncl_2'),
      aClaim('ncl_3', { nodePool: 'batch' }),
    ]);
    expect(usage).toEqual(
      new Map([
        ['default', { nodes: 2, cpu: 4_000, memory: 16_000 }],
        ['batch', { nodes: 1, cpu: 2_000, memory: 8_000 }],
      ]),
    );
  });

  it('leaves out standalone NodeClaims', () => {
    expect(nodePoolUsage([aClaim('ncl_1', { nodePool: null })])).toEqual(new Map());
  });

  it('counts an unlaunched NodeClaim with the largest amount of each resource of its types', () => {
    const usage = nodePoolUsage(
      [aRequest('ncl_1')],
      unlaunched({ ncl_1: ['c5.2xlarge', 'm5.xlarge'] }),
    );
    expect(usage.get('default')).toEqual({ nodes: 1, cpu: 8_000, memory: 16 * giB, pods: 58 });
  });

  it('adds unlaunched NodeClaims to those with an instance', () => {
    const usage = nodePoolUsage(
      [aClaim('ncl_1'), aRequest('ncl_2')],
      unlaunched({ ncl_2: ['c5.large'] }),
    );
    expect(usage.get('default')).toEqual({
      nodes: 2,
      cpu: 4_000,
      memory: 8_000 + 4 * giB,
      pods: 58,
    });
  });

  it.each([
    ['its types are not asked for', undefined],
    ['its options are not known', unlaunched({})],
    ['its types are no longer offered', unlaunched({ ncl_1: ['m4.large'] })],
    ['its NodePool has no types', { ...unlaunched({ ncl_1: ['c5.large'] }), instanceTypes: {} }],
  ])('counts an unlaunched NodeClaim only as a node when %s', (_what, types) => {
    expect(nodePoolUsage([aRequest('ncl_1')], types).get('default')).toEqual({ nodes: 1 });
  });
});
