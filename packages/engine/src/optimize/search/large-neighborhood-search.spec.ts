import { mulberry32 } from '@kerf/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aPackingModel,
  aPattern,
  countsOf,
  isFeasible,
  leftBy,
  offeringAt,
  optimalCost,
  smallPackingModels,
} from '../../testing/packing-models.js';
import { solveLpRelaxation } from '../linear-programs/lp-relaxation.js';
import type { PackingModel, Pattern } from '../packing/packing-model.js';
import { costOf, type PackingPlan } from '../packing/patterns.js';
import { WorkBudget } from '../work-budget.js';
import { searchLargeNeighborhoods } from './large-neighborhood-search.js';
import { NodeKnapsack } from './node-knapsack.js';

/** Improves a plan with dual prices of the LP relaxation. */
function improve(
  model: PackingModel,
  plan: PackingPlan,
  given: { readonly budgetMs?: number; readonly seed?: number; readonly target?: number } = {},
): PackingPlan {
  const budget = new WorkBudget(given.budgetMs ?? 20);
  return searchLargeNeighborhoods(model, new NodeKnapsack(model, budget), plan, {
    values: solveLpRelaxation(model, new WorkBudget(1_000)).values,
    budget,
    random: mulberry32(given.seed ?? 1),
    target: given.target ?? 0,
  });
}

/** Returns a plan with one node per pod, of the last offering. */
function onePerNode(model: PackingModel): PackingPlan {
  const offering = offeringAt(model, model.offerings.length - 1);
  return model.itemTypes.flatMap(({ demand }, itemType) => ({
    pattern: aPattern(
      offering,
      model.itemTypes.map((_, at) => (at === itemType ? 1 : 0)),
    ),
    nodes: demand,
  }));
}

const pairs = aPackingModel(
  [
    { demand: 6, request: [6] },
    { demand: 6, request: [4] },
  ],
  [{ cost: 10, capacity: [10] }],
);

/**
 * Returns random numbers for the choices of one iteration, and seeded ones afterwards: the number of
 * nodes to remove, the nodes drawn (one and three rivals each), the changes of dual prices, and the
 * first offerings.
 */
function drawing(
  among: number,
  {
    share,
    draws,
    changes = [0.5, 0.5],
  }: {
    readonly share: number;
    readonly draws: readonly (readonly number[])[];
    /** Changes by item type to place; 0.5 changes nothing. */
    readonly changes?: readonly number[];
  },
): () => number {
  const script = [share, ...draws.flat().map((node) => (node + 0.5) / among)];
  const rest = [...changes, 0, 0, 0, 0];
  const seeded = mulberry32(1);
  return () => script.shift() ?? rest.shift() ?? seeded();
}

/** Returns a draw of a node whose rivals are the node itself: no tournament. */
const only = (node: number): readonly number[] => [node, node, node, node];

/** Removes few nodes: the lowest number drawn is two. */
const two = 0;
/** Removes as many nodes as possible. */
const most = 0.999;

