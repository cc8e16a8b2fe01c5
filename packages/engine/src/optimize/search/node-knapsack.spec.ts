import { describe, expect, it } from 'vitest';
import { allOf, bestValue, fill, limitsOf } from '../../testing/fill-node.js';
import { aPackingModel, offeringAt } from '../../testing/packing-models.js';
import type { PackingModel } from '../packing/packing-model.js';
import { WorkBudget } from '../work-budget.js';
import { maxFitting, NodeKnapsack, patternValueCeiling } from './node-knapsack.js';

const plenty = (): WorkBudget => new WorkBudget(1_000);

describe('maxFitting', () => {
  const model = aPackingModel(
    [
      { demand: 9, request: [3, 1] },
      { demand: 9, request: [0, 0] },
      { demand: 9, request: [11, 0] },
    ],
    [{ cost: 1, capacity: [10, 2] }],
  );
  const offering = offeringAt(model, 0);
  const maxCounts = Float64Array.of(9, 9, 9);

  it('is limited by the scarcest resource', () => {
    expect(maxFitting(model, offering, 0, { maxCounts })).toBe(2);
  });

  it('is limited by the maximum number of pods', () => {
    expect(maxFitting(model, offering, 0, { maxCounts: Float64Array.of(1, 9, 9) })).toBe(1);
  });

  it('is the maximum number of pods, if they request nothing', () => {
    expect(maxFitting(model, offering, 1, { maxCounts })).toBe(9);
  });

  it('is 0 if one pod is larger than the node, or none is allowed', () => {
    expect(maxFitting(model, offering, 2, { maxCounts })).toBe(0);
    expect(maxFitting(model, offering, 0, { maxCounts: new Float64Array(3) })).toBe(0);
  });

  it('counts the pods of a node and extended resources like CPU and memory', () => {
    // Milli-CPU, MiB, pods, GPUs. A node without GPUs takes pods that request none.
    const mixed = aPackingModel(
      [
        { demand: 99, request: [250, 512, 1, 0] },
        { demand: 99, request: [250, 512, 1, 1] },
      ],
      [
        { cost: 1, capacity: [4_000, 16_384, 10, 0] },
        { cost: 1, capacity: [4_000, 4_096, 10, 2] },
      ],
    );
    const none = { maxCounts: limitsOf(mixed) };
    expect(maxFitting(mixed, offeringAt(mixed, 0), 0, none)).toBe(10);
    expect(maxFitting(mixed, offeringAt(mixed, 0), 1, none)).toBe(0);
    expect(maxFitting(mixed, offeringAt(mixed, 1), 0, none)).toBe(8);
    expect(maxFitting(mixed, offeringAt(mixed, 1), 1, none)).toBe(2);
  });
});

describe('the relaxed pattern of a node', () => {
  it('considers only item types that are given, admitted and fit', () => {
    const model = aPackingModel(
      [
        { demand: 2, request: [1] },
        { demand: 2, request: [1] },
        { demand: 2, request: [20] },
        { demand: 2, request: [1] },
      ],
      [{ cost: 1, capacity: [10], admits: [0, 2, 3] }],
    );
    const relaxed = new NodeKnapsack(model, plenty()).relax(
      offeringAt(model, 0),
      Float64Array.of(1, 1, 1, 1),
      { maxCounts: limitsOf(model), among: Int32Array.of(0, 1, 2) },
    );
    expect([...relaxed.itemTypes]).toEqual([0]);
    expect([...relaxed.counts]).toEqual([2]);
    expect(relaxed.dualValue).toBe(2);
  });

  it('is empty if nothing fits', () => {
    const model = aPackingModel([{ demand: 1, request: [5] }], [{ cost: 1, capacity: [4] }]);
    const { relaxed, counts, value } = fill(model, offeringAt(model, 0), [7]);
    expect(relaxed.itemTypes).toHaveLength(0);
    expect(relaxed.dualValue).toBe(0);
    expect(counts).toEqual([0]);
    expect(value).toBe(0);
  });

  it('cuts a pod if whole ones do not use up the node, and rounds its number down', () => {
    // One pod of 4 leaves 7 of 11: two and a third of the others.
    const model = aPackingModel(
      [
        { demand: 1, request: [4] },
        { demand: 9, request: [3] },
      ],
      [{ cost: 1, capacity: [11] }],
    );
    const { relaxed } = fill(model, offeringAt(model, 0), [6, 3]);
    expect([...relaxed.counts]).toEqual([1, 2]);
    expect(relaxed.dualValue).toBeCloseTo(6 + 7);
  });

  it('allows no more pods of an item type than fit on the node alone: it cuts none of a single type', () => {
    const model = aPackingModel([{ demand: 9, request: [4] }], [{ cost: 1, capacity: [10] }]);
    const { relaxed } = fill(model, offeringAt(model, 0), [8]);
    expect([...relaxed.counts]).toEqual([2]);
    expect(relaxed.dualValue).toBe(2 * 8);
  });

  it('prices the resource that limits the node, for its largest capacity, and no other one', () => {
    // One more CPU holds a third of a pod of value 3. The largest offering has 20 CPUs; memory is left.
    const model = aPackingModel(
      [
        { demand: 1, request: [4, 1] },
        { demand: 9, request: [3, 1] },
      ],
      [
        { cost: 1, capacity: [11, 64] },
        { cost: 1, capacity: [20, 64] },
      ],
    );
    const { relaxed } = fill(model, offeringAt(model, 0), [6, 3]);
    expect([...relaxed.multipliers].map((price) => Number(price.toFixed(6)))).toEqual([20, 0]);
  });

  it('does not depend on the nodes that the same instance solved before', () => {
    const model = aPackingModel(
      [
        { demand: 9, request: [1] },
        { demand: 9, request: [3] },
      ],
      [
        { cost: 1, capacity: [12], admits: [1] },
        { cost: 1, capacity: [4], admits: [0] },
      ],
    );
    const knapsack = new NodeKnapsack(model, plenty());
    const task = { maxCounts: limitsOf(model), among: allOf(model) };
    const relaxed = [0, 1, 0].map((index) =>
      knapsack.relax(offeringAt(model, index), Float64Array.of(1, 5), task),
    );
    expect(relaxed.map(({ dualValue }) => dualValue)).toEqual([20, 4, 20]);
    expect(relaxed.map(({ counts }) => [...counts])).toEqual([[4], [4], [4]]);
  });
});

