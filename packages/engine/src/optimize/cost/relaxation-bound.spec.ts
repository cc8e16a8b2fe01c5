import { anInstanceType, anOffering, aPod, aSnapshot, type SnapshotBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { valueOf } from '../../testing/packing-models.js';
import { type Bound, countsAreEqual, findBound, strongestBound } from './relaxation-bound.js';

const type = anInstanceType('t')
  .with({ milliCpu: 10_000, memoryMib: 65_536, pods: 100 })
  .reserving({})
  .offered(anOffering('zone-a', 'on-demand', 1_000));

/** Pods of which one fits on a node, though a node has the CPU for 1.67 of them. */
const bulky = aPod().requesting({ milliCpu: 6_000, memoryMib: 128 });

function found(snapshot: SnapshotBuilder, nodeCharge = 0) {
  const problem = compileProblem(snapshot.withInstanceTypes(type).build());
  const plan = firstFit(problem);
  return { problem, plan, bound: findBound(problem, plan, nodeCharge) };
}

const boundOf = ({ model, values }: Pick<Bound, 'model' | 'values'>): number =>
  valueOf(
    model.itemTypes.map(({ demand }) => demand),
    values,
  );

describe('findBound', () => {
  it('bounds an empty plan by 0', () => {
    const { bound } = found(aSnapshot());
    expect(bound.items).toEqual([]);
    expect(bound.exact).toEqual({ plan: [], cost: 0 });
    expect(boundOf(strongestBound(bound, null))).toBe(0);
  });

  it('cuts pods in the relaxation and finds the optimum for few of them', () => {
    const { bound } = found(aSnapshot().withPods(bulky.times(5)));
    expect(boundOf({ ...bound, values: bound.relaxation.values })).toBeCloseTo(3_000);
    expect(bound.exact?.cost).toBe(5_000);
  });

  it('includes the node charge', () => {
    const { bound } = found(aSnapshot().withPods(bulky.times(5)), 100);
    expect(boundOf({ ...bound, values: bound.relaxation.values })).toBeCloseTo(3_300);
    expect(bound.exact?.cost).toBe(5_500);
  });

  it('leaves out pods without a node', () => {
    const { bound } = found(
      aSnapshot().withPods(bulky, aPod('huge').requesting({ milliCpu: 11_000 })),
    );
    expect(bound.items.map(({ count }) => count)).toEqual([1]);
  });
});

describe('countsAreEqual', () => {
  const { bound, plan, problem } = found(
    aSnapshot().withPods(bulky.times(2), aPod('small').times(3)),
  );

  it('is true for the plan that the bound was made for', () => {
    expect(countsAreEqual(bound, plan)).toBe(true);
  });

  it('is false for another number of pods of a group', () => {
    const fewer = bound.items.map((item) => ({ ...item, count: item.count + 1 }));
    expect(countsAreEqual({ ...bound, items: fewer }, plan)).toBe(false);
  });

  it('is false if a group has no pods on new nodes, or the bound lacks one', () => {
    expect(countsAreEqual(bound, { ...plan, claims: [] })).toBe(false);
    expect(countsAreEqual({ ...bound, items: bound.items.slice(1) }, plan)).toBe(false);
    const [first] = bound.items;
    const podGroup = problem.pods.find((queued) => queued.podGroup !== first?.podGroup)?.podGroup;
    expect(podGroup).toBeDefined();
    if (first === undefined || podGroup === undefined) return;
    const swapped = [first, { ...first, podGroup: { ...podGroup } }];
    expect(countsAreEqual({ ...bound, items: swapped }, plan)).toBe(false);
  });
});

describe('strongestBound', () => {
  it('has the dual prices of column generation for up to 20 pods', () => {
    const { bound } = found(aSnapshot().withPods(bulky.times(20)));
    const strongest = strongestBound(bound, null);
    expect(boundOf(strongest)).toBeCloseTo(20_000, 1);
    expect(strongest.multipliers).toHaveLength(bound.model.offerings.length);
    expect(strongest.exactCost).toBe(20_000);
  });

  it('has those of the relaxation for more pods without a search', () => {
    const { bound } = found(aSnapshot().withPods(bulky.times(21)));
    expect(boundOf(strongestBound(bound, null))).toBeCloseTo(12_600);
  });

  it('has those of a search, if they prove more', () => {
    const { bound } = found(aSnapshot().withPods(bulky.times(21)));
    const duals = {
      values: Float64Array.of(1_000),
      multipliers: [Float64Array.of(0, 0, 0)],
      lowerBound: 21_000,
    };
    expect(strongestBound(bound, duals)).toMatchObject({
      values: duals.values,
      multipliers: duals.multipliers,
    });
    const weak = { ...duals, lowerBound: 12_000 };
    expect(boundOf(strongestBound(bound, weak))).toBeCloseTo(12_600);
  });

  it('has no optimum, if the problem is too large for it', () => {
    const groups = Array.from({ length: 12 }, (_, index) =>
      aPod(`p${index}`).requesting({ milliCpu: 100 + index }),
    );
    const { bound } = found(aSnapshot().withPods(...groups));
    expect(bound.exact).toBeNull();
    expect(strongestBound(bound, null).exactCost).toBeNull();
  });
});
