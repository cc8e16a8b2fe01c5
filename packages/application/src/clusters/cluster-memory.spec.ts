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
