import { aNodePool, anInstanceType, anOffering, aPod, aSnapshot } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyBound } from '../bound/verify-bound.js';
import { solve } from './solve.js';

/** Batches whose instance types may cost nothing, as a NodeOverlay may set it. */
const snapshots = fc
  .record({
    pods: fc.array(
      fc.record({
        milliCpu: fc.integer({ min: 1, max: 14 }).map((quarters) => quarters * 250),
        memoryMib: fc.integer({ min: 1, max: 8 }).map((gib) => gib * 1_024),
        count: fc.constantFrom(1, 2, 9, 30),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    types: fc.array(
      fc.record({
        cores: fc.constantFrom(1, 2, 4),
        price: fc.constantFrom(0, 0, 1, 30_000, 90_000),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ pods, types }) =>
    aSnapshot()
      .withNodePools(aNodePool())
      .withPods(
        ...pods.map(({ milliCpu, memoryMib, count }, index) =>
          aPod(`p${index}`).requesting({ milliCpu, memoryMib }).times(count),
        ),
      )
      .withInstanceTypes(
        ...types.map(({ cores, price }, index) =>
          anInstanceType(`t${index}`)
            .with({ milliCpu: cores * 1_000, memoryMib: cores * 4_096 })
            .offered(anOffering('zone-a', 'on-demand', price)),
        ),
      )
      .build(),
  );

describe('solve, with nodes that cost nothing', () => {
  it('has a bound that its certificate proves, at most the cost of the plan', () => {
    fc.assert(
      fc.property(snapshots, fc.constantFrom(0, 1_000), (snapshot, charge) => {
        const result = solve(snapshot, { nodeChargeMicroUsdPerHour: charge, searchMs: 5 });
        const { cost } = result;
        expect(cost).not.toBeNull();
        if (cost === null) return;
        expect(verifyBound(snapshot, result)).toEqual({
          isProved: true,
          lowerBoundMicroUsdPerHour: cost.lowerBoundMicroUsdPerHour,
        });
        expect(cost.lowerBoundMicroUsdPerHour).toBeLessThanOrEqual(cost.planMicroUsdPerHour);
        expect(cost.planMicroUsdPerHour).toBeLessThanOrEqual(cost.firstFitMicroUsdPerHour);
        for (const amount of Object.values(cost.gapParts)) expect(amount).not.toBeNaN();
      }),
      { seed: 20_261_127, numRuns: 40 },
    );
  });
});