describe('the packed pattern of a node', () => {
  it('fills the node with the item type of the highest value per request', () => {
    const model = aPackingModel(
      [
        { demand: 9, request: [3] },
        { demand: 9, request: [2] },
      ],
      [{ cost: 1, capacity: [8] }],
    );
    expect(fill(model, offeringAt(model, 0), [3, 4])).toMatchObject({ counts: [0, 4], value: 16 });
  });

  it('uses capacity that the rounded relaxation leaves: two of one pod beat one of the other', () => {
    // The relaxation prefers 8/5 pods of 5 at 9; rounded down that leaves 3. Two of 4 have the value 14.
    const model = aPackingModel(
      [
        { demand: 9, request: [5] },
        { demand: 9, request: [4] },
      ],
      [{ cost: 1, capacity: [8] }],
    );
    expect(fill(model, offeringAt(model, 0), [9, 7])).toMatchObject({ counts: [0, 2], value: 14 });
  });

  it('keeps to the maximum number of pods of each item type', () => {
    const model = aPackingModel(
      [
        { demand: 9, request: [1], maxPerNode: 2 },
        { demand: 9, request: [1] },
      ],
      [{ cost: 1, capacity: [8] }],
    );
    expect(fill(model, offeringAt(model, 0), [5, 1])).toMatchObject({ counts: [2, 6], value: 16 });
    const maxCounts = [1, 3];
    expect(fill(model, offeringAt(model, 0), [5, 1], { maxCounts })).toMatchObject({
      counts: [1, 3],
      value: 8,
    });
  });

  it('leaves out item types without value', () => {
    const model = aPackingModel(
      [
        { demand: 9, request: [1] },
        { demand: 9, request: [1] },
      ],
      [{ cost: 1, capacity: [4] }],
    );
    expect(fill(model, offeringAt(model, 0), [0, 1])).toMatchObject({ counts: [0, 4], value: 4 });
    expect(fill(model, offeringAt(model, 0), [0, 0])).toMatchObject({ counts: [0, 0], value: 0 });
  });

  it('leaves out item types without value although they would fit beside the others', () => {
    const model = aPackingModel(
      [
        { demand: 9, request: [5, 0] },
        { demand: 9, request: [4, 0] },
        { demand: 9, request: [0, 1] },
      ],
      [{ cost: 1, capacity: [8, 9] }],
    );
    expect(fill(model, offeringAt(model, 0), [9, 7, 0])).toMatchObject({ counts: [0, 2, 0] });
  });

  it('lists only item types of which a pod is on the node', () => {
    const model = aPackingModel(
      [
        { demand: 1, request: [8] },
        { demand: 9, request: [2] },
      ],
      [{ cost: 1, capacity: [8] }],
    );
    const values = Float64Array.of(1, 4);
    const maxCounts = limitsOf(model);
    const knapsack = new NodeKnapsack(model, plenty());
    const relaxed = knapsack.relax(offeringAt(model, 0), values, {
      maxCounts,
      among: allOf(model),
    });
    const { pattern } = knapsack.pack(offeringAt(model, 0), {
      values,
      maxCounts,
      relaxed,
      evaluations: 9,
    });
    expect([...relaxed.itemTypes]).toEqual([0, 1]);
    expect([...pattern.itemTypes]).toEqual([1]);
    expect([...pattern.counts]).toEqual([4]);
    expect(pattern.offering).toBe(offeringAt(model, 0));
  });

  it('fits pods that request nothing of a resource that is used up', () => {
    const model = aPackingModel(
      [
        { demand: 2, request: [4, 1] },
        { demand: 3, request: [0, 1] },
      ],
      [{ cost: 1, capacity: [8, 9] }],
    );
    expect(fill(model, offeringAt(model, 0), [9, 1])).toMatchObject({ counts: [2, 3], value: 21 });
  });

  it('does not change the capacity of the offering', () => {
    const model = aPackingModel([{ demand: 9, request: [3] }], [{ cost: 1, capacity: [8] }]);
    fill(model, offeringAt(model, 0), [1]);
    expect([...offeringAt(model, 0).capacity]).toEqual([8]);
  });

  describe('with a single evaluation', () => {
    const first = (model: PackingModel, prices: readonly number[]) =>
      fill(model, offeringAt(model, 0), prices, { evaluations: 1 });

    it('mixes pods as the relaxation does, and fills up what rounding down leaves', () => {
      // CPU and memory of 10 each. The relaxation has 10/3 pods of both kinds; rounded down they
      // leave room for the small pod. Only pods of the first kind would have the value 15.
      const model = aPackingModel(
        [
          { demand: 9, request: [2, 1] },
          { demand: 9, request: [1, 2] },
          { demand: 1, request: [1, 1] },
        ],
        [{ cost: 1, capacity: [10, 10] }],
      );
      expect(first(model, [3, 3, 1])).toMatchObject({ counts: [3, 3, 1], value: 19 });
    });

    it('takes the highest value per weighted request first, not the highest value', () => {
      // The first pod has a value of 1.1 per CPU, the others 1. Without it, two of them would fit.
      const model = aPackingModel(
        [
          { demand: 1, request: [2, 0] },
          { demand: 9, request: [5, 1] },
        ],
        [{ cost: 1, capacity: [11, 50] }],
      );
      expect(first(model, [2.2, 5])).toMatchObject({ counts: [1, 1], value: 7.2 });
      expect(fill(model, offeringAt(model, 0), [2.2, 5])).toMatchObject({
        counts: [0, 2],
        value: 10,
      });
    });

    it('weighs requests by what limits the node: memory that is left over weighs nothing', () => {
      // Per CPU, the second kind has more value, whatever it requests of memory.
      const model = aPackingModel(
        [
          { demand: 9, request: [5, 1] },
          { demand: 1, request: [2, 40] },
        ],
        [{ cost: 1, capacity: [11, 90] }],
      );
      expect(first(model, [5, 2.2])).toMatchObject({ counts: [1, 1], value: 7.2 });
    });

    it('places the largest of pods with equal value per request first, so that small ones fill up', () => {
      // Three pods of 4 leave 1 of 13; the pod of 5 and two of 4 leave nothing.
      const model = aPackingModel(
        [
          { demand: 9, request: [4] },
          { demand: 1, request: [5] },
        ],
        [{ cost: 1, capacity: [13] }],
      );
      expect(first(model, [4, 5])).toMatchObject({ counts: [2, 1], value: 13 });
    });
  });

  describe('with more evaluations', () => {
    /** Returns how much work, in ms, the completion of the relaxed pattern takes. */
    function workOf(model: PackingModel, prices: readonly number[], evaluations: number): number {
      const budget = plenty();
      const knapsack = new NodeKnapsack(model, budget);
      const values = Float64Array.from(prices);
      const maxCounts = limitsOf(model);
      const relaxed = knapsack.relax(offeringAt(model, 0), values, {
        maxCounts,
        among: allOf(model),
      });
      const { leftMs } = budget;
      knapsack.pack(offeringAt(model, 0), { values, maxCounts, relaxed, evaluations });
      return leftMs - budget.leftMs;
    }

    /** Only the combination of 3 × 7 and 2 × 5 uses all of 31; the densest pods are those of 9. */
    const hard = aPackingModel(
      [
        { demand: 9, request: [9] },
        { demand: 9, request: [7] },
        { demand: 9, request: [5] },
      ],
      [{ cost: 1, capacity: [31] }],
    );
    const prices = [9.03, 7.01, 5];

    it('finds a better pattern the more of them there are, and stops at the limit', () => {
      const valueAfter = (evaluations: number): number =>
        fill(hard, offeringAt(hard, 0), prices, { evaluations }).value;
      const values = [1, 2, 4, 8, 1_000].map(valueAfter);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      expect(valueAfter(1)).toBeLessThan(valueAfter(1_000));
      expect(valueAfter(1_000)).toBe(
        bestValue(hard, offeringAt(hard, 0), Float64Array.from(prices)),
      );
    });

    it('spends more work', () => {
      expect(workOf(hard, prices, 1_000)).toBeGreaterThan(workOf(hard, prices, 1));
    });

    it('cuts off branches that cannot exceed the best value, which costs next to nothing', () => {
      // The first pattern uses all capacity at the best price: no other one can be better.
      const full = aPackingModel(
        Array.from({ length: 6 }, () => ({ demand: 9, request: [2] })),
        [{ cost: 1, capacity: [12] }],
      );
      const equal = [2, 2, 2, 2, 2, 2];
      expect(workOf(full, equal, 1_000)).toBe(workOf(full, equal, 1));
      expect(fill(full, offeringAt(full, 0), equal).value).toBe(12);
    });
  });

  it('spends work from the budget', () => {
    const model = aPackingModel([{ demand: 9, request: [1] }], [{ cost: 1, capacity: [8] }]);
    const budget = plenty();
    const knapsack = new NodeKnapsack(model, budget);
    const values = Float64Array.of(1);
    const maxCounts = limitsOf(model);
    const relaxed = knapsack.relax(offeringAt(model, 0), values, {
      maxCounts,
      among: allOf(model),
    });
    const afterRelaxing = budget.leftMs;
    expect(afterRelaxing).toBeLessThan(1_000);
    knapsack.pack(offeringAt(model, 0), { values, maxCounts, relaxed, evaluations: 10 });
    expect(budget.leftMs).toBeLessThan(afterRelaxing);
  });
});

