import { aNodePool, anInstanceType, aPod, aSnapshot } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyBound } from '../../bound/verify-bound.js';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import { solve } from '../solve.js';

const hostname = 'kubernetes.io/hostname';

/** One to seven pods, some with anti-affinity to each other, and up to four types. */
const snapshots = fc
  .record({
    podGroups: fc.array(
      fc.record({
        halfCores: fc.integer({ min: 1, max: 7 }),
        halfGibs: fc.integer({ min: 1, max: 12 }),
        count: fc.integer({ min: 1, max: 3 }),
        isApart: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    types: fc.array(
      fc.record({
        cores: fc.constantFrom(2, 4, 8),
        gibPerCore: fc.constantFrom(1, 2, 4),
        microUsdPerCore: fc.integer({ min: 20_000, max: 60_000 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ podGroups, types }) =>
    aSnapshot()
      .withNodePools(aNodePool().allowingAllCapacityTypes())
      .withPods(
        ...podGroups.map(({ halfCores, halfGibs, count, isApart }, index) => {
          const app = `app-${index}`;
          const pod = aPod(app)
            .labelled({ app })
            .requesting({ milliCpu: halfCores * 500, memoryMib: halfGibs * 512 });
          return (isApart ? pod.withAntiAffinityTo({ app }, hostname) : pod).times(count);
        }),
      )
      .withInstanceTypes(
        ...types.map(({ cores, gibPerCore, microUsdPerCore }, index) =>
          anInstanceType(`t${index}`)
            .with({ milliCpu: cores * 1_000, memoryMib: cores * gibPerCore * 1_024 })
            .offeredAt({ microUsdPerHour: microUsdPerCore * cores, in: ['zone-a'] }),
        ),
      )
      .build(),
  );

/** Returns the lowest cost of nodes for all pods, by exhaustive search; `null` if one fits nowhere. */
function cheapest({ pods, instanceTypesByNodePool }: ClusterSnapshot): number | null {
  const types = Object.values(instanceTypesByNodePool).flat();
  const priceOf = (node: readonly number[]): number => {
    const specs = node.flatMap((index) => pods[index]?.spec ?? []);
    const isTogether = specs.some(
      (spec, index) =>
        spec.podAntiAffinity.required.length > 0 &&
        specs.some((other, at) => at !== index && other.key === spec.key),
    );
    if (isTogether) return Infinity;
    const fitting = types.filter(({ allocatable }) =>
      ['cpu', 'memory', 'pods'].every(
        (name) =>
          specs.reduce((sum, { requests }) => sum + (requests[name] ?? 0), 0) <=
          (allocatable[name] ?? 0),
      ),
    );
    const prices = fitting.flatMap(({ offerings }) =>
      offerings.map(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour ?? Infinity),
    );
    return Math.min(Infinity, ...prices);
  };
  let best = Infinity;
  const place = (index: number, nodes: readonly (readonly number[])[]): void => {
    if (index === pods.length) {
      best = Math.min(
        best,
        nodes.reduce((sum, node) => sum + priceOf(node), 0),
      );
      return;
    }
    nodes.forEach((node, at) => {
      const grown = [...node, index];
      if (priceOf(grown) < Infinity) place(index + 1, nodes.with(at, grown));
    });
    place(index + 1, [...nodes, [index]]);
  };
  place(0, []);
  return best === Infinity ? null : best;
}

describe('the plan of a small batch', () => {
  it('is optimal and proved', () => {
    fc.assert(
      fc.property(snapshots, (snapshot) => {
        const optimum = cheapest(snapshot);
        const result = solve(snapshot, { nodeChargeMicroUsdPerHour: 0 });
        fc.pre(optimum !== null);
        expect(result.unschedulable).toEqual([]);
        expect(result.cost?.lowerBoundMicroUsdPerHour).toBe(optimum);
        expect(result.totalPriceMicroUsdPerHour).toBe(optimum);
        expect(verifyBound(snapshot, result).isProved).toBe(true);
      }),
      { seed: 20_260_102, numRuns: 60 },
    );
  });
});
