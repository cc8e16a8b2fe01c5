import { invariant } from '@kerf/core';
import { aCachedNode, aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { reportedMemory } from './reported-memory.js';

const record = aNodeClaimRecord({ clusterId: 'clu_a', id: 'ncl_a', state: 'Registered' });
const { instance } = record;
invariant(instance !== null, 'a registered NodeClaim has an instance');
const claimIn = (state: NodeClaim['state'], imageId = 'ami-1'): NodeClaim => ({
  ...record,
  state,
  instance: { ...instance, instanceType: 'm5.large', imageId },
});
const reportedBy = (claim: NodeClaim, capacity: Readonly<Record<string, number>>) =>
  reportedMemory([aCachedNode({ providerId: instance.providerId, capacity })], [claim]);
const memory = { memory: 7_000 };

describe('reported memory', () => {
  it.each(['Registered', 'Initialized'] as const)(
    'is the capacity of a node in state %s',
    (state) => {
      expect(reportedBy(claimIn(state), memory)).toEqual([
        { instanceType: 'm5.large', imageId: 'ami-1', memoryBytes: 7_000 },
      ]);
    },
  );

  it.each(['Launched', 'Terminating'] as const)('leaves out a node in state %s', (state) => {
    expect(reportedBy(claimIn(state), memory)).toEqual([]);
  });

  it('leaves out nodes that report none, and those with an unknown image', () => {
    expect(reportedBy(claimIn('Registered'), { cpu: 2_000 })).toEqual([]);
    expect(reportedBy(claimIn('Registered', ''), memory)).toEqual([]);
    expect(reportedMemory([], [claimIn('Registered')])).toEqual([]);
  });
});