describe('one iteration of the search', () => {
  const model = aPackingModel(
    [{ demand: 16, request: [1] }],
    [
      { cost: 10, capacity: [8] },
      { cost: 30, capacity: [8] },
    ],
  );
  const [cheap, expensive] = [offeringAt(model, 0), offeringAt(model, 1)];

  /** Improves nodes with one pattern each until the plan costs no more than the target. */
  function iterate(
    patterns: readonly Pattern[],
    given: {
      readonly random: () => number;
      readonly target: number;
      readonly value?: number;
      readonly budget?: WorkBudget;
    },
  ): readonly Pattern[] {
    const budget = given.budget ?? new WorkBudget(1_000);
    const plan = searchLargeNeighborhoods(
      model,
      new NodeKnapsack(model, budget),
      patterns.map((pattern) => ({ pattern, nodes: 1 })),
      { ...given, values: Float64Array.of(given.value ?? 1.25), budget },
    );
    return plan.map(({ pattern }) => pattern);
  }

  it('removes of the nodes that are drawn those with the highest loss, and keeps the others', () => {
    // Full nodes lose nothing; those with three pods lose most of their cost.
    const full = [aPattern(cheap, [8]), aPattern(cheap, [8])];
    const half = [aPattern(cheap, [3]), aPattern(cheap, [3])];
    const draws = [
      [0, 0, 2, 1],
      [1, 3, 0, 0],
    ];
    const plan = iterate([...full, ...half], {
      random: drawing(4, { share: two, draws }),
      target: 30,
    });
    expect(plan.slice(0, 2)).toEqual(full);
    expect(plan[0]).toBe(full[0]);
    expect(plan[1]).toBe(full[1]);
    expect(plan.slice(2).map((pattern) => countsOf(model, pattern))).toEqual([[6]]);
  });

  it('measures the loss relative to the cost: an emptier cheap node before a fuller expensive one', () => {
    // Six pods have 7.50 of a node of 30: a loss of three quarters. One has 1.25 of a node of 10: seven
    // eighths.
    const expensiveNode = aPattern(expensive, [6]);
    const cheapNodes = [aPattern(cheap, [1]), aPattern(cheap, [1])];
    const draws = [
      [0, 1, 0, 0],
      [0, 2, 0, 0],
    ];
    const plan = iterate([expensiveNode, ...cheapNodes], {
      random: drawing(3, { share: two, draws }),
      target: 40,
    });
    expect(plan[0]).toBe(expensiveNode);
    expect(plan.slice(1).map((pattern) => countsOf(model, pattern))).toEqual([[2]]);
  });

  it('never prefers a node without cost, which cannot be improved', () => {
    // The pod on the free node has no dual price: its loss would be 1 less 0 divided by 0.
    const free = aPackingModel(
      [
        { demand: 1, request: [1] },
        { demand: 2, request: [1] },
      ],
      [
        { cost: 10, capacity: [2], admits: [1] },
        { cost: 0, capacity: [1], admits: [0] },
      ],
    );
    const nodes = [
      aPattern(offeringAt(free, 1), [1, 0]),
      aPattern(offeringAt(free, 0), [0, 1]),
      aPattern(offeringAt(free, 0), [0, 1]),
    ];
    const budget = new WorkBudget(1_000);
    const draws = [
      [1, 0, 0, 0],
      [0, 2, 0, 0],
    ];
    const random = drawing(3, { share: two, draws, changes: [0.5] });
    let drawn = 0;
    const plan = searchLargeNeighborhoods(
      free,
      new NodeKnapsack(free, budget),
      nodes.map((pattern) => ({ pattern, nodes: 1 })),
      {
        values: Float64Array.of(0, 5),
        budget,
        random: () => {
          drawn += 1;
          return random();
        },
        target: 10,
      },
    );
    expect(plan[0]?.pattern).toBe(nodes[0]);
    expect(costOf(plan)).toBe(10);
    // One iteration sufficed: a share, two draws of four, one change, four offerings.
    expect(drawn).toBe(14);
  });

  it('changes dual prices by up to 7.5 % up or down, so that iterations differ', () => {
    // The pods fill a node each; the one with the higher dual price is placed first.
    const pairOf = aPackingModel(
      [
        { demand: 1, request: [1] },
        { demand: 1, request: [1] },
      ],
      [
        { cost: 10, capacity: [1] },
        { cost: 30, capacity: [1] },
      ],
    );
    const orderWith = (...changes: readonly number[]) => {
      const budget = new WorkBudget(1_000);
      const nodes = [
        [1, 0],
        [0, 1],
      ].map((counts) => ({ pattern: aPattern(offeringAt(pairOf, 1), counts), nodes: 1 }));
      const plan = searchLargeNeighborhoods(pairOf, new NodeKnapsack(pairOf, budget), nodes, {
        values: Float64Array.of(10, 10.5),
        budget,
        random: drawing(2, { share: two, draws: [only(0), only(1)], changes }),
        target: 20,
      });
      return plan.map(({ pattern }) => countsOf(pairOf, pattern).indexOf(1));
    };
    expect(orderWith(0.5, 0.5)).toEqual([1, 0]);
    // 3.75 % more than 10 is less than 10.50, 7.5 % more is not.
    expect(orderWith(0.75, 0.5)).toEqual([1, 0]);
    expect(orderWith(0.999, 0.5)).toEqual([0, 1]);
    expect(orderWith(0.5, 0)).toEqual([0, 1]);
    expect(orderWith(0.999, 0.999)).toEqual([1, 0]);
  });

  it('removes two nodes at least and eight at most', () => {
    const single = Array.from({ length: 10 }, () => aPattern(cheap, [1]));
    const draws = Array.from({ length: 8 }, (_, node) => only(node));
    const few = iterate(single, {
      random: drawing(10, { share: two, draws: draws.slice(0, 2) }),
      target: 90,
    });
    expect(few.slice(0, 8)).toEqual(single.slice(2));
    expect(countsOf(model, few[8] ?? aPattern(cheap, []))).toEqual([2]);
    const many = iterate(single, { random: drawing(10, { share: most, draws }), target: 30 });
    expect(many[0]).toBe(single[8]);
    expect(many[1]).toBe(single[9]);
    expect(many.slice(2).map((pattern) => countsOf(model, pattern))).toEqual([[8]]);
  });

  it('removes fewer nodes if it draws the same one again: it draws four times per node', () => {
    const nodes = [aPattern(expensive, [1]), aPattern(expensive, [1])];
    const draws = Array.from({ length: 8 }, () => only(0));
    const plan = iterate(nodes, { random: drawing(2, { share: two, draws }), target: 40 });
    expect(plan[0]).toBe(nodes[1]);
    expect(plan[1]?.offering).toBe(cheap);
  });

  it('keeps the nodes if their pods cannot be placed again, as pods without value', () => {
    const nodes = [aPattern(expensive, [1]), aPattern(expensive, [1])];
    const plan = iterate(nodes, { random: mulberry32(1), target: 0, value: 0 });
    expect(plan).toEqual(nodes);
    expect(plan[0]).toBe(nodes[0]);
  });

  it('keeps the nodes if the new ones cost more', () => {
    // Greedily, the pod of 7 fills the small node, and the other one needs a second: 12.
    const trap = aPackingModel(
      [
        { demand: 1, request: [7] },
        { demand: 1, request: [4] },
      ],
      [
        { cost: 6, capacity: [7] },
        { cost: 11, capacity: [11] },
      ],
    );
    const best = aPattern(offeringAt(trap, 1), [1, 1]);
    expect(improve(trap, [{ pattern: best, nodes: 1 }])).toEqual([{ pattern: best, nodes: 1 }]);
  });

  it('takes other nodes that cost the same, which may lead to cheaper ones', () => {
    const nodes = [aPattern(cheap, [8]), aPattern(cheap, [8])];
    const plan = iterate(nodes, { random: mulberry32(1), target: 0 });
    expect(plan.map((pattern) => countsOf(model, pattern))).toEqual([[8], [8]]);
    expect(plan[0]).not.toBe(nodes[0]);
  });

  it('gives up after 200 iterations without improvement, and 20 more per node', () => {
    const workFor = (patterns: readonly Pattern[], value: number): number => {
      const budget = new WorkBudget(1_000);
      iterate(patterns, { random: mulberry32(1), target: -1, value, budget });
      return 1_000 - budget.leftMs;
    };
    // Each iteration counts 2,000 steps of the 90,000 per millisecond.
    expect(workFor([], 1)).toBeCloseTo((200 * 2_000) / 90_000, 6);
    const ten = Array.from({ length: 10 }, () => aPattern(cheap, [8]));
    const twenty = [...ten, ...ten];
    const [first, second] = [ten, twenty].map((patterns) => workFor(patterns, 0));
    expect(second ?? 0).toBeGreaterThan(1.3 * (first ?? 0));
  });
});

