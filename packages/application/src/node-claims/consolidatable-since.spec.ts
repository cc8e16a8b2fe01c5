import { aNodeClaimRecord, aNodePoolDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodePoolDefinition } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { consolidatableSince } from './consolidatable-since.js';

const clusterId = 'clu_1';
const second = 1_000;

function since(
  now: number,
  fields: Partial<NodeClaim> = {},
  {
    consolidateAfter = '30s',
    ...spec
  }: Partial<NodePoolDefinition['spec']> & {
    readonly consolidateAfter?: string;
  } = {},
) {
  const pool = aNodePoolDefinition({ clusterId, name: 'default' });
  const disruption = { ...pool.spec.disruption, consolidateAfter };
  return consolidatableSince(
    aNodeClaimRecord({
      clusterId,
      id: 'ncl_1',
      state: 'Initialized',
      initializedAt: 10 * second,
      ...fields,
    }),
    { ...pool, spec: { ...pool.spec, disruption, ...spec } },
    now,
  );
}

describe('105: a NodeClaim is consolidatable', () => {
  it('when consolidateAfter has elapsed since it was initialized', () => {
    expect(since(40 * second - 1)).toBeNull();
    expect(since(40 * second)).toBe(40 * second);
    expect(since(100 * second)).toBe(40 * second);
  });

  it('when it has elapsed since the last pod came or went', () => {
    const fields = { lastPodEventAt: 50 * second };
    expect(since(80 * second - 1, fields)).toBeNull();
    expect(since(80 * second, fields)).toBe(80 * second);
  });

  it('at once if consolidateAfter is 0s', () => {
    expect(since(10 * second, {}, { consolidateAfter: '0s' })).toBe(10 * second);
  });

  it('never in a NodePool that is not consolidated, or is static', () => {
    expect(since(100 * second, {}, { consolidateAfter: 'Never' })).toBeNull();
    expect(since(100 * second, {}, { replicas: 2 })).toBeNull();
  });

  it('only while it is initialized and has a NodePool', () => {
    expect(since(100 * second, { state: 'Registered' })).toBeNull();
    expect(since(100 * second, { state: 'Terminating' })).toBeNull();
    const claim = aNodeClaimRecord({ clusterId, id: 'ncl_1', state: 'Initialized' });
    expect(consolidatableSince(claim, null, 100 * second)).toBeNull();
  });
});
