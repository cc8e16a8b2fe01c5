import { labelKeys } from '@kerf/core';
import { aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { PlannedNodeClaim } from '../../model/scheduling-result.js';
import { writeResult } from '../../plan/write-result.js';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { diversify } from './diversify.js';

/** Returns the NodeClaims of the FirstFit plan after its restriction to the share. */
function diversified(snapshot: ClusterSnapshot, sharePercent: number): readonly PlannedNodeClaim[] {
  const problem = compileProblem(snapshot);
  const plan = firstFit(problem);
  diversify(problem, plan, sharePercent);
  return writeResult(problem, plan, null).newNodeClaims;
}

/** Returns how many NodeClaims are launched first as each type in each zone: `type/zone`. */
function launches(claims: readonly PlannedNodeClaim[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { expected } of claims) {
    const text = `${expected.instanceType}/${expected.zone}`;
    counts[text] = (counts[text] ?? 0) + 1;
  }
  return counts;
}

/** An instance type that one pod of a CPU fills, with on-demand prices by zone. */
const aSmallType = (name: string, prices: Readonly<Record<string, number>>) =>
  anInstanceType(name)
    .with({ milliCpu: 1_100, memoryMib: 4_096 })
    .reserving({ milliCpu: 100 })
    .offered(
      ...Object.entries(prices).map(([zone, price]) => anOffering(zone, 'on-demand', price)),
    );

/** Pods that need a node each. */
const aSnapshotOf = (
  pods: number,
  ...types: readonly (readonly [string, Readonly<Record<string, number>>])[]
) =>
  aSnapshot()
    .withPods(aPod().requesting({ milliCpu: 1_000, memoryMib: 512 }).times(pods))
    .withInstanceTypes(...types.map(([name, prices]) => aSmallType(name, prices)));

describe('diversify', () => {
  it('leaves a plan without nodes unchanged', () => {
    expect(diversified(aSnapshot().build(), 10)).toEqual([]);
  });

  it('allows one node of an offering, however small the share', () => {
    const snapshot = aSnapshotOf(2, ['a', { 'zone-a': 100 }], ['b', { 'zone-a': 200 }]).build();
    expect(launches(diversified(snapshot, 1))).toEqual({ 'a/zone-a': 1, 'b/zone-a': 1 });
  });

  it('rounds the number of nodes down: 50 % of five nodes are two', () => {
    const snapshot = aSnapshotOf(
      5,
      ['a', { 'zone-a': 100 }],
      ['b', { 'zone-a': 200 }],
      ['c', { 'zone-a': 300 }],
    ).build();
    expect(launches(diversified(snapshot, 50))).toEqual({
      'a/zone-a': 2,
      'b/zone-a': 2,
      'c/zone-a': 1,
    });
  });

  it('takes the same type in another zone if that is the cheapest offering left', () => {
    const snapshot = aSnapshotOf(
      3,
      ['a', { 'zone-a': 100, 'zone-b': 110 }],
      ['b', { 'zone-a': 105, 'zone-b': 200 }],
    ).build();
    expect(launches(diversified(snapshot, 34))).toEqual({
      'a/zone-a': 1,
      'b/zone-a': 1,
      'a/zone-b': 1,
    });
  });

  it('counts the type that is launched first, if types of one zone have equal prices', () => {
    const snapshot = aSnapshotOf(
      6,
      ['a', { 'zone-a': 100 }],
      ['b', { 'zone-a': 100 }],
      ['c', { 'zone-a': 100 }],
    ).build();
    expect(launches(diversified(snapshot, 34))).toEqual({
      'a/zone-a': 2,
      'b/zone-a': 2,
      'c/zone-a': 2,
    });
  });

  it('distributes nodes over the zones of a type, if their prices are equal', () => {
    const snapshot = aSnapshotOf(6, ['a', { 'zone-a': 100, 'zone-b': 100, 'zone-c': 100 }]).build();
    expect(launches(diversified(snapshot, 34))).toEqual({
      'a/zone-a': 2,
      'a/zone-b': 2,
      'a/zone-c': 2,
    });
  });

  it('takes the zone with the fewest nodes among equal prices, also below the limit', () => {
    const prices = { 'zone-a': 100, 'zone-b': 100, 'zone-c': 100 };
    const snapshot = aSnapshotOf(3, ['a', prices]).build();
    expect(launches(diversified(snapshot, 99))).toEqual({
      'a/zone-a': 1,
      'a/zone-b': 1,
      'a/zone-c': 1,
    });
  });

  it('prefers a cheaper zone to one with fewer nodes', () => {
    const snapshot = aSnapshotOf(4, ['a', { 'zone-a': 100, 'zone-b': 101 }]).build();
    expect(launches(diversified(snapshot, 75))).toEqual({ 'a/zone-a': 3, 'a/zone-b': 1 });
  });

  it('takes no type that does not hold the pods, however cheap', () => {
    const tiny = anInstanceType('tiny')
      .with({ milliCpu: 500 })
      .offered(anOffering('zone-a', 'on-demand', 10));
    const snapshot = aSnapshotOf(2)
      .withInstanceTypes(
        tiny,
        aSmallType('a', { 'zone-a': 100 }),
        aSmallType('b', { 'zone-a': 200 }),
      )
      .build();
    expect(launches(diversified(snapshot, 50))).toEqual({ 'a/zone-a': 1, 'b/zone-a': 1 });
  });

  it('restricts each NodeClaim to one zone, and to types below the limit there', () => {
    const snapshot = aSnapshotOf(
      2,
      ['a', { 'zone-a': 100, 'zone-b': 300 }],
      ['b', { 'zone-a': 200, 'zone-b': 300 }],
    ).build();
    const claims = diversified(snapshot, 50);
    expect(claims.map(({ instanceTypes }) => instanceTypes.map(({ name }) => name))).toEqual([
      ['a', 'b'],
      ['b'],
    ]);
    for (const { instanceTypes, requirements } of claims) {
      expect(requirements.find(({ key }) => key === labelKeys.zone)?.values).toEqual(['zone-a']);
      const zones = instanceTypes.flatMap(({ offerings }) => offerings.map(({ zone }) => zone));
      expect(new Set(zones)).toEqual(new Set(['zone-a']));
    }
  });

  it('leaves NodeClaims unchanged that have no offering below the limit', () => {
    const snapshot = aSnapshotOf(3, ['only', { 'zone-a': 100 }]).build();
    const problem = compileProblem(snapshot);
    const [, ...others] = writeResult(problem, firstFit(problem), null).newNodeClaims;
    expect(diversified(snapshot, 10).slice(1)).toEqual(others);
  });

  it('keeps a zone that lets the NodeClaim satisfy minValues, though another one is cheaper', () => {
    const snapshot = aSnapshotOf(
      1,
      ['a', { 'zone-a': 100, 'zone-b': 200 }],
      ['b', { 'zone-b': 200 }],
    )
      .withNodePools(aNodePool().requiring(labelKeys.instanceType, 'Exists', [], 2))
      .build();
    expect(launches(diversified(snapshot, 50))).toEqual({ 'a/zone-b': 1 });
  });

  it('exceeds the limit rather than violate minValues', () => {
    const snapshot = aSnapshotOf(2, ['a', { 'zone-a': 100 }], ['b', { 'zone-a': 200 }])
      .withNodePools(aNodePool().requiring(labelKeys.instanceType, 'Exists', [], 2))
      .build();
    expect(launches(diversified(snapshot, 50))).toEqual({ 'a/zone-a': 2 });
  });

  it('ignores minValues if their policy is BestEffort', () => {
    const snapshot = aSnapshotOf(2, ['a', { 'zone-a': 100 }], ['b', { 'zone-a': 200 }])
      .withNodePools(aNodePool().requiring(labelKeys.instanceType, 'Exists', [], 2))
      .withSettings({ minValuesPolicy: 'BestEffort' })
      .build();
    expect(launches(diversified(snapshot, 50))).toEqual({ 'a/zone-a': 1, 'b/zone-a': 1 });
  });

  it('leaves NodeClaims with reserved capacity unchanged and does not count them', () => {
    const reserved = anOffering('zone-a', 'reserved', 10, {
      reservationId: 'cr-1',
      reservationCapacity: 1,
    });
    const pod = aPod().requesting({ milliCpu: 1_000, memoryMib: 512 });
    const snapshot = aSnapshot()
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withPods(pod.named('1'), pod.named('2').selecting({ [labelKeys.capacityType]: 'on-demand' }))
      .withInstanceTypes(
        anInstanceType('a')
          .with({ milliCpu: 1_100, memoryMib: 4_096 })
          .reserving({ milliCpu: 100 })
          .offered(reserved, anOffering('zone-a', 'on-demand', 100)),
        aSmallType('b', { 'zone-a': 200 }),
      )
      .build();
    const claims = diversified(snapshot, 50);
    expect(claims.map(({ expected }) => expected.capacityType).sort()).toEqual([
      'on-demand',
      'reserved',
    ]);
    expect(launches(claims)).toEqual({ 'a/zone-a': 2 });
  });

  it('keeps every offering within the share, if there are enough offerings', () => {
    const prices = fc.record({
      'zone-a': fc.integer({ min: 1, max: 3 }),
      'zone-b': fc.integer({ min: 1, max: 3 }),
    });
    const cases = fc.record({
      pods: fc.integer({ min: 1, max: 8 }),
      types: fc.array(prices, { minLength: 2, maxLength: 4 }),
    });
    fc.assert(
      fc.property(cases, ({ pods, types }) => {
        const offerings = 2 * types.length;
        const named = types.map((one, index) => [`t${index}`, one] as const);
        const snapshot = aSnapshotOf(pods, ...named).build();
        for (const percent of [25, 50, 99]) {
          const limit = Math.max(1, Math.floor((pods * percent) / 100));
          if (limit * offerings < pods) continue;
          const counts = Object.values(launches(diversified(snapshot, percent)));
          expect(Math.max(...counts)).toBeLessThanOrEqual(limit);
        }
      }),
      { seed: 20_261_127, numRuns: 40 },
    );
  });
});
