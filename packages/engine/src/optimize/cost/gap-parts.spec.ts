import { invariant, labelKeys } from '@kerf/core';
import {
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { findNodeGaps } from './gap-parts.js';
import { measurePlan } from './measured-plan.js';
import { type Bound, findBound } from './relaxation-bound.js';

/** A type with this many CPUs and memory for all, with on-demand prices by zone. */
const aType = (name: string, cores: number, prices: Readonly<Record<string, number>>) =>
  anInstanceType(name)
    .with({ milliCpu: cores * 1_000, memoryMib: 65_536, pods: 100 })
    .reserving({})
    .offered(...Object.entries(prices).map(([at, price]) => anOffering(at, 'on-demand', price)));

const cpus = (name: string, count: number) => aPod(name).requesting({ milliCpu: count * 1_000 });

/** Dual prices by pod name, and of resources (CPU, pods, slots) by `type cost` of an offering. */
interface Duals {
  readonly pods: Readonly<Record<string, number>>;
  readonly offerings: Readonly<Record<string, readonly number[]>>;
}

/**
 * Returns the parts of the gap of the FirstFit plan at given dual prices, by the pods of each node:
 * dual prices, premium of the offering, unused capacity, premium of the placement.
 */
function gapsOf(
  snapshot: SnapshotBuilder,
  { pods, offerings }: Duals,
  change: (bound: Bound) => Bound = (bound) => bound,
): Readonly<Record<string, readonly number[]>> {
  const problem = compileProblem(snapshot.build());
  const plan = measurePlan(problem, firstFit(problem), {
    nodeCharge: 0,
    offeringSharePercent: 100,
  });
  const { model } = findBound(problem, plan.result, 0);
  const nameOf = new Map(problem.pods.map(({ pod, podGroup }) => [podGroup, pod.name]));
  const bound = change({
    model,
    values: Float64Array.from(model.itemTypes, ({ items }) => {
      const [item] = items;
      return pods[(item && nameOf.get(item.podGroup)) ?? ''] ?? 0;
    }),
    multipliers: model.offerings.map(({ template, type, cost }) => {
      const own = offerings[`${template.types[type]?.source.name ?? ''} ${cost}`];
      invariant(own !== undefined, 'each offering has dual prices');
      return Float64Array.from(own);
    }),
    exactCost: null,
  });
  const gaps = findNodeGaps(problem, bound, plan);
  return Object.fromEntries(
    plan.claims.map(({ claim }, index) => {
      const gap = gaps[index];
      invariant(gap !== undefined, 'each node has a gap');
      const parts = [
        gap.dualValueMicroUsdPerHour,
        gap.offeringPremiumMicroUsdPerHour,
        gap.unusedCapacityMicroUsdPerHour,
        gap.placementPremiumMicroUsdPerHour,
      ];
      const names = claim.pods.map(({ pod }) => pod.name).sort();
      return [names.join(' '), parts.map((part) => Number(part.toFixed(6)))];
    }),
  );
}

/** Two pods that need a node each, since both use a host port: a shared slot. */
const apart = aSnapshot()
  .withInstanceTypes(aType('five', 5, { 'zone-a': 600 }), aType('ten', 10, { 'zone-a': 1_000 }))
  .withPods(cpus('a', 6).onHostPort(80), cpus('b', 3).onHostPort(80));

describe('findNodeGaps', () => {
  it('prices the capacity of a node, and what its pods take of resources and slots', () => {
    const duals = {
      pods: { a: 400, b: 200 },
      // For the largest capacity: 10 CPUs.
      offerings: { 'ten 1000': [500, 0, 300], 'five 600': [400, 0, 100] },
    };
    expect(gapsOf(apart, duals)).toEqual({
      // Capacity 500 + 300; taken 0.6 × 500 + 300 = 600.
      a: [400, 1_000 - 800, 800 - 600, 600 - 400],
      // Capacity 0.5 × 400 + 100; taken 0.3 × 400 + 100 = 220.
      b: [200, 600 - 300, 300 - 220, 220 - 200],
    });
  });

  it('counts the value of pods above that of their requests as used, up to the cost of the node', () => {
    const duals = {
      pods: { a: 900, b: 250 },
      offerings: { 'ten 1000': [500, 0, 300], 'five 600': [400, 0, 100] },
    };
    expect(gapsOf(apart, duals)).toEqual({
      // The value of pod a is 300 above that of its requests: the ceiling would be 1,100, above the cost.
      a: [900, 0, 1_000 - 900, 0],
      // The value of pod b is 30 above that of its requests: the ceiling is 330. Pod a does not fit there.
      b: [250, 600 - 330, 330 - 250, 0],
    });
  });

  it('adds up the pods of one node', () => {
    const together = aSnapshot()
      .withInstanceTypes(aType('ten', 10, { 'zone-a': 1_000 }))
      .withPods(cpus('a', 6), cpus('b', 3));
    const duals = { pods: { a: 500, b: 400 }, offerings: { 'ten 1000': [800, 100] } };
    // The requests of pod a cost 0.6 × 800 + 1 = 481, 19 below its value; those of pod b 241, 159 below its value.
    // The ceiling is 900 for the capacity and these gains, so it is the cost of the node.
    expect(gapsOf(together, duals)).toEqual({
      'a b': [900, 0, 1_000 - (0.9 * 800 + 2 + 159 + 19), 0.9 * 800 + 2 + 159 + 19 - 900],
    });
  });

  it('counts no value for pods that the bound does not contain', () => {
    const duals = {
      pods: { a: 400, b: 200 },
      offerings: { 'ten 1000': [500, 0, 300], 'five 600': [400, 0, 100] },
    };
    const withoutB = (bound: Bound): Bound => ({
      ...bound,
      model: {
        ...bound.model,
        itemTypes: bound.model.itemTypes.map((itemType, index) =>
          bound.values[index] === 200 ? { ...itemType, items: [] } : itemType,
        ),
      },
    });
    // Its CPUs are still used: 0.3 × 400.
    expect(gapsOf(apart, duals, withoutB)['b']).toEqual([0, 600 - 300, 300 - 120, 120]);
  });

  it('takes the offering that the node is launched as, of several prices of its type', () => {
    const zonal = aSnapshot()
      .withInstanceTypes(aType('ten', 10, { 'zone-a': 1_000, 'zone-b': 900 }))
      .withPods(cpus('a', 6), cpus('c', 6).selecting({ [labelKeys.zone]: 'zone-a' }));
    const duals = {
      pods: { a: 390, c: 480 },
      offerings: { 'ten 900': [650, 0], 'ten 1000': [800, 0] },
    };
    expect(gapsOf(zonal, duals)).toEqual({
      a: [390, 900 - 650, 650 - 390, 0],
      c: [480, 1_000 - 800, 800 - 480, 0],
    });
  });

  it('takes the offering of the NodePool that the node belongs to', () => {
    const tainted = aNodePool('x').tainted({ key: 'x', value: '', effect: 'NoSchedule' });
    const pools = aSnapshot()
      .withNodePools(tainted, aNodePool('y').requiring(labelKeys.zone, 'In', ['zone-b']))
      .withInstanceTypes(
        aType('five', 5, { 'zone-a': 300 }),
        aType('ten', 10, { 'zone-a': 500, 'zone-b': 800 }),
      )
      .withPods(
        cpus('a', 6)
          .tolerating({ key: 'x' })
          .selecting({ [labelKeys.zone]: 'zone-a' }),
        cpus('b', 6),
      );
    const duals = {
      pods: { a: 240, b: 360 },
      offerings: { 'ten 500': [400, 0], 'ten 800': [600, 0], 'five 300': [300, 0] },
    };
    expect(gapsOf(pools, duals)).toEqual({
      a: [240, 500 - 400, 400 - 240, 0],
      b: [360, 800 - 600, 600 - 360, 0],
    });
  });

  it('takes the offering of the type that the node is launched as, of several that cost the same', () => {
    // Neither type dominates the other one: one has more CPUs, the other more memory.
    const memory = (name: string, cores: number, mib: number) =>
      anInstanceType(name)
        .with({ milliCpu: cores * 1_000, memoryMib: mib, pods: 100 })
        .reserving({})
        .offered(anOffering('zone-a', 'on-demand', 1_000));
    const types = aSnapshot()
      .withInstanceTypes(memory('cpu', 10, 10_000), memory('memory', 5, 40_000))
      .withPods(
        aPod('a').requesting({ milliCpu: 8_000, memoryMib: 10_000 }),
        aPod('b').requesting({ milliCpu: 4_000, memoryMib: 40_000 }),
      );
    const duals = {
      pods: { a: 400, b: 600 },
      // CPU for 10 CPUs; memory for 40,000 MiB.
      offerings: { 'cpu 1000': [500, 0], 'memory 1000': [0, 900] },
    };
    expect(gapsOf(types, duals)).toEqual({
      a: [400, 1_000 - 500, 500 - 400, 0],
      b: [600, 1_000 - 900, 0, 900 - 600],
    });
  });

  it('counts the value of pods above that of their requests only for as many pods as there are', () => {
    // Three pods of 3 CPUs would fit; there is one, whose value is 150 above that of its requests.
    const single = aSnapshot()
      .withInstanceTypes(aType('ten', 10, { 'zone-a': 1_000 }))
      .withPods(cpus('b', 3));
    const duals = { pods: { b: 300 }, offerings: { 'ten 1000': [500, 0] } };
    expect(gapsOf(single, duals)).toEqual({ b: [300, 1_000 - 650, 650 - 300, 0] });
  });

  it('is the premium of the offering alone, if another one dominates it', () => {
    const duals = {
      pods: { a: 400, b: 200 },
      offerings: { 'ten 1000': [500, 0, 300], 'five 600': [400, 0, 100] },
    };
    const withoutFive = (bound: Bound): Bound => {
      const isKept = (index: number): boolean => bound.model.offerings[index]?.cost !== 600;
      return {
        ...bound,
        model: {
          ...bound.model,
          offerings: bound.model.offerings.filter((_, index) => isKept(index)),
        },
        multipliers: bound.multipliers.filter((_, index) => isKept(index)),
      };
    };
    expect(gapsOf(apart, duals, withoutFive)).toEqual({
      a: [400, 1_000 - 800, 800 - 600, 600 - 400],
      b: [200, 600 - 200, 0, 0],
    });
  });

  it('adds up to the cost of each node, and has no parts without nodes', () => {
    const duals = {
      pods: { a: 400, b: 200 },
      offerings: { 'ten 1000': [500, 0, 300], 'five 600': [400, 0, 100] },
    };
    const totals = Object.values(gapsOf(apart, duals)).map((parts) =>
      parts.reduce((sum, part) => sum + part, 0),
    );
    expect(totals.toSorted((a, b) => a - b)).toEqual([600, 1_000]);
    const empty = aSnapshot().withInstanceTypes(aType('ten', 10, { 'zone-a': 1_000 }));
    expect(gapsOf(empty, { pods: {}, offerings: {} })).toEqual({});
  });
});
