import { noEvaluations } from '@kerf/engine';
import { aNodeClaimRecord, anInstanceType, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { ClusterMemory } from './cluster-memory.js';

const plan = {
  engineVersion: '1',
  commands: [],
  blocked: [],
  budgets: [],
  eligible: [],
  cursor: noEvaluations,
};

describe('a plan that is remembered', () => {
  it('is recalled for the same state of the same cluster, until its time is over', () => {
    const memory = new ClusterMemory();
    const of = { plan, stateDigest: 'a', evaluationsBefore: 0 };
    memory.plans.remember('clu_1', { ...of, validUntil: null });
    expect(memory.plans.recall('clu_1', 'a', 99)).toBeNull();
    memory.plans.remember('clu_1', { ...of, validUntil: 100 });
    expect(memory.plans.recall('clu_1', 'a', 99)).toBe(plan);
    expect(memory.plans.recall('clu_1', 'a', 100)).toBeNull();
    expect(memory.plans.recall('clu_1', 'b', 99)).toBeNull();
    expect(memory.plans.recall('clu_2', 'a', 99)).toBeNull();
    memory.forget('clu_1');
    expect(memory.plans.recall('clu_1', 'a', 99)).toBeNull();
  });
});

describe('instance types that are remembered', () => {
  const catalog = { region: 'us-east-1', fetchedAt: 0, onDemandPricesAt: null, instanceTypes: [] };
  const from = { nodeClass: 'a', catalog, rules: 'r', spotPrices: [], capacity: '' };
  const made = [anInstanceType('t1').build()];
  const others = [anInstanceType('t2').build()];

  function remembered(): ClusterMemory {
    const memory = new ClusterMemory();
    memory.catalog.instanceTypes('clu_1', from, () => made);
    return memory;
  }

  it('are made once while what they are made from stays', () => {
    const memory = remembered();
    expect(memory.catalog.instanceTypes('clu_1', from, () => others)).toBe(made);
    expect(memory.catalog.instanceTypes('clu_2', from, () => others)).toBe(others);
  });

  it.each([
    ['prices', { spotPrices: [] }],
    ['room', { capacity: 'm5.large' }],
  ])('are made from the last ones when only %s changed', (_, change) => {
    let previous: unknown = null;
    const again = remembered().catalog.instanceTypes('clu_1', { ...from, ...change }, (last) => {
      previous = last;
      return others;
    });
    expect(again).toBe(others);
    expect(previous).toBe(made);
  });

  it.each([
    ['the catalog', { catalog: { ...catalog } }],
    ['the rules', { rules: 'other' }],
  ])('are all made anew when %s changed', (_, change) => {
    let previous: unknown = null;
    remembered().catalog.instanceTypes('clu_1', { ...from, ...change }, (last) => {
      previous = last;
      return others;
    });
    expect(previous).toEqual([]);
  });
});

describe('a claim that is shown in its cluster', () => {
  it('has to be shown again once it has changed, or was forgotten', () => {
    const memory = new ClusterMemory();
    const claim = aNodeClaimRecord({ id: 'ncl_1', clusterId: 'clu_1', version: 2 });
    expect(memory.published.isShown(claim)).toBe(false);
    expect(memory.published.wasShown(claim)).toBe(false);
    memory.published.markShown(claim);
    expect(memory.published.isShown(claim)).toBe(true);
    expect(memory.published.isShown({ ...claim, version: 1 })).toBe(true);
    expect(memory.published.isShown({ ...claim, version: 3 })).toBe(false);
    expect(memory.published.wasShown({ ...claim, version: 3 })).toBe(true);
    memory.published.markShown({ ...claim, version: 3, state: 'Terminated' });
    expect(memory.published.isShown(claim)).toBe(false);
  });
});

describe('overlaid types that are remembered', () => {
  const list = [anInstanceType('t1').build()];
  const from = { nodeOverlays: [], pools: 'p', lists: [list] };
  const catalog = { instanceTypesByNodePool: {}, conflicts: [], reaches: [], made: new Map() };
  const other = { ...catalog };

  it.each([
    ['an overlay', { nodeOverlays: [] }],
    ['a pool', { pools: 'q' }],
    ['a type', { lists: [[...list]] }],
  ])('are made anew, with the last at hand, when %s changed', (_, change) => {
    const memory = new ClusterMemory();
    expect(memory.catalog.overlaid('clu_1', from, () => catalog)).toBe(catalog);
    expect(memory.catalog.overlaid('clu_1', { ...from }, () => other)).toBe(catalog);
    let previous: unknown = null;
    const again = memory.catalog.overlaid('clu_1', { ...from, ...change }, (last) => {
      previous = last;
      return other;
    });
    expect(again).toBe(other);
    expect(previous).toBe(catalog);
  });
});

describe('the gaps of a node class in the catalog of the region', () => {
  const catalog = { region: 'us-east-1', fetchedAt: 0, onDemandPricesAt: null, instanceTypes: [] };
  const from = { nodeClass: 'a', catalog, rules: 'r' };
  const made = { zones: ['us-east-1e'], instanceTypes: [] };
  const other = { zones: [], instanceTypes: [] };

  it('are computed once while catalog, class and rules stay', () => {
    const memory = new ClusterMemory();
    expect(memory.catalog.gaps('clu_1', from, () => made)).toBe(made);
    expect(memory.catalog.gaps('clu_1', { ...from }, () => other)).toBe(made);
    expect(memory.catalog.gaps('clu_2', from, () => other)).toBe(other);
    expect(memory.catalog.gaps('clu_1', { ...from, rules: 's' }, () => other)).toBe(other);
    const later = { ...from, catalog: { ...catalog } };
    expect(memory.catalog.gaps('clu_1', later, () => made)).toBe(made);
  });
});

describe('pods that are expected', () => {
  const expected = (wanted: number, existing: number) => {
    const owner = { ownerKind: 'ReplicaSet', ownerName: 'web', spec: aPod().spec() } as const;
    return [{ ...owner, wanted, existing, count: wanted - existing }];
  };

  it('are expected for 30 s while their controller makes no progress', () => {
    const memory = new ClusterMemory();
    expect(memory.nominations.retainExpected('clu_1', expected(9, 1), 0)).toHaveLength(1);
    expect(memory.nominations.retainExpected('clu_1', expected(9, 1), 29_999)).toHaveLength(1);
    expect(memory.nominations.retainExpected('clu_1', expected(9, 1), 30_000)).toEqual([]);
    expect(memory.nominations.retainExpected('clu_1', expected(9, 1), 90_000)).toEqual([]);
  });

  it.each([
    ['creates a pod', expected(9, 2)],
    ['is scaled up', expected(10, 1)],
  ])('are expected again when their controller %s', (_, changed) => {
    const memory = new ClusterMemory();
    memory.nominations.retainExpected('clu_1', expected(9, 1), 0);
    expect(memory.nominations.retainExpected('clu_1', changed, 40_000)).toEqual(changed);
    expect(memory.nominations.retainExpected('clu_1', changed, 69_999)).toEqual(changed);
    expect(memory.nominations.retainExpected('clu_1', changed, 70_000)).toEqual([]);
  });

  it('are not expected again when a Job replaces pods that have ended, as often as it does', () => {
    const memory = new ClusterMemory();
    memory.nominations.retainExpected('clu_1', expected(9, 3), 0);
    const later: [wanted: number, existing: number][] = [
      [9, 2],
      [9, 3],
      [8, 2],
      [8, 3],
      [7, 1],
      [7, 3],
    ];
    for (const [index, [wanted, existing]] of later.entries()) {
      const now = 30_000 + index * 1_000;
      expect(memory.nominations.retainExpected('clu_1', expected(wanted, existing), now)).toEqual(
        [],
      );
    }
    expect(memory.nominations.retainExpected('clu_1', expected(7, 4), 40_000)).toHaveLength(1);
  });

  it('are expected again after there were none', () => {
    const memory = new ClusterMemory();
    memory.nominations.retainExpected('clu_1', expected(9, 1), 0);
    memory.nominations.retainExpected('clu_1', [], 40_000);
    expect(memory.nominations.retainExpected('clu_1', expected(9, 1), 50_000)).toHaveLength(1);
  });
});