describe('searchLargeNeighborhoods', () => {
  it('joins nodes: pods of 6 and 4 that have a node each end up in pairs', () => {
    const plan = improve(pairs, onePerNode(pairs));
    expect(costOf(plan)).toBe(60);
    expect(leftBy(pairs, plan)).toEqual([0, 0]);
    expect(isFeasible(pairs, plan)).toBe(true);
  });

  it('replaces a node by one of a cheaper offering', () => {
    const model = aPackingModel(
      [{ demand: 1, request: [1] }],
      [
        { cost: 3, capacity: [1] },
        { cost: 10, capacity: [10] },
      ],
    );
    expect(costOf(improve(model, onePerNode(model)))).toBe(3);
  });

  it('returns the plan without a budget, as nodes of their own', () => {
    const pattern = aPattern(offeringAt(pairs, 0), [1, 1]);
    expect(improve(pairs, [{ pattern, nodes: 3 }], { budgetMs: 0 })).toEqual(
      Array.from({ length: 3 }, () => ({ pattern, nodes: 1 })),
    );
  });

  it('ends at the target', () => {
    const plan = onePerNode(pairs);
    expect(costOf(improve(pairs, plan, { target: 120 }))).toBe(120);
    const stopped = costOf(improve(pairs, plan, { target: 100 }));
    expect(stopped).toBeLessThanOrEqual(100);
  });

  it('ends without improvements before the budget is spent', () => {
    const budget = new WorkBudget(1_000);
    const pattern = aPattern(offeringAt(pairs, 0), [1, 1]);
    searchLargeNeighborhoods(pairs, new NodeKnapsack(pairs, budget), [{ pattern, nodes: 6 }], {
      values: Float64Array.of(6, 4),
      budget,
      random: mulberry32(1),
      target: 0,
    });
    expect(budget.leftMs).toBeGreaterThan(900);
  });

  it('finds nothing to do in an empty plan', () => {
    expect(improve(pairs, [])).toEqual([]);
  });

  it('does not change the plan that it is given', () => {
    const plan = onePerNode(pairs);
    improve(pairs, plan);
    expect(plan).toEqual(onePerNode(pairs));
  });

  it('returns the same plan for the same seed', () => {
    const first = improve(pairs, onePerNode(pairs), { seed: 7 });
    expect(improve(pairs, onePerNode(pairs), { seed: 7 })).toEqual(first);
  });

  it('costs no more than before, and still places all pods on nodes that hold them', () => {
    fc.assert(
      fc.property(smallPackingModels, fc.nat(1_000), (model, seed) => {
        const before = onePerNode(model);
        const plan = improve(model, before, { seed, budgetMs: 4 });
        expect(costOf(plan)).toBeLessThanOrEqual(costOf(before));
        expect(costOf(plan)).toBeGreaterThanOrEqual(optimalCost(model) ?? Infinity);
        expect(leftBy(model, plan).every((count) => count === 0)).toBe(true);
        expect(isFeasible(model, plan)).toBe(true);
      }),
      { seed: 20_261_127, numRuns: 40 },
    );
  });
});