describe('the work of a relaxation', () => {
  const manyTypes = aPackingModel(
    Array.from({ length: 6 }, () => ({ demand: 2, request: [1, 1] })),
    [{ cost: 1, capacity: [20, 20] }],
  );

  /** Returns the work, in ms, of a node that may hold the given number of item types. */
  function workFor(model: PackingModel, itemTypes: number): number {
    const budget = plenty();
    new NodeKnapsack(model, budget).relax(
      offeringAt(model, 0),
      Float64Array.from(model.itemTypes, () => 1),
      { maxCounts: limitsOf(model), among: allOf(model).subarray(0, itemTypes) },
    );
    return 1_000 - budget.leftMs;
  }

  it('is spent even if no item type is given', () => {
    expect(workFor(manyTypes, 0)).toBeGreaterThan(0);
  });

  it('grows faster than the number of item types, as steps and their length do', () => {
    const [none, three, six] = [0, 3, 6].map((count) => workFor(manyTypes, count));
    expect((six ?? 0) - (none ?? 0)).toBeGreaterThan(2 * ((three ?? 0) - (none ?? 0)));
  });
});

describe('patternValueCeiling', () => {
  const model = aPackingModel(
    [
      { demand: 9, request: [2] },
      { demand: 3, request: [1] },
    ],
    [
      { cost: 1, capacity: [8] },
      { cost: 1, capacity: [4], admits: [1] },
    ],
  );
  const ceiling = (index: number, prices: readonly number[], multiplier: number): number =>
    patternValueCeiling(model, offeringAt(model, index), {
      values: Float64Array.from(prices),
      maxCounts: limitsOf(model),
      multipliers: Float64Array.of(multiplier),
    });

  it('is the dual price of the capacity, if no pod has a higher value than its requests', () => {
    expect(ceiling(0, [2, 1], 8)).toBe(8);
    // Half of the largest capacity.
    expect(ceiling(1, [2, 1], 8)).toBe(4);
  });

  it('adds the value of pods above that of their requests, as often as they fit', () => {
    // Pods of 2 have the value 5, their requests 2: four fit. Pods of 1: 3 of them, 1 above each.
    expect(ceiling(0, [5, 2], 8)).toBe(8 + 4 * 3 + 3 * 1);
  });

  it('is the value of all pods that fit one by one, if resources have no price', () => {
    expect(ceiling(0, [5, 2], 0)).toBe(4 * 5 + 3 * 2);
  });

  it('ignores item types that the offering does not admit', () => {
    expect(ceiling(1, [100, 2], 8)).toBe(4 + 3 * 1);
  });
});
