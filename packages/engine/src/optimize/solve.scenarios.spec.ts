import { labelKeys } from '@kerf/core';
import {
  aDaemonSet,
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { verifyBound } from '../bound/verify-bound.js';
import type { SchedulingResult } from '../model/scheduling-result.js';
import { type SolveOptions, solve } from './solve.js';

const { hostname, zone, capacityType, instanceType } = labelKeys;

/** A type with this many CPUs and memory for all, at an on-demand price in one zone. */
const aType = (name: string, cores: number, price: number, at = 'zone-a') =>
  anInstanceType(name)
    .with({ milliCpu: cores * 1_000, memoryMib: 262_144, pods: 200 })
    .reserving({})
    .offered(anOffering(at, 'on-demand', price));

const cpus = (name: string, count: number) => aPod(name).requesting({ milliCpu: count * 1_000 });

/** Solves without a node charge, and checks the certificate of the bound. */
function solved(snapshot: SnapshotBuilder, options: SolveOptions = {}): SchedulingResult {
  const built = snapshot.build();
  const result = solve(built, { nodeChargeMicroUsdPerHour: 0, ...options });
  expect(verifyBound(built, result).isProved).toBe(true);
  return result;
}

/** The nodes as `type: pods`, in the order of their types. */
const nodesOf = ({ newNodeClaims }: SchedulingResult): readonly string[] =>
  newNodeClaims
    .map(({ expected, podUids }) => `${expected.instanceType}: ${[...podUids].sort().join(' ')}`)
    .sort();

const costOf = ({ cost }: SchedulingResult) => ({
  plan: cost?.planMicroUsdPerHour,
  bound: cost?.lowerBoundMicroUsdPerHour,
  method: cost?.method,
});

describe('solve', () => {
  it('needs nothing for no pods', () => {
    const result = solved(aSnapshot());
    expect(nodesOf(result)).toEqual([]);
    expect(costOf(result)).toEqual({ plan: 0, bound: 0, method: 'FirstFit' });
  });

  it('fills two nodes of ten where first-fit decreasing needs three', () => {
    const pods = [4, 3, 2, 2].map((count, index) => cpus(`p${index}`, count));
    const result = solved(
      aSnapshot()
        .withInstanceTypes(aType('ten', 10, 1_000))
        .withPods(cpus('five', 5), cpus('four', 4), ...pods),
    );
    expect(result.newNodeClaims).toHaveLength(2);
    expect(costOf(result)).toEqual({ plan: 2_000, bound: 2_000, method: 'Exhaustive' });
    expect(result.cost?.firstFitMicroUsdPerHour).toBe(3_000);
  });

  it('mixes types: a large node for most of the pods and a small one for the rest', () => {
    const result = solved(
      aSnapshot()
        .withInstanceTypes(aType('large', 8, 800), aType('small', 2, 220))
        .withPods(cpus('p', 2).times(5)),
    );
    expect(costOf(result)).toMatchObject({ plan: 1_020, bound: 1_020 });
    expect(result.newNodeClaims.map(({ podUids }) => podUids.length).sort((a, b) => a - b)).toEqual(
      [1, 4],
    );
  });

  it('prefers one node to two that cost as much, with a node charge', () => {
    const snapshot = aSnapshot()
      .withInstanceTypes(aType('two', 2, 200), aType('four', 4, 400))
      .withPods(cpus('p', 2).times(2));
    const charged = solved(snapshot, { nodeChargeMicroUsdPerHour: 1 });
    expect(nodesOf(charged)).toEqual(['four: p-1 p-2']);
    expect(charged.totalPriceMicroUsdPerHour).toBe(400);
    expect(charged.cost?.planMicroUsdPerHour).toBe(401);
  });

  it('uses the free capacity of nodes before new ones, which the bound leaves out', () => {
    const free = { cpu: 3_000, memory: 2 ** 38, pods: 50 };
    const result = solved(
      aSnapshot()
        .withInstanceTypes(aType('two', 2, 200))
        .withNodes(aNode('n').with({ capacity: free, allocatable: free }))
        .withPods(cpus('p', 2).times(2)),
    );
    expect(result.existingNodes).toMatchObject([{ nodeName: 'n', podUids: ['p-1'] }]);
    expect(costOf(result)).toMatchObject({ plan: 200, bound: 200 });
  });

  it('counts daemons on every new node', () => {
    const result = solved(
      aSnapshot()
        .withInstanceTypes(aType('four', 4, 400), aType('nine', 9, 850))
        .withDaemonSets(aDaemonSet('agent', cpus('agent', 1)))
        .withPods(cpus('p', 2).times(4)),
    );
    // A node of 9 has room for four pods of 2 beside the daemon; a node of 4 only for one.
    expect(nodesOf(result)).toEqual(['nine: p-1 p-2 p-3 p-4']);
    expect(costOf(result)).toMatchObject({ plan: 850, bound: 850 });
  });

  it('puts pods apart that have an anti-affinity over hosts, and fills their nodes with others', () => {
    const shy = cpus('shy', 1)
      .labelled({ app: 'shy' })
      .withAntiAffinityTo({ app: 'shy' }, hostname);
    const result = solved(
      aSnapshot()
        .withInstanceTypes(aType('four', 4, 400), aType('one', 1, 150))
        .withPods(shy.times(2), cpus('p', 3).times(2)),
    );
    expect(costOf(result)).toMatchObject({ plan: 800, bound: 800 });
    expect(result.newNodeClaims.map(({ podUids }) => podUids.length)).toEqual([2, 2]);
  });

  it('spreads pods over zones at the price of each zone', () => {
    const result = solved(
      aSnapshot()
        .withInstanceTypes(
          anInstanceType('t')
            .with({ milliCpu: 4_000, memoryMib: 65_536 })
            .reserving({})
            .offered(
              anOffering('zone-a', 'on-demand', 100),
              anOffering('zone-b', 'on-demand', 300),
            ),
        )
        .withPods(cpus('p', 2).labelled({ app: 'p' }).spreadOver(zone).times(2)),
    );
    expect(result.newNodeClaims.map(({ expected }) => expected.zone).sort()).toEqual([
      'zone-a',
      'zone-b',
    ]);
    // The bound ignores the spread: both pods fit on one node in the cheap zone.
    expect(costOf(result)).toMatchObject({ plan: 400, bound: 100 });
    expect(result.cost?.gapRatio).toBe(3);
  });

  it('does not choose a type that leaves a NodePool with too few types for minValues', () => {
    const pool = aNodePool().requiring(instanceType, 'Exists', [], 2);
    const result = solved(
      aSnapshot()
        .withNodePools(pool)
        .withInstanceTypes(aType('two', 2, 200), aType('four', 4, 380), aType('five', 5, 450))
        .withPods(cpus('p', 2).times(2)),
    );
    for (const { instanceTypes } of result.newNodeClaims)
      expect(instanceTypes.length).toBeGreaterThanOrEqual(2);
    expect(result.unschedulable).toEqual([]);
  });

  it('uses the NodePool of the highest weight, and another one for pods that it cannot take', () => {
    const result = solved(
      aSnapshot()
        .withNodePools(
          aNodePool('heavy').withWeight(10).requiring(zone, 'In', ['zone-a']),
          aNodePool('light'),
        )
        .withInstanceTypes(aType('a', 4, 400, 'zone-a'), aType('b', 4, 100, 'zone-b'))
        .withPods(cpus('p', 2), cpus('q', 2).selecting({ [zone]: 'zone-b' })),
    );
    expect(
      result.newNodeClaims.map(({ nodePool, expected }) => `${nodePool} ${expected.zone}`).sort(),
    ).toEqual(['heavy zone-a', 'light zone-b']);
    // The bound allows both pods on one node of the light NodePool.
    expect(costOf(result)).toMatchObject({ plan: 500, bound: 100 });
  });

  it('launches no more than the limit of the NodePool allows', () => {
    const result = solved(
      aSnapshot()
        .withNodePools(aNodePool().limitedTo({ milliCpu: 4_000 }))
        .withInstanceTypes(aType('two', 2, 200), aType('four', 4, 390))
        .withPods(cpus('p', 2).times(3)),
    );
    expect(result.unschedulable).toHaveLength(1);
    expect(result.newNodeClaims.flatMap(({ podUids }) => podUids)).toHaveLength(2);
  });

  it('takes spot where a pod allows it, and on-demand where it does not', () => {
    const result = solved(
      aSnapshot()
        .withNodePools(aNodePool().allowingAllCapacityTypes())
        .withInstanceTypes(
          anInstanceType('t')
            .with({ milliCpu: 2_000, memoryMib: 65_536 })
            .reserving({})
            .offered(anOffering('zone-a', 'on-demand', 100), anOffering('zone-a', 'spot', 40)),
        )
        .withPods(cpus('p', 2), cpus('q', 2).selecting({ [capacityType]: 'on-demand' })),
    );
    expect(costOf(result)).toMatchObject({ plan: 140, bound: 140 });
  });

  it('explains pods that fit nowhere, and leaves them out of the bound', () => {
    const result = solved(
      aSnapshot()
        .withInstanceTypes(aType('two', 2, 200))
        .withPods(cpus('p', 2), cpus('huge', 3)),
    );
    expect(result.unschedulable.map(({ podUid }) => podUid)).toEqual(['huge']);
    expect(costOf(result)).toMatchObject({ plan: 200, bound: 200 });
  });

  it('searches when there are too many possibilities, and proves how close it is', () => {
    const pods = [7, 6, 5, 4, 3, 2].flatMap((count) => cpus(`c${count}`, count).times(6));
    const snapshot = aSnapshot()
      .withInstanceTypes(aType('ten', 10, 1_000), aType('twelve', 12, 1_150))
      .withPods(pods);
    const result = solved(snapshot);
    const { cost } = result;
    expect(['Greedy', 'ColumnGeneration', 'LargeNeighborhoodSearch']).toContain(cost?.method);
    // 162 CPUs at 95.83 per CPU are 15,525 at least.
    expect(cost?.lowerBoundMicroUsdPerHour).toBeGreaterThanOrEqual(15_524);
    expect(cost?.gapRatio).toBeLessThan(0.05);
    expect(cost?.planMicroUsdPerHour).toBeLessThanOrEqual(cost?.firstFitMicroUsdPerHour ?? 0);
    expect(solved(snapshot)).toEqual(result);
  });

  it('stops at the deadline, with a complete plan', () => {
    const pods = [7, 6, 5, 4, 3, 2].flatMap((count) => cpus(`c${count}`, count).times(6));
    let calls = 0;
    const result = solved(
      aSnapshot()
        .withInstanceTypes(aType('ten', 10, 1_000))
        .withPods(pods),
      {
        searchMs: 10_000,
        isPastDeadline: () => {
          calls += 1;
          return calls > 3;
        },
      },
    );
    expect(calls).toBeGreaterThan(3);
    expect(result.unschedulable).toEqual([]);
    expect(result.newNodeClaims.flatMap(({ podUids }) => podUids)).toHaveLength(36);
  });
});
