import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ClusterMemory } from './cluster-memory.js';

const plan = { engineVersion: '1', commands: [], blocked: [], budgets: [] };

describe('a plan that is remembered', () => {
  it('is recalled for the same state of the same cluster, until its time is over', () => {
    const memory = new ClusterMemory();
    memory.rememberPlan('clu_1', { plan, stateDigest: 'a', validUntil: 100 });
    expect(memory.recallPlan('clu_1', 'a', 99)).toBe(plan);
    expect(memory.recallPlan('clu_1', 'a', 100)).toBeNull();
    expect(memory.recallPlan('clu_1', 'b', 99)).toBeNull();
    expect(memory.recallPlan('clu_2', 'a', 99)).toBeNull();
    memory.forget('clu_1');
    expect(memory.recallPlan('clu_1', 'a', 99)).toBeNull();
  });
});

describe('a claim that is shown in its cluster', () => {
  it('has to be shown again once it has changed, or was forgotten', () => {
    const memory = new ClusterMemory();
    const claim = aNodeClaimRecord({ id: 'ncl_1', clusterId: 'clu_1', version: 2 });
    expect(memory.isShown(claim)).toBe(false);
    memory.noteShown(claim);
    expect(memory.isShown(claim)).toBe(true);
    expect(memory.isShown({ ...claim, version: 1 })).toBe(true);
    expect(memory.isShown({ ...claim, version: 3 })).toBe(false);
    memory.noteShown({ ...claim, version: 3, state: 'Terminated' });
    expect(memory.isShown(claim)).toBe(false);
  });
});
